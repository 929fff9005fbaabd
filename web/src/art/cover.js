/**
 * The picture of each game, for the shelf at home: a few flat shapes on the game's own colour, the same cream and gold on all.
 * Each is drawn when it is shown first. A game without one of its own shows its emblem.
 */
import { h } from '../patch.js';
import { addPictures, picture } from './picture.js';
import { area, both, circle, line, oval } from './shapes.js';

export const BOX = '0 0 100 100';
const [CREAM, GOLD, CORAL, MINT, SKY, NIGHT] = ['#fff5e0', '#f5c254', '#ea6a55', '#84cf97', '#93caf0', '#221b26'];
/** Whatever the colour of the game is, darker. */
const SHADE = '#0000003d';

/** A part, moved and turned around its own middle. */
function put(part, x, y, turn = 0, size = 1) {
    return `<g transform='translate(${x} ${y}) rotate(${turn}) scale(${size})'>${part}</g>`;
}

function star(x, y, size, fill) {
    return put(area('M0-10L2.4-2.4L10 0L2.4 2.4L0 10L-2.4 2.4L-10 0L-2.4-2.4Z', fill), x, y, 0, size / 10);
}

/** A card, upright around 0 0. */
function card(shape) {
    const paper = (x, fill) => `<rect x='${x - 16}' y='${x - 22}' width='32' height='44' rx='4' fill='${fill}'/>`;
    return paper(2, SHADE) + paper(0, CREAM) + shape;
}

const DROP = 'M0-11C4-5 8-1 8 3.5A8 7.5 0 1 1-8 3.5C-8-1-4-5 0-11Z';
const STAR = 'M0-10L2.9-3.4L10-3.1L4.6 1.7L6.4 8.8L0 5L-6.4 8.8L-4.6 1.7L-10-3.1L-2.9-3.4Z';
const HORSE = 'M-12 2C-12-4-6-5 0-4C3-8 5-13 10-13L9-10C13-9 15-6 15-3L11-2.5L9-4C8 0 9 4 7 6L10 12L7.5 13L4 7.5H-5L-8 13L-10.5 12'
    + 'L-8.5 5C-10 6-12 8-14 7C-12 6-12 4-12 2Z';
const LEAF = 'M0-26C4-20 6-17 9-15C12-18 15-18 19-19C17-14 18-10 21-7C18-4 15-2 13 2C16 4 18 7 20 11C13 11 8 13 4 17L2 14V26H-2V14'
    + 'L-4 17C-8 13-13 11-20 11C-18 7-16 4-13 2C-15-2-18-4-21-7C-18-10-17-14-19-19C-15-18-12-18-9-15C-6-17-4-20 0-26Z';

function coin(x, y) {
    return circle(x, y, 6, '#c98d1f') + circle(x, y - 1, 6, GOLD) + circle(x, y - 1, 3.5, '#e0a537');
}

function waves(y) {
    return line(`M6 ${y}q7-6 14.7 0t14.7 0t14.7 0t14.7 0t14.7 0t14.7 0`, SKY, 3) + line(`M14 ${y + 9}q6-5 12 0t12 0t12 0t12 0t12 0t12 0`, `${SKY}80`, 2.5);
}

