import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DECKS, ROWS, art, card, mini } from '../../web/src/art/card.js';
import { COLOURS, FACES, face } from '../../web/src/art/faces.js';
import { cover } from '../../web/src/art/cover.js';
import { contrast } from './contrast.mjs';

const BOTS = ['pebble', 'sparrow', 'badger', 'otter', 'magpie', 'lynx', 'raven', 'comet'];
const css = readFileSync(new URL('../../web/style/art.css', import.meta.url), 'utf8');
const papers = [...css.matchAll(/--card-paper: (#[0-9a-f]{6})/g)].map(([, colour]) => colour);

test('a card has as many shapes as its rank', () => {
    for (let rank = 1; rank <= 10; rank++)
        assert.equal(ROWS[rank][0].reduce((sum, count) => sum + count), rank);
});

test('cards are the same descriptions each time', () => {
    for (let rank = 0; rank <= 10; rank++)
        assert.ok(art(rank) === art(rank) && mini(rank) === mini(rank) && card(rank) === card(rank) && card(rank, true) === card(rank, true));
});

test('numbers are read on the paper of every deck', () => {
    const decks = Object.values(DECKS);
    assert.equal(decks.length, papers.length);
    decks.forEach(({ colours }, at) => colours.slice(1).forEach((colour, i) => assert.ok(contrast(colour, papers[at]) >= 4.5, `${i + 1} on ${papers[at]}`)));
});

test('everybody has a face of their own in every mood', () => {
    const all = [...BOTS, ...FACES];
    const seen = new Set(all.flatMap((name) => ['calm', 'glad', 'sad', 'wary'].map((mood) => face(name, mood).props.class)));
    assert.equal(FACES.length, 12);
    assert.equal(seen.size, all.length * 4);
});

test('who is unknown has no face, and people have the ground that they chose', () => {
    assert.equal(face('nobody').props.class, face('constructor').props.class);
    assert.equal(face('fox', 'cross').props.class, face('fox').props.class);
    assert.equal(COLOURS.length, 8);
    COLOURS.forEach((colour, at) => assert.equal(face('owl', 'glad', at).props.style['background-color'], colour));
    assert.equal(face('badger', 'calm', 1).props.style['background-color'], face('badger').props.style['background-color']);
});

test('the games have covers, variants that of their game, and a new one its emblem', () => {
    const games = readFileSync(new URL('../../games/games.def', import.meta.url), 'utf8');
    const source = readFileSync(new URL('../../web/src/art/cover.js', import.meta.url), 'utf8');
    const names = [...games.matchAll(/^GAME\((\w+)/gm)].map(([, name]) => name.replaceAll('_', '-'));
    assert.ok(names.filter((name) => new RegExp(`^    '?${name}'?: \\(\\) =>`, 'm').test(source)).length >= 23);
    const pairs = { name: 'pairs', game: 'pairs', colour: '#1d5c4a', emblem: '' };
    assert.equal(cover({ ...pairs, name: 'calamities' }), cover(pairs));
    assert.equal(cover({ ...pairs, name: 'new', game: 'new', emblem: 'M0 0H9' }).props.class, 'cover-art cover-new');
});
