/** The result of a game to be shown to others: in words, or as a picture. */

import { _, number } from '../words.js';
import { download } from '../after/games.js';
import { endWords } from './result.js';
import { shortScore } from './names.js';
import { placesOf } from './over.js';

const WIDE = 1200;
const HIGH = 630;
const EDGE = 64;

/** To others one is called by name, not "You". */
function forOthers(scene) {
    return { ...scene, you: null, called: scene.names };
}

/** What is sent: what was played, who won, and the places. */
export function shareText(scene) {
    const { view, words, names } = scene;
    const lines = placesOf(view, words.low_wins).map(({ seat, total, place }) => `${place}. ${names[seat]}: ${shortScore(view, words, total)}`);
    return [`${words.title}: ${endWords(forOthers(scene))}`, ...lines].join('\n');
}

/**
 * Hands the words to whatever the device shares with, or to the clipboard.
 * @returns {Promise<string>} what to say about it, '' if nothing
 */
export async function shareWords(scene) {
    const text = shareText(scene);
    if (navigator.share)
        return navigator.share({ text, url: location.origin }).then(() => '', () => '');
    return navigator.clipboard.writeText(`${text}\n${location.origin}`).then(() => _('Copied'), () => _('That did not work.'));
}

/** The portraits that are on the page, to be drawn: by seat. */
async function portraits(root) {
    const found = {};
    for (const row of root.querySelectorAll('.result-row[data-seat]')) {
        const style = getComputedStyle(row.querySelector('.portrait'));
        const address = /url\("(.*)"\)/s.exec(style.backgroundImage)?.[1];
        const image = new Image();
        image.src = address?.replace('%3Csvg ', "%3Csvg width='120' height='120' ") ?? '';
        found[row.dataset.seat] = { ground: style.backgroundColor, image: await image.decode().then(() => image, () => null) };
    }
    return found;
}

/** As large as it may be and still fit. */
function fitText(pen, text, x, y, most, size, weight, family) {
    do
        pen.font = `${weight} ${size}px ${family}`;
    while (pen.measureText(text).width > most && --size > 18);
    pen.fillText(text, x, y, most);
}

function ground(pen, felt) {
    const light = pen.createRadialGradient(WIDE / 2, HIGH * 0.38, 60, WIDE / 2, HIGH * 0.45, WIDE * 0.7);
    light.addColorStop(0, felt.middle);
    light.addColorStop(1, felt.edge);
    pen.fillStyle = light;
    pen.fillRect(0, 0, WIDE, HIGH);
}

function round(pen, { ground: colour, image }, x, y, size) {
    pen.save();
    pen.beginPath();
    pen.arc(x + size / 2, y + size / 2, size / 2, 0, 7);
    pen.clip();
    pen.fillStyle = colour;
    pen.fillRect(x, y, size, size);
    if (image)
        pen.drawImage(image, x, y, size, size);
    pen.restore();
}

function rows(pen, scene, faces, fonts) {
    const { view, words, names } = scene;
    const all = placesOf(view, words.low_wins);
    const high = Math.min(84, (HIGH - 300) / all.length);
    const size = high * 0.82;
    all.forEach(({ seat, total, place }, i) => {
        const y = 232 + i * high;
        const middle = y + size / 2 + size * 0.16;
        pen.fillStyle = view.winners.includes(seat) ? '#ffd884' : '#f7f2e4';
        pen.textAlign = 'end';
        fitText(pen, `${number(place)}.`, EDGE + 46, middle, 60, size * 0.5, 600, fonts.display);
        if (faces[seat])
            round(pen, faces[seat], EDGE + 66, y, size);
        pen.textAlign = 'start';
        fitText(pen, names[seat], EDGE + 90 + size, middle, 560, size * 0.5, 600, fonts.text);
        pen.textAlign = 'end';
        fitText(pen, shortScore(view, words, total), WIDE - EDGE, middle, 280, size * 0.5, 600, fonts.text);
    });
}

/** Draws the result in our colours. */
async function draw(scene, root) {
    const style = getComputedStyle(root);
    const fonts = { display: style.getPropertyValue('--display') || 'serif', text: style.getPropertyValue('--text') || 'sans-serif' };
    const canvas = Object.assign(document.createElement('canvas'), { width: WIDE, height: HIGH });
    const pen = canvas.getContext('2d');
    ground(pen, { middle: style.getPropertyValue('--felt').trim() || '#1f6b4f', edge: style.getPropertyValue('--felt-edge').trim() || '#0d3a2a' });
    pen.textBaseline = 'alphabetic';
    pen.fillStyle = '#ffd884';
    fitText(pen, scene.words.title, EDGE, 96, WIDE - 2 * EDGE, 40, 600, fonts.display);
    pen.fillStyle = '#f7f2e4';
    fitText(pen, endWords(forOthers(scene)), EDGE, 176, WIDE - 2 * EDGE, 68, 600, fonts.display);
    rows(pen, scene, await portraits(root), fonts);
    pen.fillStyle = '#ffffffb0';
    pen.textAlign = 'end';
    fitText(pen, location.host, WIDE - EDGE, HIGH - 24, 500, 24, 500, fonts.text);
    return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}

/**
 * The result as a picture: shared where the device can, otherwise as a file.
 * @returns {Promise<string>} what to say about it
 */
export async function sharePicture(scene, root) {
    const name = `${scene.now.game.name}.png`;
    const picture = await draw(scene, root);
    const file = new File([picture], name, { type: 'image/png' });
    if (navigator.canShare?.({ files: [file] }))
        return navigator.share({ files: [file], text: shareText(scene) }).then(() => '', () => '');
    download(name, picture, 'image/png');
    return _('Saved');
}