/** What stands in the picture of each game. */
const SCENES = {
    pairs: () => put(card(area(DROP, CORAL)), 31, 53, -15, 1.2) + put(card(area(DROP, CORAL)), 67, 53, 13, 1.2) + star(50, 13, 8, GOLD)
        + star(78, 14, 4, GOLD) + star(21, 16, 4, GOLD),
    port: () => waves(84) + line('M50 30V80', CREAM, 7) + circle(50, 21, 9, CREAM) + circle(50, 21, 4.5, SHADE) + line('M34 40H66', CREAM, 6.5)
        + line('M20 58C22 74 35 81 50 82C65 81 78 74 80 58', CREAM, 7) + both(area('M11 64L19 50L29 62Z', CREAM), 50)
        + line('M58 22C76 22 80 34 70 42C60 50 62 62 74 66', GOLD, 3),
    starboard: () => waves(82) + line('M50 16V70', CREAM, 3) + area('M53 18C72 26 80 44 80 62H53Z', CREAM)
        + area('M47 24C36 34 28 48 26 62H47Z', '#f0dcb8')
        + put(area(STAR, CORAL), 64, 47, 0, 0.9)
        + area('M18 68H84C82 78 76 84 68 85H34C26 84 20 78 18 68Z', GOLD) + area('M18 68H84L82.5 73H19.5Z', '#c98d1f')
        + area('M50 16L62 12L50 9Z', CORAL) + star(24, 20, 5, GOLD),
    carousel: () => area('M46 10H54V84H46Z', GOLD) + area('M50 10C66 14 84 24 90 38H10C16 24 34 14 50 10Z', CREAM)
        + area('M50 10C42 16 36 26 34 38H22C26 26 38 15 50 10ZM50 10C54 18 57 28 58 38H46C47 28 48 18 50 10ZM50 10C62 15 74 26 78 38H70C66 26 58 16 50 10Z', CORAL)
        + area('M10 38H90Q90 46 83.3 46T76.7 38Q76.7 46 70 46T63.3 38Q63.3 46 56.7 46T50 38Q50 46 43.3 46T36.7 38Q36.7 46 30 46T23.3 38Q23.3 46 16.7 46T10 38Z', GOLD)
        + area('M50 3L58 7L50 11Z', CORAL) + oval(50, 88, 38, 6, GOLD) + oval(50, 86.5, 38, 5, '#c98d1f')
        + [[26, 64], [74, 67]].map(([x, y]) => line(`M${x} 44V84`, '#e8d9b8', 2)
        + put(area(HORSE, CREAM), x, y)).join(''),
    rocket: () => put(area('M-8 26C-8 36-3 42 0 48C3 42 8 36 8 26Z', GOLD) + area('M-4 26C-4 32-2 36 0 40C2 36 4 32 4 26Z', CORAL)
        + area('M-12 8C-22 14-24 24-22 32L-10 24ZM12 8C22 14 24 24 22 32L10 24Z', '#3f74ad')
        + area('M0-44C12-34 16-16 13 4L9 27H-9L-13 4C-16-16-12-34 0-44Z', CREAM) + area('M0-44C12-34 16-16 13 4L9 27H0Z', '#ead8b6')
        + area('M0-44C6-39 10-32 12-25H-12C-10-32-6-39 0-44Z', '#3f74ad') + circle(0, -9, 7.5, GOLD) + circle(0, -9, 5, '#4a86c0')
        + circle(-1.5, -10.5, 1.6, '#fff'), 52, 48, 24) + star(20, 22, 5, CREAM) + star(80, 74, 4, CREAM) + circle(16, 52, 1.8, CREAM)
        + circle(84, 34, 1.8, CREAM) + circle(36, 12, 1.5, CREAM) + star(74, 90, 3, GOLD),
    blackstone: () => circle(68, 28, 17, CREAM) + circle(62, 24, 3, '#e6d8ba') + circle(72, 34, 2.2, '#e6d8ba') + oval(50, 88, 34, 5, SHADE)
        + [[50, 79, 28, 9.5], [47, 62, 21, 8.5], [52, 47, 15.5, 7.5], [49, 33.5, 10, 6.5], [51, 23, 5.5, 4]].map(([x, y, rx, ry]) => oval(x, y, rx, ry, '#15151b')
        + oval(x - rx * 0.25, y - ry * 0.35, rx * 0.5, ry * 0.28, '#4b4b59')).join(''),
    pendleton: () => oval(52, 87, 34, 5, SHADE)
        + area('M30 14C40 18 52 18 62 14L63 52C64 58 84 62 88 70C90 76 89 82 88 84H30C28 74 34 64 34 54Z', '#b9783a')
        + area('M30 14C40 18 52 18 62 14L62.3 26C52 30 40 30 31 26Z', CREAM) + line('M46 20V24', CORAL, 3) + area('M28.5 84H50L49 90H29Z', '#6b3f17')
        + area('M50 84H89C89 88 88 89 86 89H52Z', '#6b3f17') + line('M40 36C46 40 52 40 56 36M41 44C46 48 52 48 57 44', GOLD, 2)
        + line('M64 60C72 62 80 66 83 72', '#8f5724', 2) + line('M32 70H20', GOLD, 3.5)
        + put(area(STAR, GOLD), 16, 70, 0, 0.9),
    melee: () => [44, -44].map((turn) => put(area('M-4-46L0-54L4-46V20H-4Z', '#eef2f5') + area('M0-54L4-46V20H0Z', '#b9c3cd')
        + area('M-13 18H13V24H-13Z', GOLD) + area('M-3 24H3V38H-3Z', '#5a3418') + circle(0, 41, 5, GOLD), 50, 53, turn)).join('')
        + put(area('M0-27C8-23 16-21 24-21C25 1 18 17 0 27C-18 17-25 1-24-21C-16-21-8-23 0-27Z', CREAM)
        + area('M0-21C6-18 12-16 19-16C19 1 14 13 0 21Z', CORAL) + area('M0-21C-6-18-12-16-19-16C-19 1-14 13 0 21Z', '#4a6fa5')
        + area('M-3-23H3V23L0 25L-3 23ZM-22-5H22V1H-22Z', GOLD), 50, 56, 0, 0.84),
    medusa: () => both(line('M36 38C24 34 16 40 20 48C23 54 14 58 10 52M34 30C26 20 14 20 14 28M42 24C38 12 28 8 23 13M33 48C24 52 24 64 30 68C34 72 28 79 22 75', MINT, 6)
        + [[10, 51], [14, 29], [23, 13], [22, 75]].map(([x, y]) => circle(x, y, 4.6, MINT) + circle(x - 1.5, y - 1, 1.1, NIGHT)).join(''), 50)
        + line('M50 24C46 14 54 12 50 5', MINT, 6) + circle(50, 6, 4.6, MINT) + circle(48.5, 5, 1.1, NIGHT)
        + area('M50 22C66 22 72 34 71 48C70 64 60 78 50 82C40 78 30 64 29 48C28 34 34 22 50 22Z', CREAM)
        + area('M50 22C66 22 72 34 71 48C70 64 60 78 50 82Z', '#ecdcbd') + both(area('M33 47C37 41 44 42 46 48C42 52 36 52 33 47Z', NIGHT)
        + circle(40, 47, 3, GOLD) + line('M32 41C36 37 42 37 46 41', NIGHT, 2.2), 50) + line('M50 50L47.5 60H52', '#c8ac7f', 2)
        + area('M42 68Q50 64 58 68Q50 75 42 68Z', CORAL),
    tournament: () => line('M10 92L92 8', CREAM, 5) + line('M10 92L92 8', CORAL, 5).replace('/>', " stroke-dasharray='7 9'/>")
        + area('M66 16L92 8L84 34Z', GOLD) + area('M52 18C40 4 22 10 18 26C28 20 36 24 44 28Z', CORAL)
        + area('M52 18C46 8 34 8 28 16C36 15 42 20 46 26Z', '#f39a86')
        + area('M50 20C68 20 77 34 76 50L74 82C66 88 34 88 26 82L24 50C23 34 32 20 50 20Z', '#dfe5ea')
        + area('M50 20C68 20 77 34 76 50L74 82C68 86 60 87 50 87Z', '#b3bec9') + area('M22 48H78V56H56L52 64H48L44 56H22Z', NIGHT)
        + area('M47 20H53V48H47Z', GOLD) + both(circle(36, 68, 1.8, NIGHT) + circle(36, 75, 1.8, NIGHT) + circle(42, 71.5, 1.8, NIGHT), 50),
    'horn-of-plenty': () => oval(54, 84, 36, 5, SHADE)
        + area('M8 28C2 42 10 62 30 74C44 82 60 84 70 80C78 66 72 48 58 44C42 44 26 44 20 30C18 24 12 22 8 28Z', '#c98d4a')
        + line('M18 38C20 48 16 52 14 54M30 45C34 56 28 66 26 70M44 45C50 58 46 74 44 79', '#8f5a24', 2.5) + oval(65, 62, 11, 20, '#7a4a1c')
        + circle(68, 50, 9, CORAL) + line('M68 42C69 38 72 36 74 36', '#4d7a35', 2.2) + circle(82, 62, 8.5, GOLD)
        + [[64, 66], [71, 66], [67.5, 72], [60, 72], [64, 78], [71, 78], [74.5, 72]].map(([x, y]) => circle(x, y, 4.6, '#9b6fd0')).join('')
        + area('M76 76C84 70 94 74 94 80C90 86 80 86 76 76Z', '#8fc460') + area('M76 44C80 36 90 36 92 40C90 48 82 50 76 44Z', MINT)
        + star(30, 18, 5, CREAM) + star(50, 26, 3.5, CREAM),
    judge: () => oval(50, 89, 34, 4.5, SHADE)
        + area('M36 46C26 44 24 30 34 28C36 16 50 13 55 20C62 13 75 18 73 28C84 30 83 45 72 47L70 64H38Z', CREAM)
        + area('M38 58H70L69.5 68H38.5Z', '#ecdcbd') + line('M46 48V55M54 46V55M62 48V55', '#dcc9a2', 2.5) + area('M12 84H46V90H12Z', '#5a3418')
        + area('M16 80H42V84H16Z', GOLD) + put(area('M-3-4H3V44H-3Z', '#d79a54') + area('M-17-20H17V-4H-17Z', '#b9783a')
        + area('M-17-20H17V-14H-17Z', '#d79a54') + area('M-22-22H-15V-2H-22ZM15-22H22V-2H15Z', GOLD), 46, 62, -62),
    monster: () => oval(50, 90, 32, 4.5, SHADE) + both(area('M30 34C22 30 16 20 18 8C24 14 32 18 40 24Z', CREAM), 50)
        + area('M50 18C72 18 82 36 82 56C82 68 84 78 88 88L78 85L72 91L64 86L57 91L50 86L43 91L36 86L28 91L22 85L12 88C16 78 18 68 18 56C18 36 28 18 50 18Z', '#a8cf4f')
        + area('M50 18C72 18 82 36 82 56C82 68 84 78 88 88L78 85L72 91L64 86L60 89C72 70 70 36 50 18Z', '#86ad33') + circle(50, 43, 15, '#fff')
        + circle(52, 44, 8.5, CORAL) + circle(52, 44, 4.5, NIGHT) + circle(49.5, 41, 2, '#fff')
        + area('M28 64C40 70 60 70 72 64C70 80 60 84 50 84S30 80 28 64Z', NIGHT)
        + area('M33 66L38 74L43 68ZM67 66L62 74L57 68ZM45 68.5L50 76L55 68.5Z', '#fff') + circle(28, 56, 2, '#6d9322') + circle(73, 55, 2, '#6d9322'),
    deadfall: () => oval(50, 86, 46, 6, SHADE) + area('M14 78L30 18C40 8 58 10 70 20L92 50L88 60Z', '#9a948c')
        + area('M14 78L88 60L86 66L18 84Z', '#6f6a63') + area('M14 78L30 18C40 8 58 10 66 17C50 20 36 40 30 74Z', '#b5afa6')
        + line('M52 34L58 42L54 50M70 34L66 40', '#7d776f', 2) + line('M79 87L72 64', '#7a4a24', 5) + line('M72 70L84 82', '#9a6433', 4)
        + area('M46 84L64 76V86H46Z', GOLD) + circle(56, 82, 1.8, '#c98d1f') + circle(61, 80.5, 1.3, '#c98d1f'),
    regent: () => area('M10 78C20 72 80 72 90 78C94 86 90 94 84 94C70 90 30 90 16 94C10 94 6 86 10 78Z', CORAL)
        + area('M10 78C20 72 80 72 90 78C80 82 20 82 10 78Z', '#f39a86') + both(circle(10, 80, 3.5, GOLD), 50)
        + area('M20 74L14 34L33 50L50 20L67 50L86 34L80 74C66 78 34 78 20 74Z', GOLD)
        + area('M50 20L67 50L86 34L80 74C70 77 60 77.5 50 77.5Z', '#dca233') + area('M20.5 64C36 68 64 68 79.5 64L80 74C66 78 34 78 20 74Z', CREAM)
        + both(circle(14, 32, 5, CREAM) + circle(33, 70.5, 3, SKY), 50) + circle(50, 18, 6, CREAM) + area('M50 66.5L54 71L50 75.5L46 71Z', CORAL)
        + area('M50 42L55 50L50 58L45 50Z', '#7d4fc0'),
    kitty: () => oval(50, 88, 36, 5, SHADE) + coin(22, 86) + coin(34, 88) + coin(27, 79) + coin(78, 87)
        + line('M68 82C84 84 90 70 82 60C78 54 84 48 88 50', NIGHT, 6) + area('M34 86C30 68 34 56 42 50H62C70 58 74 72 70 86Z', NIGHT)
        + area('M30 44C28 34 28 22 31 14L43 22H59L71 14C74 22 74 34 72 44C70 54 62 58 51 58S32 54 30 44Z', NIGHT)
        + both(area('M34 28L34.5 20L40 24.5Z', '#c96f88') + area('M36 39C39 33 45 34 46.5 40C43 43 38 43 36 39Z', GOLD) + oval(42, 39, 1.2, 3, NIGHT)
        + line('M40 48L24 46M40 50.5L25 53', CREAM, 1.2), 51) + area('M48.5 45H53.5L51 48.5Z', '#ef9ab0')
        + line('M51 48.5V51M46 51Q48.5 54 51 51Q53.5 54 56 51', CREAM, 1.5) + area('M40 57C46 61 56 61 62 57L61 63C56 66 46 66 41 63Z', CORAL)
        + circle(51, 66, 4.5, GOLD) + area('M46 74H56V86H46Z', '#362c3c'),
    octopus: () => waves(87) + both(line('M42 60C36 74 26 70 22 78C20 83 26 86 29 82', '#f08a70', 8)
        + line('M38 54C28 62 18 56 12 63C8 69 13 74 18 71', '#f08a70', 8) + line('M46 62C44 76 38 80 38 90', '#f08a70', 8), 50)
        + area('M50 10C70 10 78 26 76 42C74 54 64 64 50 64S26 54 24 42C22 26 30 10 50 10Z', '#f08a70')
        + area('M50 10C70 10 78 26 76 42C74 54 64 64 50 64C62 56 66 28 50 10Z', '#d96d55') + both(circle(40, 42, 7, '#fff')
        + circle(41.5, 43, 3.6, NIGHT) + circle(40, 41, 1.3, '#fff') + circle(32, 24, 2.5, '#f7b39f') + circle(40, 18, 1.8, '#f7b39f'), 50)
        + line('M45 53Q50 57.5 55 53', NIGHT, 2.2),
    venture: () => put(area('M-38-26L-14-32L12-26L38-32V26L12 32L-14 26L-38 32Z', CREAM) + area('M-14-32L12-26V32L-14 26Z', '#ecd9b2')
        + area('M-38 8C-30 2-24 10-14 6V26L-38 32Z', SKY) + area('M24-28L38-32V-8C32-10 26-16 24-28Z', MINT)
        + line('M-28-12C-20-24-8-18-6-6C-4 6 6 10 14 4', NIGHT, 2.6).replace('/>', " stroke-dasharray='1 5.5'/>")
        + line('M17-4L27 8M27-4L17 8', CORAL, 4.5), 50, 54, -5) + put(circle(0, 0, 14, GOLD) + circle(0, 0, 10.5, NIGHT)
        + area('M0-9L2.8 0L0 9L-2.8 0Z', CREAM) + area('M0-9L2.8 0H-2.8Z', CORAL), 76, 24, 30),
    sweep: () => put(area('M-2.5-46H2.5V8H-2.5Z', '#c98d4a') + area('M-8 6H8L10 16H-10Z', CORAL) + area('M-10 16H10L20 44C8 48-8 48-20 44Z', GOLD)
        + line('M-7 20L-12 42M-2.5 20L-4 44M2.5 20L4 44M7 20L12 42', '#c98d1f', 1.8), 60, 46, 24) + put(card(area(DROP, SKY)), 20, 76, -24, 0.55)
        + put(card(area('M0-10L10 8H-10Z', CORAL)), 78, 84, 18, 0.5) + line('M10 60C14 56 20 56 24 60M70 66C76 64 80 66 84 70', '#fff9', 2)
        + star(26, 30, 4, CREAM) + star(84, 34, 3.5, CREAM),
    'autumn-leaves': () => [[38, 42, -28, 1.35, GOLD, '#d29a2b'], [68, 60, 34, 1.15, CORAL, '#c94834'], [30, 80, 70, 0.75, '#f39a4a', '#d27622']]
        .map(([x, y, turn, size, fill, vein]) => put(area(LEAF, fill) + line('M0 14V-16M0 4L10-6M0 4L-10-6', vein, 1.8), x, y, turn, size)).join('')
        + line('M70 14C78 18 82 26 80 32M14 56C10 60 10 66 14 70', '#fff8', 2),
    'ghost-town': () => circle(76, 20, 11, CREAM) + oval(50, 88, 46, 5, SHADE) + area('M6 88V50H14V38H40V50H46V88Z', '#7a5236')
        + area('M11 42H43V52H11Z', CREAM) + line('M17 47H37', '#7a5236', 2.5) + area('M14 62H22V74H14ZM32 62H40V74H32Z', GOLD)
        + area('M23 66H31V88H23Z', NIGHT)
        + area('M66 28C82 28 88 42 87 56L89 84L82 78L76 85L69 78L62 85L56 78L49 84L50 56C49 42 54 28 66 28Z', '#f4f6ff')
        + area('M70 28C82 30 88 42 87 56L89 84L82 78L79 81C82 60 80 40 70 28Z', '#cfd6ee') + oval(61, 48, 4, 5.5, NIGHT) + oval(75, 48, 4, 5.5, NIGHT)
        + oval(68, 61, 4, 5, NIGHT) + area('M51 34C60 30 76 30 86 34L84 30H78C76 18 62 18 60 30H53Z', '#4a3222'),
    'goblin-poker': () => both(area('M34 44C22 30 10 28 2 32C6 46 16 58 32 60Z', '#8cc35a')
        + area('M30 46C22 38 14 36 9 37C13 46 20 53 30 55Z', '#c98a8a'), 50)
        + area('M50 20C68 20 76 34 75 50C74 68 62 82 50 86C38 82 26 68 25 50C24 34 32 20 50 20Z', '#8cc35a')
        + area('M50 20C68 20 76 34 75 50C74 68 62 82 50 86Z', '#71a843') + area('M25 40C30 22 70 22 75 40C60 34 40 34 25 40Z', '#3f6b3a')
        + area('M22 38C36 30 64 30 78 38L76 44C62 37 38 37 24 44Z', GOLD) + both(area('M32 50C36 44 44 46 46 52C42 57 35 56 32 50Z', '#fff6b0')
        + circle(40.5, 51.5, 2.6, NIGHT) + line('M30 46L44 49', '#3f6b3a', 3), 50)
        + area('M50 50C55 56 57 61 55 65C52 68 48 68 45 65C43 61 45 56 50 50Z', '#5f9436')
        + area('M36 70C44 75 56 75 64 70C62 79 56 81 50 81S38 79 36 70Z', NIGHT) + area('M42 72.5L44.5 66L47 73.2ZM58 72.5L55.5 66L53 73.2Z', '#fff'),
    'troll-guts': () => put(area('M-5 44L-9-20C-10-34 10-34 9-20L5 44Z', '#a8713a')
        + [[-6, -24], [5, -18], [-3, -10], [4, -28]].map(([x, y]) => circle(x, y, 2.4, '#efe6d4')).join(''), 82, 50, 20)
        + oval(48, 90, 32, 4.5, SHADE) + both(area('M22 54C12 44 6 46 5 52C8 62 16 66 24 66Z', '#8fa6b3'), 46)
        + area('M46 14C68 14 76 32 75 52C74 76 62 88 46 88S18 76 17 52C16 32 24 14 46 14Z', '#8fa6b3')
        + area('M46 14C68 14 76 32 75 52C74 76 62 88 46 88C60 78 62 30 46 14Z', '#748b99')
        + area('M24 28C28 8 62 6 70 30C62 21 56 26 52 19C46 26 40 19 36 26C32 21 28 24 24 28Z', '#3d2d24') + both(circle(36, 45, 5, '#fff6b0')
        + circle(37, 46, 2.4, NIGHT) + line('M28 38L42 40', '#3d2d24', 4), 46) + oval(46, 57, 10, 8.5, '#c79a92')
        + both(circle(42.5, 60, 1.7, '#7d5552'), 46) + line('M30 72C38 77 54 77 62 72', NIGHT, 3)
        + area('M33 74L34 62L39 75.5ZM59 74L58 62L53 75.5Z', CREAM) + circle(63, 64, 2, '#5f7583') + circle(28, 67, 1.5, '#5f7583'),
};

