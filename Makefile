# fio-lanes: external ioengines for stock fio, and the program `lanes`.
#
# Targets
#   all          build/release/{fio-*.so,lanes}                       (default)
#   deps         install what is missing, with apt; says what
#   demo         a bare Debian machine to build/demo/report.html
#   check        install, build, run every test; ends in "N passed, N failed,
#                N skipped"; check-full adds the long matrices
#   bench        measured bars -> build/bench.json; fails where one is missed
#   lint         layering, format, static analysis
#   format       rewrite the sources as .clang-format says
#   fuzz         run every fuzz target (FUZZ_SECONDS each)
#   install      engines, lanes and man pages; uninstall takes them away
#   clean        remove what was built (keeps the downloads in build/cache)
#   help         this text
#
# Variables
#   VARIANT      release, debug, asan (ASAN + UBSAN), cov (gcov) or fuzz (clang)
#   BUILD        where to build                             build/$(VARIANT)
#   CC           gcc or clang
#   FIO_SRC      a fio source tree to take the headers from, for any other fio
#                than the Debian package that is installed
#   PREFIX       /usr/local;  libdir, bindir, mandir, DESTDIR as usual
#   UPDATE_GOLDEN=1   let `check` rewrite the expected outputs
#   STRICT=1          let `check` count a skip as a failure
#   FUZZ_SECONDS      60

VARIANT ?= release
BUILD ?= build/$(VARIANT)
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
PREFIX ?= /usr/local
libdir ?= $(PREFIX)/lib
bindir ?= $(PREFIX)/bin
mandir ?= $(PREFIX)/share/man
FUZZ_SECONDS ?= 60

ENGINES := nvme_topo md_stripe
# the rooms, ground floor first; each becomes one archive
ENGINE_ROOMS := base topology nvme raid system
POST_ROOMS := model plot report cli

# The path of an I/O runs through four rooms: let the compiler see it whole
# (gcc; archives keep plain code beside, for lint and for clang's linker).
ifeq ($(notdir $(CC)),gcc)
LTO := -flto=auto -ffat-lto-objects
AR := gcc-ar
endif

CFLAGS_release := -O2 -g $(LTO)
CFLAGS_debug := -O0 -g3
CFLAGS_asan := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover \
	-fno-omit-frame-pointer
CFLAGS_cov := -O0 -g --coverage
CFLAGS_fuzz := $(CFLAGS_asan) -fsanitize=fuzzer-no-link

PKGS := liburing libnvme libpci libisal jansson
CFLAGS ?= $(CFLAGS_$(VARIANT))
ALL_CFLAGS := -std=gnu11 -Wall -Wextra -Wshadow -Werror -fPIC \
	-fvisibility=hidden -MMD -MP -D_GNU_SOURCE -Iengines -Ipostprocess \
	$(shell pkg-config --cflags $(PKGS) 2>/dev/null) $(CFLAGS)
ENGINE_LIBS = $(shell pkg-config --libs liburing libnvme libpci libisal)
LANES_LIBS = $(shell pkg-config --libs libnvme libpci libisal jansson) -lm -lpthread

