/**
 * Portraits: of the eight bots, of a dozen animals for people to choose, and of nobody in particular. Each is drawn the first
 * time that it is shown, as a picture of a style sheet; the ground is a colour below it, round in style/art.css.
 */
import { h } from '../patch.js';
import { MOODS, beak, eyes, mouth } from './mood.js';
import { addPictures, picture } from './picture.js';
import { area, both, circle, line, oval } from './shapes.js';

const BOX = '0 0 60 60';
const DARK = '#2b2321';

/** The grounds that people choose from. */
export const COLOURS = ['#e8a33d', '#5f9ac4', '#7fb796', '#d9776a', '#a98bc9', '#4fa3a0', '#d8b98a', '#8792a3'];

/** The bots by strength: on which ground, and how they look in a mood. */
const BOTS = {
    pebble: ['#8fcac0', (mood) => line('M31 15C31 10 33 7 36 5', '#5c8a4a', 1.8) + area('M36 6C41 1 47 3 48 4C46 9 40 10 36 6Z', '#74a858')
        + area('M33 10C29 5 24 6 22 7C24 11 29 13 33 10Z', '#8fc06d')
        + area('M7 41C5 26 16 14 31 14C46 14 56 26 54 41C53 52 43 55 30 55S8 52 7 41Z', '#9aa0a9')
        + area('M7 41C5 26 16 14 31 14C25 16 16 25 17 38C18 47 22 52 27 55C15 54 8 50 7 41Z', '#b6bcc3')
        + area('M54 41C53 52 43 55 30 55C42 52 49 44 48 25C53 30 55 36 54 41Z', '#80868f') + circle(41, 23, 1.6, '#80868f')
        + circle(46, 29, 1, '#80868f') + circle(20, 24, 1.2, '#d3d7db') + both(oval(17, 43, 4, 2.4, '#e3a7a0'))
        + eyes(mood, { y: 36, apart: 8.5, r: 3.2, lid: '#a3a9b1' }) + mouth(mood, { y: 43, wide: 4.5 })],
    sparrow: ['#86bfe0', (mood) => oval(30, 62, 24, 19, '#9a6a40') + area('M6 62C7 50 13 46 17 47L20 62Z', '#6d4526')
        + area('M54 62C53 50 47 46 43 47L40 62Z', '#6d4526') + oval(30, 60, 13, 14, '#f1e6d3') + circle(30, 31, 19, '#f3e8d6')
        + area('M26 13C27 6 33 5 36 7C33 8 33 10 34 13Z', '#7b3f1d')
        + area('M11 32C9 18 19 11 30 11S51 18 49 32C46 25 39 25 36 30L30 25L24 30C21 25 14 25 11 32Z', '#8d4a24')
        + area('M21 14C25 11 35 11 39 14C36 19 33 22 30 25C27 22 24 19 21 14Z', '#6d737c') + both(circle(15.5, 38, 3.2, '#e2bfa0'))
        + area('M24 42Q30 38 36 42L39 55Q30 61 21 55Z', '#3b2c25') + eyes(mood, { y: 32, apart: 8.5, r: 3, lid: '#8d4a24' })
        + beak(mood, { y: 36, wide: 5, high: 7, upper: '#f0a030', lower: '#c97a12' })],
    badger: ['#e3b04f', (mood) => oval(30, 66, 27, 18, '#6c7079') + both(circle(13, 15, 6, DARK) + circle(13, 15.5, 3.2, '#f6f0e6'))
        + area('M30 8C44 8 52 20 50 34C48.5 46 41 56 30 56S11.5 46 10 34C8 20 16 8 30 8Z', '#f6f0e6')
        + both(area('M25 10C20 7 13 14 12 24C11.5 34 15 43 21 50C25 45 26.5 35 26.8 26C27 19 27.5 12 25 10Z', DARK))
        + area('M24 47Q30 41 36 47Q36 56 30 56T24 47Z', '#e4dccf') + oval(30, 45, 5, 3.7, DARK) + oval(28.6, 43.8, 1.5, 0.9, '#8a817d')
        + eyes(mood, { y: 30, apart: 10.5, r: 2.5, ink: '#17110f', white: '#fff', lid: DARK }) + mouth(mood, { y: 50, wide: 3.5 })],
    otter: ['#5fb0c9', (mood) => oval(30, 66, 25, 18, '#6b4427') + oval(30, 63, 13, 12, '#d9bb8e') + both(circle(11, 20, 5.5, '#7c502d')
        + circle(11.5, 20.5, 3, '#5a3820')) + area('M30 8C46 8 54 20 53 33C52 46 43 54 30 54S8 46 7 33C6 20 14 8 30 8Z', '#7c502d')
        + area('M30 8C40 8 47 12 50 20C40 14 20 14 10 20C13 12 20 8 30 8Z', '#8f6039') + both(oval(23.5, 42, 9, 7.5, '#f0dcb8'))
        + oval(30, 47, 8, 6.5, '#f0dcb8') + both(line('M19 41L6 39M19 44L7 47', '#fbf0d8', 0.9))
        + area('M24.5 36Q30 32.5 35.5 36Q35 41 30 42Q25 41 24.5 36Z', DARK) + oval(28, 36, 1.7, 0.9, '#8a7468')
        + eyes(mood, { y: 28, apart: 11, r: 3.2, lid: '#7c502d' }) + mouth(mood, { y: 45, wide: 4.5 })],
    magpie: ['#f2a58c', (mood) => oval(30, 66, 27, 20, '#1f232e') + area('M14 66C13 48 20 41 30 41S47 48 46 66Z', '#faf6ee')
        + both(area('M3 64C3 53 8 46 14 45C17 51 17 58 16 64Z', '#2f78c8') + area('M3 64C4 57 7 52 11 50C12 55 12 60 11 64Z', '#5fb4e8'))
        + area('M30 8C43 8 49 17 49 27C49 38 41 45 30 49C19 45 11 38 11 27C11 17 17 8 30 8Z', '#1f232e')
        + area('M13 21C16 12 24 8 32 9C25 12 19 18 16 29C13 27 12 24 13 21Z', '#41507c')
        + "<circle cx='30' cy='52' r='4.4' fill='none' stroke='#f3bd3c' stroke-width='2.4'/>"
        + area('M27.5 56L30 53.5L32.5 56L30 59.5Z', '#e0524f')
        + eyes(mood, { y: 26, apart: 9, r: 2.5, white: '#f4f1ea', ink: '#10131b', lid: '#1f232e' })
        + beak(mood, { y: 31, wide: 5.5, high: 16, upper: '#6b7388', lower: '#3b4050' })],
    lynx: ['#7fae8f', (mood) => oval(30, 68, 24, 16, '#b97f45') + both(line('M15 12L12 3', DARK, 2.6)
        + area('M12 32C11 23 12 15 14 9C20 12 25 17 28 22Z', '#c88e52') + area('M14.5 24C14.5 20 15 16 15.5 14C19 16 21 19 23 21Z', '#f6e2c6')
        + area('M13 15C13 12 13.5 11 14 9C16.5 10 18 11.5 20 13.5Z', DARK) + area('M12 31L2 44L9 44L7 52L15 51L18 59L29 54Z', '#f3dfbd'))
        + area('M30 18C42 18 49 26 49 36C49 47 41 54 30 54S11 47 11 36C11 26 18 18 30 18Z', '#c88e52')
        + both(area('M30 55C21 55 15 51 13 45C18 42 25 43 30 48Z', '#fdf4e4')) + line('M30 20V25M25.5 21L27 25.5M34.5 21L33 25.5', '#7a4f24', 1.8)
        + both(circle(14.5, 34, 1, '#7a4f24') + circle(14, 38.5, 1, '#7a4f24') + line('M22 48L9 47M22 50.5L10 53', '#fff', 0.8))
        + area('M26 42.5Q30 40.5 34 42.5L30 46.5Z', '#b8524a') + line('M30 46V48', DARK, 1.3)
        + eyes(mood, { y: 35.5, apart: 9.5, r: 2.9, white: '#e3ea7c', ink: '#1b2413', slit: true, lid: '#c88e52', brow: '#5c3a18', shut: '#5c3a18' })
        + mouth(mood, { y: 48.5, wide: 4 })],
    raven: ['#b9a5dc', (mood) => circle(46, 14, 9, '#f7ecc4') + circle(49, 12, 1.8, '#e6d6a0')
        + area('M3 64C1 36 6 12 27 10C38 9 45 16 46 26C46 36 40 42 40 50C40 56 42 60 44 64Z', '#262a3c')
        + area('M3 64C2 46 4 30 10 21C9 38 13 52 20 64Z', '#3d476b') + area('M40 38L46 43L39.5 44L44 50L38.5 50L42 57L34 60L32 46Z', '#262a3c')
        + line('M18 31Q21 35 25 34M16 38Q20 43 25 41M17 46Q21 51 27 48', '#4a5580', 1.5)
        + (mood === 'glad' ? area('M42 33L55 41Q48 44 40 39Z', '#3c4152') + area('M42 32L54 37L46 36Z', '#c9605a') : '')
        + area(mood === 'sad' ? 'M41 22C51 22 56 30 55 42C51 36 46 36 40 36Z' : 'M42 21C52 20 60 25 60 36C55 33 48 34 40 36Z', '#5a6074')
        + line(mood === 'sad' ? 'M42 23C49 24 53 29 54 35' : 'M43 22.5C50 22 56 25 58.5 30', '#8b92a8', 1.3)
        + eyes(mood, { one: true, y: 24, apart: -3, r: 3.2, white: '#f4c04a', ink: '#15171f', lid: '#262a3c', brow: '#9aa6d0' })],
    comet: ['#27306e', (mood) => area('M-2 -2H22C34 4 45 12 52 26L24 50C12 42 4 30 -2 18Z', '#3f55b8')
        + area('M-2 -2H10C26 4 40 14 48 28L26 48C14 38 4 22 -2 8Z', '#6f8fee') + area('M-2 -2C16 4 34 16 42 28L28 42C18 32 6 16 -2 -2Z', '#b9d0ff')
        + circle(47, 8, 1.3, '#fff') + circle(54, 17, 0.9, '#fff') + circle(8, 44, 1.3, '#fff') + circle(15, 54, 0.9, '#fff')
        + circle(56, 53, 1, '#fff') + circle(37, 37, 18, '#ffcf63') + area('M37 19A18 18 0 0 0 23 48A22 22 0 0 1 37 19Z', '#ffe6a3')
        + both(oval(27, 42, 3.4, 2.2, '#f29b5b'), 37)
        + eyes(mood, { middle: 37, y: 35.5, apart: 7, r: 2.9, ink: '#4a3000', lid: '#ffcf63', brow: '#4a3000' })
        + mouth(mood, { middle: 37, y: 42, wide: 5, ink: '#5a3400' })],
};

