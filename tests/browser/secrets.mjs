/** Hidden cards: all that a browser gets, held against the record of the game, once that is open. */
import assert from 'node:assert/strict';
import { makeTable, someoneClicks } from './hand.mjs';
import { dice } from './robot.mjs';

/** Deadfall: six hidden cards each, a first card that all choose at the same time, and hands that are shown once one is called. */
const GAME = { game: 'deadfall', players: 4, options: { hands: 2 }, chairs: ['you', 'open', 'open', '3'], name: 'Ann', open: true };
const SEATS = 'ABCD';
const PEOPLE = 'ABC';

/**
 * All that is in the page: each attribute of all elements, and their words. Besides, the cards of each hand as they are drawn, in a
 * row; and in rows, too, the numbers in each attribute and in the words of a hand that is another's. To be evaluated there.
 */
export function partsOfPage() {
    const partsOf = (elements) => {
        const parts = { words: [] };
        for (const element of elements) {
            for (const { name, value } of element.attributes)
                (parts[name] ??= []).push(value);
            parts.words.push(...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data));
        }
        return parts;
    };
    const hands = [...document.querySelectorAll('[data-spot^="hand/"]')];
    return {
        ...partsOf(document.querySelectorAll('*')),
        drawn: hands.map((hand) => [...hand.querySelectorAll('[data-rank]')].map((card) => Number(card.dataset.rank))),
        others: hands.filter((hand) => !hand.closest('.own'))
            .map((hand) => Object.values(partsOf([hand, ...hand.querySelectorAll('*')])).map((values) => values.flatMap((value) => value.match(/\d+/g) ?? []).map(Number))),
    };
}

/** All that is in a browser: the page, and whatever it keeps. */
async function everythingIn(page) {
    const parts = await page.evaluate(partsOfPage);
    const kept = await page.evaluate(async () => {
        const stored = [];
        for (const { name } of await indexedDB.databases()) {
            const base = await new Promise((resolve, reject) => {
                const asked = indexedDB.open(name);
                asked.onsuccess = () => resolve(asked.result);
                asked.onerror = () => reject(asked.error);
            });
            for (const store of base.objectStoreNames)
                stored.push(await new Promise((resolve, reject) => {
                    const asked = base.transaction(store).objectStore(store).getAll();
                    asked.onsuccess = () => resolve(asked.result);
                    asked.onerror = () => reject(asked.error);
                }));
            base.close();
        }
        return [{ ...localStorage }, { ...sessionStorage }, stored];
    });
    return [parts, kept];
}

/** A guest with all that comes to them: frames as they come, and now and then all that is in the browser. */
async function makeGuest(house, seat) {
    const page = await house.browser.page();
    const guest = { page, seat, got: [] };
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => guest.got.push({ message: JSON.parse(payload) })));
    page.on('response', async (answer) => {
        if (answer.url().includes('/api/'))
            guest.got.push({ inside: await answer.json().catch(() => null) });
    });
    return guest;
}

async function sitDown(house) {
    const guests = [];
    for (const seat of PEOPLE)
        guests.push(await makeGuest(house, seat));
    const [{ page: host }] = guests;
    await host.goto(house.server.url);
    await host.locator('.gallery .game').first().waitFor();
    const { table, invitation } = await makeTable(host, GAME);
    await host.goto(`${house.server.url}#${table}/${invitation}`);
    for (const { page, seat } of guests.slice(1)) {
        await page.goto(`${house.server.url}#${table}/${invitation}`);
        await page.getByRole('button', { name: 'Sit down' }).click();
        await host.locator(`.plates .person[data-seat=${seat}]`).waitFor();
    }
    await host.getByRole('button', { name: 'Begin' }).click();
    for (const { page } of guests)
        await page.locator('.felt').waitFor();
    return { guests, table };
}

/** What is in a browser belongs to the moment only if nothing has come meanwhile. */
async function lookInto(guest) {
    for (;;) {
        const before = guest.got.length;
        const inside = await everythingIn(guest.page);
        if (guest.got.length === before) {
            guest.got.push({ inside });
            return;
        }
    }
}

async function playTogether(guests) {
    const roll = dice('secrets');
    const lookAround = async () => {
        for (const guest of guests)
            await lookInto(guest);
    };
    while (await someoneClicks(guests.map(({ page }) => page), roll, lookAround));
}

