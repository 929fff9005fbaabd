/** Gestures: a dozen small faces and hands, each drawn the first time that it is shown. */
import { h } from '../patch.js';
import { addPictures, picture } from './picture.js';
import { area, both, circle, line, oval } from './shapes.js';

const BOX = '0 0 60 60';
const [INK, GOLD, SHADOW, CORAL, CREAM, SKY] = ['#3a2410', '#f7c64f', '#e0a032', '#e4604c', '#fff7e6', '#6fb6e8'];

function head(features, ground = GOLD) {
    return circle(30, 31, 25, ground === GOLD ? SHADOW : '#b8402f') + circle(30, 29, 25, ground) + features;
}

function openEyes(y = 25) {
    return both(oval(21, y, 3, 4.2, INK) + circle(20, y - 1.5, 1, CREAM));
}

const HAND = 'M17 34C12 28 13 24 16 24C18 24 20 27 21 29V12C21 8 26 8 26 12V24V9C26 5 31 5 31 9V24V11C31 7 36 7 36 11V26V16C36 12 41 12 41 16V36C41 48 35 53 29 53C22 53 20 42 17 34Z';

const DRAWN = {
    hello: () => area(HAND, GOLD) + line('M26 24V30M31 24V30M36 26V31', SHADOW, 1.6) + line('M47 12C50 15 51 19 51 22M44 18C46 20 46.5 22 46.5 24M9 14C7 17 6 20 7 23', INK, 2.4),
    laugh: () => head(both(line('M15 26Q20 19 25 26', INK, 3)) + area('M15 33H45C45 45 38 49 30 49S15 45 15 33Z', INK) + area('M21 44C24 40 36 40 39 44C36 48 33 49 30 49S24 48 21 44Z', CORAL)
        + both(area('M9 31C5 36 6 40 9 40S14 36 9 31Z', SKY))),
    wow: () => head(both(line('M15 15Q20 11 24 14', INK, 2.6)) + openEyes(24) + oval(30, 42, 6, 8, INK) + oval(30, 46, 3.5, 3, CORAL)),
    sad: () => head(both(line('M14 20L23 16', INK, 2.6)) + openEyes(27) + line('M20 45Q30 36 40 45', INK, 3.2) + area('M43 32C39 38 40 43 43.5 43S48 38 43 32Z', SKY)),
    think: () => head(line('M15 18Q20 14 25 18M35 15L45 13', INK, 2.6) + oval(22, 25, 2.8, 3.6, INK) + oval(40, 23, 2.8, 3.6, INK) + line('M22 41Q30 37 37 41', INK, 3))
        + area('M14 58C14 50 20 45 26 47L36 46C39 46 39 50 36 50L30 51C31 55 28 59 24 60H14Z', SHADOW),
    clap: () => `<g transform='rotate(-24 30 30) translate(-6 6) scale(.82)'>${area(HAND, SHADOW)}</g><g transform='rotate(-8 30 30) translate(8 8) scale(.82)'>${area(HAND, GOLD)}</g>`
        + line('M8 14L13 19M22 5L23 11M38 4L36 10', INK, 2.6),
    hurry: () => circle(30, 33, 23, SHADOW) + circle(30, 32, 23, CREAM) + circle(30, 32, 19, GOLD) + line('M30 32V19M30 32L38 37', INK, 3.4) + circle(30, 32, 2.6, INK)
        + line('M25 4H35M30 4V9M47 11L51 15', INK, 3.4),
    thanks: () => head(both(line('M15 25Q20 30 25 25', INK, 3)) + line('M19 37Q30 47 41 37', INK, 3.2) + both(oval(13, 34, 4, 2.6, '#ee8f6c'))),
    oops: () => head(openEyes(25) + line('M17 42L22 38L27 42L32 38L37 42L43 38', INK, 3) + both(line('M15 16Q19 13 23 16', INK, 2.4)) + area('M47 8C43 14 44 19 47.5 19S52 14 47 8Z', SKY)),
    angry: () => head(both(line('M13 18L25 24', INK, 3.4) + oval(21, 28, 2.8, 3.2, INK)) + line('M20 44Q30 37 40 44', INK, 3.4), CORAL),
    heart: () => area('M30 54C12 42 5 31 7 20C9 9 23 6 30 17C37 6 51 9 53 20C55 31 48 42 30 54Z', CORAL) + area('M13 21C14 15 20 13 23 15C18 16 15 21 15 27C13 26 12 24 13 21Z', '#ff9d8c'),
    bye: () => head(line('M15 25Q20 20 25 25', INK, 3) + oval(39, 24, 3, 4.2, INK) + line('M20 38Q30 46 40 38', INK, 3.2))
        + `<g transform='translate(32 26) rotate(16) scale(.58)'>${area(HAND, CREAM)}${line('M26 24V30M31 24V30M36 26V31', SHADOW, 2)}</g>`,
};

/** The names of all gestures, as docs/server.md has them. */
export const EMOTES = Object.keys(DRAWN);

const described = new Map();

/** The picture of a gesture, as high as a line and a half; it says nothing to those who only hear. */
export function emote(name) {
    if (!described.has(name))
        described.set(name, h('span', { class: `emote emote-${name}`, 'aria-hidden': 'true', model: true, ref: () => addPictures([[`.emote-${name}`, picture(BOX, DRAWN[name]())]]) }));
    return described.get(name);
}
