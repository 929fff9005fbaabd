/**
 * Whether the robot that looks would see it: at a table where nothing is wrong, one thing after the other is broken on purpose, and each
 * is told by its kind. What is broken is put right again, and then nothing is wrong once more.
 */
import assert from 'node:assert/strict';
import { SWIFT } from './house.mjs';
import { INSIDE, contrast } from './looks.mjs';
import { Window } from './look/window.mjs';

/** A paper over a part of the window, as a panel that is too large would be. */
const PAPER = 'content: ""; position: fixed; z-index: 99; background: #fff; border: 1px solid #000;';
const PHONE = [320, 568];

/** How the page is broken, by the kind of fault that it is. */
const BREAKS = {
    'own card covered': '.prompt { transform: translateY(-150px) }',
    'things overlap': '.prompt { transform: translateY(-150px) }',
    'text cut off': '.plate .name { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; width: 12px }',
    'text to scroll to': '.prompt .choice-means { display: block; overflow: auto; height: 6px }',
    'text outside': 'html, body, .table, .prompt, .choices { overflow: visible; contain: none } .choice-words { position: fixed; left: 95vw; white-space: nowrap }',
    'text spills': '.prompt .choices button { width: 12px; min-width: 0; padding: 0; white-space: nowrap }',
    'text covered': `.prompt { ${PAPER} inset: 0 }`,
    'outside the window': '.seat:not(.own) .plate { transform: translateY(-60vh) }',
    'page scrolls': 'html, body { overflow: visible; height: auto } body::after { content: ""; display: block; height: 200vh }',
    'own cards small': '.seat.own [data-rank] { height: 60px }',
    'small to touch': '.prompt .choices button { width: 20px; min-width: 0; padding: 0 }',
    moved: '.seat:not(.own) { margin-top: 3px }',
    contrast: '.prompt .choice-words { color: #d8c9a0 }',
};

/** What is wrong at this decision, as kinds. */
async function kinds(page, window, you, before) {
    const faults = await page.evaluate(([seat, places]) => globalThis.measure.decision(seat, places), [you, before]);
    return [...new Set([...faults, ...await contrast(page, window)].map(({ kind, what }) => `${kind}: ${what}`))];
}

/** Puts a style on the page, above its own; the one before goes. */
async function wear(page, style) {
    await page.evaluate((text) => {
        globalThis.broken ??= new CSSStyleSheet();
        globalThis.broken.replaceSync(text);
        if (!document.adoptedStyleSheets.includes(globalThis.broken))
            document.adoptedStyleSheets.push(globalThis.broken);
    }, style.replaceAll(/;| }/g, (end) => ` !important${end}`));
}

async function seesAll(house) {
    const page = await house.browser.page({ settings: { ...SWIFT, speed: 'fast', confirm: 'never' } });
    for (const path of INSIDE)
        await page.addInitScript({ path });
    await page.goto(house.server.url);
    await page.waitForFunction(() => localStorage.getItem('pairs.token') && document.getElementById('page').childElementCount);
    const window = await Window.of(page);
    await page.evaluate(() => globalThis.player.sit({ game: 'monster', players: 4, chairs: ['you', '1', '1', '1'] }));
    const { you } = await page.evaluate(() => globalThis.player.next());
    await window.resize(...PHONE);
    const before = await page.evaluate(() => globalThis.measure.places());
    assert.deepEqual(await kinds(page, window, you, before), []);
    for (const [kind, style] of Object.entries(BREAKS)) {
        await wear(page, style);
        await window.resize(...PHONE);
        const found = await kinds(page, window, you, before);
        assert.ok(found.some((fault) => fault.startsWith(`${kind}: `)), `${kind} is not seen; found ${found.join(', ') || 'nothing'}`);
    }
    await wear(page, '');
    await window.resize(...PHONE);
    assert.deepEqual(await kinds(page, window, you, before), []);
}

export function tests() {
    return [{ name: 'the robot that looks sees each kind of fault where it is made on purpose', run: seesAll }];
}
