reset
set encoding utf8
do for [T in 'svg png'] {
if (T eq 'svg') {
  set terminal svg size 860,346 dynamic noenhanced font 'DejaVu Sans,11' background rgb '#FFFFFE'
} else {
  set terminal pngcairo size 1720,692 noenhanced font 'DejaVu Sans,11' fontscale 1.5 linewidth 2 background rgb '#FFFFFE'
}
set output 'chart-1.'.T
set border 1 linecolor rgb '#6B6B6B' linewidth 0.8
set grid ytics linetype 1 linecolor rgb '#DDDDDD' linewidth 0.6
unset key
unset xtics
set xrange [0:1]
set yrange [0:7.2]
set ytics 0,1 scale 0 format '%g' font ',11' textcolor rgb '#6B6B6B'
set lmargin at screen 0.07209
set rmargin at screen 0.97907
set multiplot
set object 1 rectangle from screen 0.02093,0.76879 to screen 0.03488,0.80347 fillstyle solid noborder fillcolor rgb '#B8B8B8' noclip front
set object 2 rectangle from screen 0.12851,0.76879 to screen 0.14246,0.80347 fillstyle solid noborder fillcolor rgb '#0072B2' noclip front
set object 3 rectangle from screen 0.27953,0.76879 to screen 0.29348,0.80347 fillstyle solid noborder fillcolor rgb '#8FB8D0' noclip front
set object 4 rectangle from screen 0.08002,0.14451 to screen 0.13081,0.26012 fillstyle solid noborder fillcolor rgb '#B8B8B8' noclip front
set object 5 rectangle from screen 0.13430,0.14451 to screen 0.18509,0.26099 fillstyle solid noborder fillcolor rgb '#0072B2' noclip front
set object 6 rectangle from screen 0.20095,0.14451 to screen 0.25174,0.61416 fillstyle solid noborder fillcolor rgb '#B8B8B8' noclip front
set object 7 rectangle from screen 0.25523,0.14451 to screen 0.30602,0.60885 fillstyle solid noborder fillcolor rgb '#0072B2' noclip front
set object 8 rectangle from screen 0.34902,0.14451 to screen 0.39981,0.56252 fillstyle solid noborder fillcolor rgb '#8FB8D0' noclip front
set object 9 rectangle from screen 0.50328,0.14451 to screen 0.55407,0.17782 fillstyle solid noborder fillcolor rgb '#B8B8B8' noclip front
set object 10 rectangle from screen 0.55756,0.14451 to screen 0.60835,0.18344 fillstyle solid noborder fillcolor rgb '#0072B2' noclip front
set object 11 rectangle from screen 0.62421,0.14451 to screen 0.67500,0.27818 fillstyle solid noborder fillcolor rgb '#B8B8B8' noclip front
set object 12 rectangle from screen 0.67849,0.14451 to screen 0.72928,0.30022 fillstyle solid noborder fillcolor rgb '#0072B2' noclip front
set object 13 rectangle from screen 0.74514,0.14451 to screen 0.79593,0.15824 fillstyle solid noborder fillcolor rgb '#B8B8B8' noclip front
set object 14 rectangle from screen 0.79942,0.14451 to screen 0.85021,0.21452 fillstyle solid noborder fillcolor rgb '#8FB8D0' noclip front
set object 15 rectangle from screen 0.86607,0.14451 to screen 0.91686,0.15824 fillstyle solid noborder fillcolor rgb '#B8B8B8' noclip front
set object 16 rectangle from screen 0.92035,0.14451 to screen 0.97114,0.26069 fillstyle solid noborder fillcolor rgb '#8FB8D0' noclip front
set arrow 1 from screen 0.51960,0.78613 to screen 0.53704,0.78613 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 2 from screen 0.07693,0.26373 to screen 0.18819,0.26373 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 3 from screen 0.19786,0.62139 to screen 0.30912,0.62139 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 4 from screen 0.31879,0.62139 to screen 0.43005,0.62139 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 5 from screen 0.50019,0.18425 to screen 0.61144,0.18425 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 6 from screen 0.62112,0.30347 to screen 0.73237,0.30347 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 7 from screen 0.70388,0.29709 to screen 0.70388,0.30318 heads size screen 0.005,90 fixed linecolor rgb '#2B2B2B' linewidth 1.1 front
set arrow 8 from screen 0.74205,0.30347 to screen 0.85330,0.30347 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 9 from screen 0.86298,0.30347 to screen 0.97423,0.30347 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set label 1 '1 MiB: 99–117 % of the published throughput' at screen 0.02093,0.92486 left noenhanced font ',16' textcolor rgb '#2B2B2B' front
set label 2 'r820-nvme · GB/s · scale model 1:100 · median of 3, whiskers from lowest to highest · % = measured ÷ published' at screen 0.02093,0.85549 left noenhanced font ',11' textcolor rgb '#6B6B6B' front
set label 3 'published' at screen 0.04070,0.78613 left noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 4 'measured × 100' at screen 0.14827,0.78613 left noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 5 'measured × 100, not modelled' at screen 0.29930,0.78613 left noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 6 'ceiling, modelled' at screen 0.54285,0.78613 left noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 7 'seqread-1m' at screen 0.07693,0.70231 left noenhanced font ',12' textcolor rgb '#2B2B2B' front
set label 8 'single' at screen 0.13256,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 9 '≈1.60' at screen 0.10542,0.23555 center noenhanced font ',11' textcolor rgb '#1A1A1A' front
set label 10 '1.61' at screen 0.15970,0.23643 center noenhanced font ',11' textcolor rgb '#FFFFFF' front
set label 11 '101 %' at screen 0.15970,0.19886 center noenhanced font ',11' textcolor rgb '#FFFFFF' front
set label 12 '≤1.65' at screen 0.13256,0.28829 center noenhanced font ',11' textcolor rgb '#B34F00' front
set label 13 'raid0' at screen 0.25349,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 14 '≈6.50' at screen 0.22635,0.58960 center noenhanced font ',11' textcolor rgb '#1A1A1A' front
set label 15 '6.43' at screen 0.28063,0.58429 center noenhanced font ',11' textcolor rgb '#FFFFFF' front
set label 16 '99 %' at screen 0.28063,0.54672 center noenhanced font ',11' textcolor rgb '#FFFFFF' front
set label 17 '≤6.60' at screen 0.25349,0.64595 center noenhanced font ',11' textcolor rgb '#B34F00' front
set label 18 'raid5' at screen 0.37442,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 19 '5.79' at screen 0.37442,0.53795 center noenhanced font ',11' textcolor rgb '#1A1A1A' front
set label 20 '≤6.60' at screen 0.37442,0.64595 center noenhanced font ',11' textcolor rgb '#B34F00' front
set label 21 'seqwrite-1m' at screen 0.50019,0.70231 left noenhanced font ',12' textcolor rgb '#2B2B2B' front
set label 22 'single' at screen 0.55581,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 23 '0.46' at screen 0.52867,0.21171 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 24 '0.54' at screen 0.58295,0.24558 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 25 '117 %' at screen 0.58295,0.20800 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 26 '≤0.55' at screen 0.51738,0.25506 center noenhanced font ',11' textcolor rgb '#B34F00' front
set label 27 'raid0' at screen 0.67674,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 28 '≈1.85' at screen 0.64960,0.25361 center noenhanced font ',11' textcolor rgb '#1A1A1A' front
set label 29 '2.16' at screen 0.70388,0.26963 center noenhanced font ',11' textcolor rgb '#FFFFFF' front
set label 30 '116 %' at screen 0.70388,0.23206 center noenhanced font ',11' textcolor rgb '#FFFFFF' front
set label 31 '≤2.20' at screen 0.67674,0.32803 center noenhanced font ',11' textcolor rgb '#B34F00' front
set label 32 'raid5' at screen 0.79767,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 33 '≈0.18–' at screen 0.77053,0.22038 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 34 '0.19' at screen 0.77053,0.18280 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 35 '0.97' at screen 0.82481,0.18996 center noenhanced font ',11' textcolor rgb '#1A1A1A' front
set label 36 '≤2.20' at screen 0.79767,0.32803 center noenhanced font ',11' textcolor rgb '#B34F00' front
set label 37 'raid5-direct' at screen 0.91860,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 38 '≈0.18–' at screen 0.89147,0.22038 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 39 '0.19' at screen 0.89147,0.18280 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 40 '1.61' at screen 0.94574,0.23612 center noenhanced font ',11' textcolor rgb '#1A1A1A' front
set label 41 '≤2.20' at screen 0.91860,0.32803 center noenhanced font ',11' textcolor rgb '#B34F00' front
set tmargin at screen 0.66474
set bmargin at screen 0.14451
plot -1 notitle
unset multiplot
unset output
}
reset
set encoding utf8
do for [T in 'svg png'] {
if (T eq 'svg') {
  set terminal svg size 860,346 dynamic noenhanced font 'DejaVu Sans,11' background rgb '#FFFFFE'
} else {
  set terminal pngcairo size 1720,692 noenhanced font 'DejaVu Sans,11' fontscale 1.5 linewidth 2 background rgb '#FFFFFE'
}
set output 'chart-2.'.T
set border 1 linecolor rgb '#6B6B6B' linewidth 0.8
set grid ytics linetype 1 linecolor rgb '#DDDDDD' linewidth 0.6
unset key
unset xtics
set xrange [0:1]
set yrange [0:7.2]
set ytics 0,1 scale 0 format '%g' font ',11' textcolor rgb '#6B6B6B'
set lmargin at screen 0.07209
set rmargin at screen 0.97907
set multiplot
set object 1 rectangle from screen 0.02093,0.76879 to screen 0.03488,0.80347 fillstyle solid noborder fillcolor rgb '#8FB8D0' noclip front
set object 2 rectangle from screen 0.11744,0.14451 to screen 0.17093,0.21015 fillstyle solid noborder fillcolor rgb '#8FB8D0' noclip front
set object 3 rectangle from screen 0.26163,0.14451 to screen 0.31512,0.24717 fillstyle solid noborder fillcolor rgb '#8FB8D0' noclip front
set object 4 rectangle from screen 0.47791,0.14451 to screen 0.53140,0.17987 fillstyle solid noborder fillcolor rgb '#8FB8D0' noclip front
set object 5 rectangle from screen 0.62209,0.14451 to screen 0.67558,0.23266 fillstyle solid noborder fillcolor rgb '#8FB8D0' noclip front
set arrow 1 from screen 0.26100,0.78613 to screen 0.27844,0.78613 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 2 from screen 0.07786,0.26373 to screen 0.21051,0.26373 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 3 from screen 0.22205,0.62139 to screen 0.35470,0.62139 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 4 from screen 0.43833,0.18425 to screen 0.57098,0.18425 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set arrow 5 from screen 0.58251,0.30347 to screen 0.71516,0.30347 nohead dashtype (6,4) linecolor rgb '#D55E00' linewidth 1.5 front
set label 1 '4 KiB: limited by the emulator, not modelled' at screen 0.02093,0.92486 left noenhanced font ',16' textcolor rgb '#2B2B2B' front
set label 2 'r820-nvme · GB/s · scale model 1:100' at screen 0.02093,0.85549 left noenhanced font ',11' textcolor rgb '#6B6B6B' front
set label 3 'measured × 100, not modelled' at screen 0.04070,0.78613 left noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 4 'ceiling, modelled' at screen 0.28425,0.78613 left noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 5 'randread-4k' at screen 0.07786,0.70231 left noenhanced font ',12' textcolor rgb '#2B2B2B' front
set label 6 'single' at screen 0.14419,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 7 '0.91' at screen 0.14419,0.18559 center noenhanced font ',11' textcolor rgb '#1A1A1A' front
set label 8 '≤1.65' at screen 0.14419,0.28829 center noenhanced font ',11' textcolor rgb '#B34F00' front
set label 9 'raid0' at screen 0.28837,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 10 '1.42' at screen 0.28837,0.22260 center noenhanced font ',11' textcolor rgb '#1A1A1A' front
set label 11 '≤6.60' at screen 0.28837,0.64595 center noenhanced font ',11' textcolor rgb '#B34F00' front
set label 12 'randwrite-4k' at screen 0.43833,0.70231 left noenhanced font ',12' textcolor rgb '#2B2B2B' front
set label 13 'single' at screen 0.50465,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 14 '0.49' at screen 0.50465,0.21171 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 15 '≤0.55' at screen 0.55425,0.20882 center noenhanced font ',11' textcolor rgb '#B34F00' front
set label 16 'raid0' at screen 0.64884,0.10116 center noenhanced font ',11' textcolor rgb '#2B2B2B' front
set label 17 '1.22' at screen 0.64884,0.20810 center noenhanced font ',11' textcolor rgb '#1A1A1A' front
set label 18 '≤2.20' at screen 0.64884,0.32803 center noenhanced font ',11' textcolor rgb '#B34F00' front
set tmargin at screen 0.66474
set bmargin at screen 0.14451
plot -1 notitle
unset multiplot
unset output
}