/** The hands as the record has them: one object of cards by seat for each, in the order in which they were dealt. */
export function handsIn(record) {
    const hands = [];
    for (const words of record.split('\n').map((line) => line.replace(/ *#.*/, '').split(' '))) {
        if (words[0] === 'hand')
            hands.push({});
        if (words[0] === 'deal')
            hands.at(-1)[words[1]] = [...hands.at(-1)[words[1]] ?? [], ...words.slice(2).map(Number)];
    }
    return hands;
}

/** The numbers of what somebody got, in a row for each kind of thing, whatever stands between them. */
function streamsIn(value, kind = '', streams = {}) {
    if (value !== null && typeof value === 'object')
        for (const [name, part] of Object.entries(value))
            streamsIn(part, Array.isArray(value) ? kind : name, streams);
    else
        (streams[kind] ??= []).push(...String(value).match(/\d+/g) ?? []);
    return streams;
}

/** The numbers of each list and of each sentence, without piles: what lies there was laid for all to see. */
function rowsIn(value, rows = []) {
    if (typeof value === 'string')
        rows.push(...value.split(/[.:] /).map((sentence) => sentence.match(/\d+/g) ?? []));
    else if (Array.isArray(value) && value.every((each) => typeof each === 'number'))
        rows.push(value);
    else if (value !== null && typeof value === 'object' && value.place !== 'pile')
        Object.values(value).forEach((part) => rowsIn(part, rows));
    return rows;
}

function sorted(cards) {
    return cards.toSorted((a, b) => a - b);
}

function isIn(rows, cards) {
    return rows.some((row) => ` ${row.join(' ')} `.includes(` ${cards.join(' ')} `));
}

/**
 * The whole hand of somebody: as it was dealt, whatever stands between its cards, or sorted, in one list or sentence. Cards of one's
 * own are shown sorted: with five of them any number beside them may make the hand of another who has nearly the same.
 */
export function wholeHand(value, cards) {
    const orders = [sorted(cards), sorted(cards).reverse()];
    const isSorted = orders.some((order) => String(order) === String(cards));
    return orders.some((order) => isIn(rowsIn(value), order)) || (!isSorted && isIn(Object.values(streamsIn(value)), cards));
}

/** The hand of another who was dealt the same cards cannot be told from one's own. */
export function gotHandOf(value, other, own) {
    return String(sorted(other)) !== String(sorted(own)) && wholeHand(value, other);
}

/** What one event tells somebody of another's hidden cards; '' if nothing. */
function toldBy(event, seat) {
    const hidden = [event.from, event.to].some((spot) => spot?.place === 'hand' && spot.owner !== seat);
    const laid = event.to && event.to.place !== 'hand' && event.to.place !== 'deck';
    if (event.kind === 'move' && hidden && !laid) {
        const numbers = event.text?.replace(/Guest \d/g, 'Guest').match(/\d+/g) ?? [];
        return event.cards.some(Boolean) || numbers.some((number) => Number(number) !== event.cards.length) ? JSON.stringify(event) : '';
    }
    return event.kind === 'decide' && event.seat !== seat && /^door/.test(event.choice ?? '') ? JSON.stringify(event) : '';
}

/** What a view shows somebody of another's hand. */
function shownBy(view, seat) {
    return view.zones.filter(({ place, owner, cards }) => place === 'hand' && owner !== seat && cards.some(Boolean)).map((zone) => JSON.stringify(zone)).join();
}

/** Goes through all that a guest got, in its order, and says what they could not know. While a hand is open its cards are secret. */
function leaksTo({ seat, got }, hands) {
    const leaks = [];
    let hand = 0;
    let secret = false;
    const look = (value) => {
        for (const other of SEATS)
            if (secret && other !== seat && gotHandOf(value, hands[hand - 1][other], hands[hand - 1][seat]))
                leaks.push(`${seat} gets the hand of ${other}, ${hands[hand - 1][other]}: ${JSON.stringify(value)}`);
    };
    const hear = (event) => {
        hand = event.kind === 'hand' ? event.number : hand;
        secret = event.kind === 'hand' || (secret && !(event.kind === 'decide' && /^call/.test(event.choice ?? '')));
        if (secret && toldBy(event, seat))
            leaks.push(`${seat} is told ${toldBy(event, seat)}`);
        look(event);
    };
    for (const { message, inside } of got) {
        for (const entry of message?.entries ?? [])
            entry.events?.forEach(hear);
        if (message?.view && secret && shownBy(message.view, seat))
            leaks.push(`${seat} is shown ${shownBy(message.view, seat)}`);
        look(inside ?? { ...message, entries: null });
    }
    return leaks;
}

/** Of the only game at a table, which is over. */
async function recordOf(house, table, page) {
    const token = await page.evaluate(() => localStorage.getItem('pairs.token'));
    const ask = (path) => fetch(`${house.server.url}api/tables/${table}/games${path}`, { headers: { Authorization: `Bearer ${token}` } });
    const [{ game }] = await (await ask('')).json();
    return (await ask(`/${game}/record`)).text();
}

async function threeWithSecrets(house) {
    const { guests, table } = await sitDown(house);
    await playTogether(guests);
    const record = await recordOf(house, table, guests[0].page);
    const hands = handsIn(record);
    assert(hands.length >= 2 && SEATS.split('').every((seat) => hands[0][seat]?.length >= 6), `the record has all hands: ${record}`);
    for (const guest of guests) {
        const own = hands[0][guest.seat];
        assert(guest.got.some(({ message }) => message && wholeHand(message, own)), `${guest.seat} has got the own cards`);
        assert(guest.got.some(({ inside }) => inside && wholeHand(inside, own)), `${guest.seat} has seen the own cards`);
        assert.deepEqual(leaksTo(guest, hands), []);
    }
}

export function tests() {
    return [
        { name: 'three people play with hidden hands: whatever their browsers get, keep or show, nobody gets what the record says another held', run: threeWithSecrets },
    ];
}
