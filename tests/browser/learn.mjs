/** The guided hand of every game, with keys alone: each lesson is a record, which has what the learner is to decide. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { drawn } from './house.mjs';

const PRESSES = 200;

/** The decisions of the learner, who sits on the first chair: lists of words, with the names of others as the page has them. */
function decisionsOf(game) {
    const lines = readFileSync(new URL(`../../texts/lesson/${game.name}.txt`, import.meta.url), 'utf8').split('\n').map((line) => line.split(' '));
    const names = Object.fromEntries(lines.filter(([word]) => word === 'name').map(([, seat, name]) => [seat, name]));
    return lines.filter(([seat]) => seat === 'A').map((words) => words.slice(1).map((word) => names[word] ?? word));
}

/** What the lesson waits for: its end, somebody who reads on, a number, or one of several buttons. */
function wants(page) {
    return page.waitForFunction(() => {
        const teacher = document.querySelector('.teacher');
        if (!teacher)
            return null;
        if ([...teacher.querySelectorAll('button')].some((button) => button.textContent === 'Once more'))
            return { end: true };
        if (document.querySelector('.settlement'))
            return { key: 'Escape' };
        if (teacher.querySelector('button.main'))
            return { key: 'Enter' };
        if (document.querySelector('.choices.confirm'))
            return { yes: true };
        if (document.querySelector('.typing input'))
            return { number: true };
        const buttons = [...document.querySelectorAll('.prompt.yours .choices button.choice')];
        return buttons.length ? { buttons: buttons.map((button) => ({
            key: button.getAttribute('aria-keyshortcuts'),
            words: (button.querySelector('.choice-words') ?? button.querySelector('.heard')).textContent.replace(/[()]/g, ''),
        })) } : null;
    }).then((found) => found.jsonValue());
}

/** Presses a key that brings another question, and waits for it. */
async function pressOn(page, key) {
    const before = await page.locator('.prompt').textContent();
    await page.keyboard.press(key);
    await page.waitForFunction((words) => document.querySelector('.prompt')?.textContent !== words, before);
}

async function tabTo(page, selector, at = 0) {
    for (let i = 0; i < 100; i++) {
        if (await page.evaluate(([which, n]) => document.activeElement === document.querySelectorAll(which)[n], [selector, at]))
            return;
        await page.keyboard.press('Tab');
    }
    assert.fail(`Tab never comes to ${selector}`);
}

/** Which of the buttons leads to a decision, with so many of its words said: its place, and how many are said then. */
function leads(buttons, words, said) {
    const whole = buttons.findIndex((button) => button.words === words.join(' '));
    if (whole >= 0)
        return { at: whole, said: words.length };
    const verb = buttons.findIndex((button) => button.words.startsWith(`${words[0]} …`));
    if (verb >= 0)
        return { at: verb, said: 1 };
    const word = words[Math.max(1, said)];
    const next = buttons.findIndex((button) => button.words === word);
    assert(next >= 0, `${words.join(' ')} is none of ${buttons.map((button) => button.words).join(', ')}`);
    return { at: next, said: Math.max(1, said) + 1 };
}

async function press(page, { key, yes }) {
    if (yes)
        await page.waitForFunction(() => /^Yes: /.test(document.activeElement?.textContent));
    await page.keyboard.press(key ?? 'Enter');
}

/** Says the next word of a decision; how many are said then. */
async function decide(page, { number, buttons }, words, said) {
    if (number) {
        await tabTo(page, '.typing input');
        await page.keyboard.press('Control+a');
        await page.keyboard.type(words.at(-1));
        await drawn(page);
        await pressOn(page, 'Enter');
        return words.length;
    }
    const next = leads(buttons, words, said);
    const { key } = buttons[next.at];
    if (!key)
        await tabTo(page, '.prompt.yours .choices button.choice', next.at);
    await drawn(page);
    await pressOn(page, key || 'Enter');
    return next.said;
}

async function learn(house, game) {
    const page = await house.browser.page();
    await page.goto(`${house.server.url}#/learn/${game.name}`);
    const decisions = decisionsOf(game);
    let said = 0;
    for (let i = 0; i < PRESSES; i++) {
        const wanted = await wants(page);
        if (wanted.end) {
            assert.equal(decisions.length, 0, 'something was not asked');
            return;
        }
        if (wanted.key || wanted.yes)
            await press(page, wanted);
        else
            said = await decide(page, wanted, decisions[0], said);
        if (said === decisions[0]?.length) {
            decisions.shift();
            said = 0;
        }
        await drawn(page);
    }
    assert.fail(`the lesson does not end: ${await page.locator('.prompt').textContent()}`);
}

/** @param {Array<Object>} games all that /api/games names */
export function tests(games) {
    return games.filter((game) => game.name === game.game).map((game) => ({
        name: `the guided hand of ${game.name} is learned to its end with keys alone`,
        run: (house) => learn(house, game),
    }));
}
