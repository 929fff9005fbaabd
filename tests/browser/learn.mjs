/** The guided hand of every game, with keys alone: each lesson is a record, which has what the learner is to decide. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { drawn } from './house.mjs';

const PRESSES = 200;

/** What the page calls verbs that records call otherwise: the first word of a button. */
const SAYS = { back: 'take it back', continue: 'stay', defend: 'use', discard: 'feed', done: 'keep', gift: 'give', name: 'say', place: 'lay', play: 'lay' };

/** The decisions of the learner, who sits on the first chair: lists of words, with the names of others as the page has them. */
function decisionsOf(game) {
    const lines = readFileSync(new URL(`../../lang/texts/lesson/${game.name}.txt`, import.meta.url), 'utf8').split('\n').map((line) => line.split(' '));
    const names = Object.fromEntries(lines.filter(([word]) => word === 'name').map(([, seat, name]) => [seat, name]));
    return lines.filter(([seat]) => seat === 'A').map((words) => words.slice(1).map((word) => names[word] ?? word));
}

/** What can be chosen: buttons under the question, and cards, seats and piles on the table. */
const OFFERS = '.prompt.yours .choices button.choice, .table:has(.prompt.yours .choices) .felt :is(button.card:not([aria-hidden]), .seat button.name, button.zone-take)';

/** What the lesson waits for: its end, somebody who reads on, a number, or one of several offers. */
function wants(page) {
    return page.waitForFunction((offers) => {
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
        if (document.querySelector('.prompt.yours .choices .steps'))
            return { number: true };
        const words = (offer) => {
            const said = (offer.querySelector('.choice-words') ?? offer.querySelector('.heard') ?? offer).cloneNode(true);
            said.querySelectorAll('kbd').forEach((key) => key.remove());
            return (offer.dataset.rank ?? said.textContent).trim();
        };
        const all = [...document.querySelectorAll(offers)];
        return all.length ? { offers: all.map((offer) => ({ key: offer.getAttribute('aria-keyshortcuts'), words: words(offer) })) } : null;
    }, OFFERS).then((found) => found.jsonValue());
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

/** Whether words stand somewhere in others, in this order; the learner is "you". */
function inOrder(text, words) {
    let at = 0;
    for (const one of text)
        at += at < words.length && (one === words[at] || (words[at] === 'ann' && one.startsWith('your'))) ? 1 : 0;
    return at === words.length;
}

/** Which of the offers leads to a decision, with so many of its words said: its place, and how many are said then; null: none does. */
function leads(offers, words, said) {
    const found = (match) => offers.findIndex((offer) => match(offer.words.toLowerCase()));
    const [first, ...rest] = words.map((word) => word.toLowerCase());
    const begins = (text) => text.startsWith(first) || (SAYS[first] && text.startsWith(SAYS[first]));
    const whole = found((text) => begins(text) && rest.length > 0 && inOrder(text.split(/[^\p{L}\d]+/u), rest));
    if (whole >= 0)
        return { at: whole, said: words.length };
    const verb = said ? -1 : found(begins);
    if (verb >= 0)
        return { at: verb, said: 1 };
    const next = found((text) => text === rest[Math.max(0, said - 1)]);
    return next >= 0 ? { at: next, said: Math.max(1, said) + 1 } : null;
}

async function press(page, { key, yes }) {
    if (yes)
        await page.waitForFunction(() => /^Yes: /.test(document.activeElement?.textContent));
    await page.keyboard.press(key ?? 'Enter');
}

/** Writes a number, or where there are few takes it from them. */
async function sayNumber(page, number) {
    const few = await page.locator('.prompt.yours .steps button').allTextContents();
    if (await page.locator('.prompt.yours .steps input').count()) {
        await tabTo(page, '.prompt.yours .steps input');
        await page.keyboard.press('Control+a');
        await page.keyboard.type(number);
    } else {
        await tabTo(page, '.prompt.yours .steps button', few.indexOf(number));
        await page.keyboard.press('Enter');
        await drawn(page);
        await tabTo(page, '.prompt.yours .stepper > .choice');
    }
    await drawn(page);
    await pressOn(page, 'Enter');
}

/** Says the next word of a decision; how many are said then. What can go only one way is not asked to its last word: then it is the next decision's turn. */
async function decide(page, { number, offers }, decisions, said) {
    let [words] = decisions;
    if (number) {
        await sayNumber(page, words.at(-1));
        return words.length;
    }
    let next = leads(offers, words, said);
    if (!next && said) {
        decisions.shift();
        [words] = decisions;
        next = leads(offers, words, 0);
    }
    assert(next, `${words.join(' ')}, of which ${said} are said, is none of ${offers.map((offer) => offer.words).join(', ')}`);
    const { key } = offers[next.at];
    if (!key)
        await tabTo(page, OFFERS, next.at);
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
            assert(decisions.length === (said ? 1 : 0), 'something was not asked');
            return;
        }
        if (wanted.key || wanted.yes)
            await press(page, wanted);
        else
            said = await decide(page, wanted, decisions, said);
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