/** Those that people choose from. */
const ANIMALS = {
    fox: (mood) => oval(30, 68, 22, 14, '#c9611f') + both(area('M10 30L6 4C16 7 23 12 28 18Z', '#e2762c')
        + area('M12 24L10 11C15 13 18 15 21 18Z', '#5a2b17'))
        + area('M30 13C43 13 53 22 56 36C49 38 45 53 30 57C15 53 11 38 4 36C7 22 17 13 30 13Z', '#e2762c')
        + both(area('M4 36C13 34 24 37 30 43V57C15 53 11 38 4 36Z', '#fff4e6')) + oval(30, 45, 4.2, 3.2, DARK)
        + eyes(mood, { y: 33, apart: 10, r: 3, lid: '#e2762c' }) + mouth(mood, { y: 50, wide: 3.8 }),
    owl: (mood) => oval(30, 62, 24, 22, '#8a6440') + area('M22 55Q26 59 30 55Q34 59 38 55L36 62H24Z', '#c9a878')
        + both(area('M9 30C6 20 6 11 8 4C15 6 22 10 27 15Z', '#6f4e30')) + oval(30, 32, 22, 20, '#8a6440') + both(circle(19.5, 31, 11.5, '#f0dfbf')
        + circle(19.5, 31, 7.5, '#e2c898')) + area('M30 20L24 14H36Z', '#6f4e30')
        + eyes(mood, { y: 31, apart: 10.5, r: 3.8, white: '#ffd257', ink: '#20160d', lid: '#b08a5c', brow: '#4a3018', shut: '#4a3018' })
        + beak(mood, { y: 36, wide: 3.8, high: 7, upper: '#e79a2c', lower: '#b66f12' }),
    hare: (mood) => both(area('M18 27C9 16 8 2 14 0C22 -1 27 12 26 25Z', '#b8946c') + area('M19 22C14 14 13 6 15.5 4C19 5 22 13 22.5 22Z', '#f0b9ab'))
        + oval(30, 68, 20, 14, '#a5835d') + oval(30, 39, 19, 18, '#b8946c') + both(oval(23.5, 47, 7.5, 6.5, '#f6e8d2'))
        + oval(30, 51, 6, 5, '#f6e8d2') + both(line('M19 47L7 46M19 49.5L8 52', '#fff6e6', 0.9))
        + area('M26.5 41.5Q30 39.5 33.5 41.5L30 45Z', '#d9776f') + eyes(mood, { y: 36, apart: 11, r: 3.2, lid: '#b8946c' })
        + mouth(mood, { y: 48, wide: 4 }) + (mood === 'glad' ? area('M28 48H32V51.5H28Z', '#fff') : ''),
    bear: (mood) => oval(30, 68, 26, 16, '#5d3d29') + both(circle(12, 16, 8, '#6e4932') + circle(12.5, 17, 4.5, '#a5744f'))
        + oval(30, 33, 23, 21, '#6e4932') + oval(30, 42, 11.5, 9.5, '#d8b184') + oval(30, 37.5, 5, 3.5, DARK) + oval(28.5, 36.5, 1.6, 0.8, '#8d7a70')
        + both(oval(14, 38, 3.5, 2.2, '#8d5a44')) + eyes(mood, { y: 29, apart: 10, r: 2.9, lid: '#6e4932', brow: '#301d12' })
        + mouth(mood, { y: 44, wide: 4.5 }),
    cat: (mood) => oval(30, 68, 22, 15, '#6f7786') + both(area('M10 30L9 5C16 8 22 12 27 18Z', '#848d9c')
        + area('M13 23L12.5 11C16 13 19 15 21.5 18Z', '#eab0ac'))
        + area('M30 14C44 14 53 23 52 35C51 47 42 54 30 54S9 47 8 35C7 23 16 14 30 14Z', '#848d9c')
        + line('M30 16V23M24.5 17L26 22.5M35.5 17L34 22.5', '#525a69', 2.2) + both(line('M9.5 34L15 35M10.5 40L15.5 39.5', '#525a69', 2)
        + oval(24.5, 44.5, 6.5, 5.5, '#f2eee8') + line('M20 44L6 42M20 47L7 49', '#fff', 0.9)) + area('M26.5 39.5H33.5L30 43.5Z', '#e08a88')
        + eyes(mood, { y: 33, apart: 10.5, r: 3.1, white: '#bfe36b', ink: '#1c2413', slit: true, lid: '#848d9c', brow: '#3d4451', shut: '#3d4451' })
        + mouth(mood, { y: 45.5, wide: 4 }),
    frog: (mood) => oval(30, 66, 24, 15, '#5b9a3f') + both(circle(15.5, 18, 10, '#6fb54c'))
        + area('M30 20C47 20 56 30 55 40C54 51 43 56 30 56S6 51 5 40C4 30 13 20 30 20Z', '#6fb54c')
        + area('M9 44C16 51 44 51 51 44C49 53 41 56 30 56S11 53 9 44Z', '#cfe6a0') + both(circle(26.5, 33, 1, '#3f7a2b')
        + oval(12, 39, 3.6, 2.2, '#e59a7f'))
        + eyes(mood, { y: 18, apart: 14.5, r: 4, white: '#fdfbe8', lid: '#6fb54c', brow: '#2f5d20', shut: '#21401a' })
        + mouth(mood, { y: 40.5, wide: 9, ink: '#2f4a1c' }),
    hedgehog: (mood) => area('M30 2L35 8L42 4L44 11L52 10L51 18L58 21L54 28L60 34L54 38L58 46L51 48L52 57L8 57L9 48L2 46L6 38L0 34L6 28L2 21L9 18L8 10L16 11L18 4L25 8Z', '#6a4a36')
        + area('M30 9L34 14L40 11L42 17L48 18L47 25L53 30L48 36L52 44L30 56L8 44L12 36L7 30L13 25L12 18L18 17L20 11L26 14Z', '#8b6549')
        + area('M30 22C36 17 47 22 48 35C49 48 40 57 30 57S11 48 12 35C13 22 24 17 30 22Z', '#f1d9b5') + both(oval(16.5, 43, 3.5, 2.3, '#eaa58b'))
        + oval(30, 41, 4.6, 3.8, DARK) + circle(28.5, 39.8, 1.1, '#9c8f88') + eyes(mood, { y: 34, apart: 9.5, r: 3, lid: '#f1d9b5', brow: '#6a4a36' })
        + mouth(mood, { y: 47.5, wide: 4.2 }),
    whale: (mood) => line('M30 14V8M30 9C27 3 21 3 20 7M30 9C33 3 39 3 40 7', '#e6f6ff', 2.4)
        + area('M30 14C48 14 58 27 58 42C58 54 50 62 30 62S2 54 2 42C2 27 12 14 30 14Z', '#3f76ad')
        + area('M30 14C17 14 9 21 5 31C14 22 28 20 40 22C36 17 33 14 30 14Z', '#5b92c6')
        + area('M6 46C14 52 46 52 54 46C54 58 44 62 30 62S6 58 6 46Z', '#e3eef5') + line('M20 55V60M27 56V61M34 56V61M41 55V60', '#a9c4d6', 1.5)
        + both(oval(12, 43, 3.5, 2.2, '#e39a9a')) + eyes(mood, { y: 36, apart: 15.5, r: 3.3, lid: '#3f76ad', brow: '#16324f' })
        + mouth(mood, { y: 45, wide: 7, ink: '#16324f' }),
    crab: (mood) => both(line('M9 46C3 44 2 36 6 31', '#c23b2e', 4) + area('M7 33C-1 31 -1 20 5 15L7 23L13 16C17 23 14 32 7 33Z', '#e4523f')
        + line('M11 53L4 57M15 57L10 61', '#c23b2e', 3) + line('M21 28V15', '#c23b2e', 3))
        + area('M30 25C47 25 54 34 54 43C54 53 44 58 30 58S6 53 6 43C6 34 13 25 30 25Z', '#e4523f')
        + area('M30 25C18 25 10 30 7 38C18 30 42 30 53 38C50 30 42 25 30 25Z', '#f0745e') + both(circle(21, 14, 6, '#e4523f')
        + oval(15, 45, 3.6, 2.2, '#f59a80')) + circle(30, 33, 1.2, '#c23b2e') + both(circle(23, 34, 1.2, '#c23b2e'))
        + eyes(mood, { y: 14, apart: 9, r: 3, white: '#fff8ee', lid: '#c23b2e', brow: '#7c1d16', shut: '#5f120d' })
        + mouth(mood, { y: 43.5, wide: 6 }),
    bee: (mood) => both(oval(9, 44, 13, 9, '#eaf6fb') + line('M24 14C22 7 17 5 13 6', DARK, 2) + circle(12.5, 6.5, 2.6, DARK))
        + oval(30, 58, 19, 16, '#f5bf31') + area('M12 53C22 58 38 58 48 53L49 58C38 63 22 63 11 58Z', '#3b2b1f') + circle(30, 31, 20, '#f8cb45')
        + area('M13 21C18 13 25 11 30 11S42 13 47 21C40 17 20 17 13 21Z', '#3b2b1f') + both(oval(15.5, 38, 3.6, 2.3, '#ee9a5a'))
        + eyes(mood, { y: 31, apart: 9, r: 3.8, ink: '#2a1d12', lid: '#f8cb45' }) + mouth(mood, { y: 39, wide: 5 }),
    snail: (mood) => circle(39, 34, 20, '#b8643c') + circle(40, 35, 14, '#d98a55') + circle(41, 36, 8, '#b8643c') + circle(42, 37, 3.6, '#e8a878')
        + area('M-2 62C-2 54 4 52 6 44C7 36 12 31 20 31C29 31 34 38 33 46C33 52 40 54 58 54C60 58 60 60 60 62Z', '#e8cf8e')
        + line('M13 33L9 17M26 33L29 17', '#e8cf8e', 3.6) + circle(9, 15, 5.5, '#e8cf8e') + circle(29, 15, 5.5, '#e8cf8e')
        + both(oval(12, 46, 2.8, 1.8, '#eba184'), 19.5)
        + eyes(mood, { middle: 19, y: 15, apart: 10, r: 2.7, white: '#fff', lid: '#c9a95f', brow: '#6d4f1c', shut: '#4e3812' })
        + mouth(mood, { middle: 19.5, y: 43.5, wide: 4.5 }),
    moth: (mood) => both(area('M27 36C19 24 6 18 -2 22V62H27Z', '#7d688c') + area('M27 40C18 32 6 28 -2 32V46C8 46 20 46 27 50Z', '#a58fb2')
        + circle(9, 49, 5.5, '#f0dfb9') + circle(9, 49, 2.8, '#4b3759')
        + line('M25 20C24 12 20 7 13 4M23 12L23 5.5M19.5 8L19 2M24.5 16L18 14.5M21.5 10L14.5 9.5', '#e9d9c2', 1.7))
        + area('M18 62C17 52 22 46 30 46S43 52 42 62Z', '#e2d0b4')
        + area('M30 16L34 18L38 17L40 21L44 23L43.5 27L46 31L43.5 35L44 39L40 41L38 45L34 44L30 47L26 44L22 45L20 41L16 39L16.5 35L14 31L16.5 27L16 23L20 21L22 17L26 18Z', '#f8efdf')
        + both(oval(20, 37.5, 3, 2, '#eab4a4')) + eyes(mood, { y: 31, apart: 7, r: 3.7, ink: '#31213b', lid: '#f8efdf' })
        + mouth(mood, { y: 38, wide: 3.5 }),
};