/** Light behind whatever it is. */
function scene(content) {
    const light = "<radialGradient id='l'><stop stop-color='#fff' stop-opacity='.34'/><stop offset='1' stop-color='#fff' stop-opacity='0'/></radialGradient>";
    return `<defs>${light}</defs>${circle(50, 48, 50, 'url(#l)')}${circle(50, 48, 43, '#ffffff14')}${content}`;
}

/** A game of which nobody has drawn a picture: what its description has, in cream. */
function ofEmblem(emblem) {
    return put(line(emblem, CREAM, 1.5), 17, 15, 0, 2.75);
}

/** What is drawn of a game on its colour, as the inside of an <svg>. */
export function drawing({ name, game = name, emblem }) {
    return scene(Object.hasOwn(SCENES, game) ? SCENES[game]() : ofEmblem(emblem));
}

const described = new Map();

/**
 * The picture of a game, as wide as whatever it stands in; variants have that of their game.
 * @param {Object} about a game, as GET /api/games has it
 * @returns {Object} the same description each time
 */
export function cover(about) {
    const { name, game = name, colour } = about;
    if (!described.has(game)) {
        described.set(game, h('span', {
            class: `cover-art cover-${game}`, style: { 'background-color': colour }, 'aria-hidden': 'true', model: true,
            ref: () => addPictures([[`.cover-${game}`, picture(BOX, drawing(about))]]),
        }));
    }
    return described.get(game);
}