room_dir = $(if $(filter $1,$(ENGINE_ROOMS)),engines,postprocess)/$1
objects = $(patsubst %.c,$(BUILD)/%.o,$(wildcard $1/*.c))
archive = $(BUILD)/lib$1.a
ARCHIVES_UP := system raid nvme topology base
ARCHIVES_POST := report plot model

.PHONY: all deps demo check check-full bench lint format fuzz install \
	uninstall clean help unit fuzz-programs
all: $(ENGINES:%=$(BUILD)/fio-%.so) $(BUILD)/lanes

help:
	@sed -n '/^# fio-lanes/,/^$$/s/^# \{0,1\}//p' Makefile

# --- rooms ---------------------------------------------------------------
define room_rule
$(call archive,$1): $(call objects,$(call room_dir,$1))
	@mkdir -p $$(@D) && rm -f $$@
	$(AR) rcs $$@ $$^
endef
$(foreach r,$(ENGINE_ROOMS) $(POST_ROOMS),$(eval $(call room_rule,$r)))

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(EXTRA) -c -o $@ $<

# --- engines: the only room that sees fio's headers -------------------------
FIO_HDR := $(BUILD)/fio-headers
FIO_KEY := $(or $(FIO_SRC),$(shell dpkg-query -W -f '$${source:Version}' fio \
	2>/dev/null))
ifneq ($(FIO_KEY),$(shell cat $(FIO_HDR)/key 2>/dev/null))
.PHONY: $(FIO_HDR)/key
endif
$(FIO_HDR)/key:
	engines/fio/fetch-headers $(FIO_HDR) $(FIO_SRC)

FIO_OBJECTS := $(call objects,engines/fio)
$(FIO_OBJECTS): EXTRA = -isystem $(FIO_HDR)/src -include \
	$(FIO_HDR)/config-host.h -include $(FIO_HDR)/version.h
$(FIO_OBJECTS): $(FIO_HDR)/key

# -z nodelete: fio closes a library whose engine it may still call.
# No -z defs: log_err() and its kin are the host's.
define engine_rule
$(BUILD)/fio-$1.so: $(BUILD)/engines/fio/host.o \
	$(patsubst %.c,$(BUILD)/%.o,$(wildcard engines/fio/$1*.c)) \
	$(ARCHIVES_UP:%=$(BUILD)/lib%.a) engines/fio/engine.map
	$(CC) $(CFLAGS) -shared -Wl,-z,nodelete \
		-Wl,--version-script=engines/fio/engine.map -Wl,--gc-sections \
		-o $$@ $$(filter %.o %.a,$$^) $$(ENGINE_LIBS)
endef
$(foreach e,$(ENGINES),$(eval $(call engine_rule,$e)))

# --- lanes --------------------------------------------------------------------
$(BUILD)/lanes: $(call objects,postprocess/cli) \
	$(ARCHIVES_POST:%=$(BUILD)/lib%.a) $(ARCHIVES_UP:%=$(BUILD)/lib%.a)
	$(CC) $(CFLAGS) -fno-lto -o $@ $^ $(LANES_LIBS)

# --- tests ---------------------------------------------------------------------
# tests/unit/ROOM/test_NAME.c -> one program each; prints TAP
UNIT_SRC := $(wildcard tests/unit/*/test_*.c)
UNIT_BIN := $(UNIT_SRC:%.c=$(BUILD)/%)
unit: $(UNIT_BIN)
$(UNIT_BIN:=.o): EXTRA = -Itests/unit
$(UNIT_BIN): $(BUILD)/%: $(BUILD)/%.o $(ARCHIVES_POST:%=$(BUILD)/lib%.a) \
		$(ARCHIVES_UP:%=$(BUILD)/lib%.a)
	$(CC) $(CFLAGS) -fno-lto -o $@ $^ -lcmocka $(LANES_LIBS) \
		$(shell pkg-config --libs liburing)
.SECONDARY: $(UNIT_BIN:=.o)

# tests/fuzz/fuzz_NAME.c -> one libFuzzer program each (VARIANT=fuzz CC=clang)
FUZZ_BIN := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/fuzz/fuzz_*.c))
fuzz-programs: $(FUZZ_BIN)
$(FUZZ_BIN): $(BUILD)/%: $(BUILD)/%.o $(ARCHIVES_POST:%=$(BUILD)/lib%.a) \
		$(ARCHIVES_UP:%=$(BUILD)/lib%.a)
	$(CC) $(CFLAGS) -fsanitize=fuzzer -o $@ $^ $(LANES_LIBS) \
		$(shell pkg-config --libs liburing)
.SECONDARY: $(FUZZ_BIN:=.o)

# tests/bench/NAME.c -> one program each; tests/bench/run makes and runs them
BENCH_BIN := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/bench/*.c))
$(BENCH_BIN): $(BUILD)/%: $(BUILD)/%.o $(ARCHIVES_UP:%=$(BUILD)/lib%.a)
	$(CC) $(CFLAGS) -o $@ $^ $(ENGINE_LIBS) -lm
$(BUILD)/tests/bench/logs $(BUILD)/tests/bench/jsonplus: | $(BUILD)/lanes
.SECONDARY: $(BENCH_BIN:=.o)

# tests/vm/NAME.c -> one program each, which tests run inside the rig
VM_BIN := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/vm/*.c))
unit: $(VM_BIN)
$(VM_BIN): $(BUILD)/%: $(BUILD)/%.o
	$(CC) $(filter-out -flto%,$(CFLAGS)) -o $@ $<
.SECONDARY: $(VM_BIN:=.o)

check: deps
	tests/run
check-full: deps
	FULL=1 tests/run
deps:
	tests/lib/deps
demo: deps
	$(MAKE) all
	tests/vm/demo
bench: deps
	$(MAKE) all
	tests/bench/run
lint:
	tests/lint/run
format:
	clang-format -i $$(git ls-files '*.c' '*.h')
fuzz:
	FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/run

# --- install -----------------------------------------------------------------
MAN := $(wildcard engines/fio/*.1 postprocess/cli/*.1)
install: all
	install -d $(DESTDIR)$(libdir)/fio $(DESTDIR)$(bindir) \
		$(DESTDIR)$(mandir)/man1
	install -m 644 $(ENGINES:%=$(BUILD)/fio-%.so) $(DESTDIR)$(libdir)/fio
	install -m 755 $(BUILD)/lanes $(DESTDIR)$(bindir)
	install -m 644 $(MAN) $(DESTDIR)$(mandir)/man1
uninstall:
	rm -f $(ENGINES:%=$(DESTDIR)$(libdir)/fio/fio-%.so) \
		$(DESTDIR)$(bindir)/lanes \
		$(addprefix $(DESTDIR)$(mandir)/man1/,$(notdir $(MAN)))
	-rmdir $(DESTDIR)$(libdir)/fio 2>/dev/null || true
clean:
	rm -rf build/release build/debug build/asan build/cov build/fuzz \
		build/clang build/demo

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