/** The names of the faces that people choose from. */
export const FACES = Object.keys(ANIMALS);

const NOBODY = circle(30, 24, 12, '#fff8') + area('M6 62C6 46 16 40 30 40S54 46 54 62Z', '#fff8');

function draw(name, mood) {
    return BOTS[name]?.[1](mood) ?? ANIMALS[name]?.(mood) ?? NOBODY;
}

function groundOf(name, colour) {
    return BOTS[name]?.[0] ?? COLOURS[colour ?? (FACES.indexOf(name) + COLOURS.length) % COLOURS.length];
}

const drawn = new Set();

/** A picture is drawn with the first of its elements, and there for all others. */
function ready(kind, name, mood) {
    if (drawn.has(kind))
        return;
    drawn.add(kind);
    addPictures([[`.${kind}`, picture(BOX, draw(name, mood))]]);
}

const described = new Map();

/**
 * A round portrait, as wide as whatever it stands in.
 * @param {string} name a bot or one of FACES; of any other a figure without a face
 * @param {string} [mood] calm, glad, sad or wary
 * @param {number} [colour] of COLOURS, behind a person; bots have their own
 * @returns {Object} the same description each time, so that it costs nothing to show again
 */
export function face(name, mood = 'calm', colour = undefined) {
    const who = Object.hasOwn(BOTS, name) || Object.hasOwn(ANIMALS, name) ? name : 'nobody';
    const how = MOODS.includes(mood) ? mood : 'calm';
    const key = `${who} ${how} ${colour}`;
    if (!described.has(key)) {
        const kind = `portrait-${who}-${how}`;
        described.set(key, h('span', {
            class: `portrait ${kind}`, style: { 'background-color': groundOf(who, colour) }, 'aria-hidden': 'true', model: true, ref: () => ready(kind, who, how),
        }));
    }
    return described.get(key);
}
