// The house in the page (web/src/house.js) with a store that can be slow, full, or shared with another page.
// Usage: pagehouse.mjs PAGE
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { House } from '../../web/src/house.js';
import { openProgram } from '../../web/src/wasm.js';

const folder = process.argv[2];
const wasm = readdirSync(folder).find((name) => name.endsWith('.wasm'));
const module = new WebAssembly.Module(readFileSync(join(folder, wasm)));

/** What store.js is to a house, in memory. */
class Shelf {
    heads = new Map();
    entries = new Map();
    games = [];
    full = false;
    refused = 0;

    async keep(things) {
        await new Promise(setImmediate);
        if (this.full) {
            this.refused++;
            return false;
        }
        for (const { keep, table, number } of things) {
            if (keep === 'entry' && this.entries.get(table)?.length >= number)
                throw Object.assign(new Error('twice'), { name: 'ConstraintError' });
        }
        for (const { keep, ...thing } of things) {
            if (keep === 'table') {
                this.heads.set(thing.id, thing);
                this.entries.set(thing.id, []);
            } else if (keep === 'entry') {
                this.entries.get(thing.table).push(thing.line);
            } else if (keep === 'game') {
                this.games.push(thing);
            }
        }
        return true;
    }

    async tables() {
        return [...this.heads].map(([id, head]) => [JSON.stringify(head), ...this.entries.get(id), ''].join('\n'));
    }
}

/** Another instance with a copy of all memory thinks, as another worker would. */
function thinkElsewhere(memory, thought) {
    const choice = openProgram(module).then((program) => {
        program.become(memory);
        return program.think(thought);
    });
    return { choice, stop() {} };
}

/** Of commands: each has its own, whatever page it comes from. */
let numbers = 1000;

/** The way to a shelf of a page that can be closed: from then on nothing more happens there. */
function door(shelf) {
    const way = { closed: false };
    const never = new Promise(() => {});
    way.tables = () => shelf.tables();
    way.keep = async (things) => (way.closed ? never : shelf.keep(things).then((kept) => (way.closed ? never : kept)));
    return way;
}

/** A page with a house: `ann` sits there, comes again when she is lost, and knows what she was told. */
function openPage(shelf, think = thinkElsewhere, claim = undefined, host = {}) {
    const ann = { states: [], messages: [], entry: 0, entries: 0, wakers: [] };
    ann.wake = () => ann.wakers.splice(0).forEach((waker) => waker());
    const way = door(shelf);
    const house = new House({
        open: () => openProgram(module),
        store: way,
        think,
        ...claim && { claim },
        ...host,
        tell(who, text) {
            const message = JSON.parse(text);
            ann.messages.push(message);
            ann.entry = message.entry ?? ann.entry;
            ann.entries += message.entries?.length ?? 0;
            ann.now = message.now ?? ann.now;
            ann.view = message.view ?? ann.view;
            if (message.entry)
                assert(message.entry <= shelf.entries.get(message.table ?? ann.table).length, 'what is told is safe');
            ann.wake();
        },
        state(who, state) {
            ann.states.push(state);
            if (state === 'lost')
                house.come(who);
            else
                ann.opened?.();
            ann.wake();
        },
    });
    ann.house = house;
    ann.way = way;
    ann.close = () => {
        way.closed = true;
    };
    ann.until = async (fine) => {
        for (let result = fine(); ; result = fine()) {
            if (result)
                return result;
            await new Promise((resolve) => {
                ann.wakers.push(resolve);
            });
        }
    };
    ann.does = async (word, keys = {}) => {
        const n = ++numbers;
        house.hear('ann', JSON.stringify({ do: word, n, ...keys }));
        return ann.until(() => ann.messages.find((message) => message.n === n));
    };
    ann.comes = async () => {
        house.come('ann');
        await ann.until(() => ann.states.includes('open'));
        await ann.does('hello', { version: 1, token: 'a'.repeat(64), language: 'en' });
    };
    return ann;
}

/** Sits down at a game of Pairs, which may be over before it is one's turn, but not at a target that is high enough. */
async function sit(ann, chairs = ['you', '3', '4'], options = {}) {
    await ann.comes();
    const { table } = await ann.does('create', { game: 'pairs', name: 'Ann', chairs, options });
    ann.table = table;
    if (!chairs.includes('open'))
        assert((await ann.does('begin')).done);
}

/** Decides as long as there is something to decide, at most so often. */
async function play(ann, most = Infinity) {
    for (let moves = 0; moves < most && ann.now.stage !== 'over'; moves++) {
        await ann.until(() => ann.view?.legal.length || ann.now.stage === 'over');
        if (ann.now.stage !== 'over') {
            const { legal } = ann.view;
            ann.view = null;
            const { done, refused } = await ann.does('decide', { choice: legal[moves % legal.length], after: ann.entry });
            assert(done, refused);
        }
    }
}

test('a game is played to its end among bots that think in copies of the memory', async () => {
    const shelf = new Shelf();
    const ann = openPage(shelf);
    await sit(ann);
    await play(ann);
    assert.equal(shelf.games.length, 1);
    assert.equal(ann.entries, ann.entry, 'every entry is told once');
});

test('what a bot plays by is fetched once, and it plays on until that is there', async () => {
    const file = readFileSync(join(folder, readdirSync(folder).find((name) => /^pairs-.*\.net$/.test(name))));
    const shelf = new Shelf();
    const asked = [];
    const learned = [];
    let arrives = null;
    let fails = true;
    const fetched = new Promise((resolve) => {
        arrives = () => resolve(file);
    });
    const net = async (game) => {
        asked.push(game);
        if (fails)
            throw new Error('no network');
        return fetched;
    };
    const open = async () => {
        const program = await openProgram(module);
        return { ...program, net: (...given) => learned.push(program.net(...given)) };
    };
    const ann = openPage(shelf, thinkElsewhere, undefined, { net, open });
    await sit(ann, ['you', '3', '4'], { target: '31' });
    await play(ann, 2);
    assert(asked.length > 0 && learned.length === 0, 'it is asked for');
    fails = false;
    await play(ann, 2);
    const before = asked.length;
    await play(ann, 2);
    assert.deepEqual([asked.length, learned], [before, []], 'and once only while it is on its way');
    arrives();
    await play(ann);
    assert.deepEqual([new Set(asked), learned, asked.length], [new Set(['pairs']), [true], before]);
    assert.equal(shelf.games.length, 1);
});

test('a page that is closed at any moment loses nothing that was acknowledged', async () => {
    const shelf = new Shelf();
    let ann = openPage(shelf);
    await sit(ann);
    for (let closed = 0; ann.now.stage !== 'over'; closed++) {
        await play(ann, closed % 3);
        if (ann.now.stage !== 'over' && ann.view?.legal.length) // and does not hear what comes of it
            ann.house.hear('ann', JSON.stringify({ do: 'decide', n: 1, choice: ann.view.legal[0] }));
        const { table, entry } = ann;
        for (let turns = closed % 5; turns > 0; turns--)
            await new Promise(setImmediate);
        ann.close();
        ann = openPage(shelf);
        await ann.comes();
        const { you } = await ann.does('enter', { table, since: entry });
        Object.assign(ann, { table });
        await ann.until(() => ann.now && (ann.view || ann.now.stage === 'over'));
        assert.equal(you, 'A');
        assert(ann.entry >= entry, 'what was told is still there');
    }
    assert.equal(shelf.games.length, 1);
});

test('while nothing can be kept nothing happens, and it goes on when it can', async () => {
    const shelf = new Shelf();
    const ann = openPage(shelf);
    await sit(ann, ['you', 'open']);
    shelf.full = true;
    const before = shelf.entries.get(ann.table).length;
    const said = ann.does('say', { text: 'Is anybody here?' });
    while (!shelf.refused)
        await new Promise(setImmediate);
    assert.match((await ann.does('say', { text: 'Hello?' })).refused, /^Nothing can be kept just now/);
    assert.equal(shelf.entries.get(ann.table).length, before);
    shelf.full = false;
    assert((await said).done);
    assert.equal(shelf.entries.get(ann.table).length, before + 1);
});

test('two pages go on with one table: the second one sees what the first has done', async () => {
    const shelf = new Shelf();
    const ann = openPage(shelf);
    await sit(ann, ['you', 'open']);
    const again = openPage(shelf);
    await again.comes();
    again.table = ann.table;
    await again.does('enter', { table: ann.table });
    assert((await ann.does('say', { text: 'One.' })).done);
    again.house.hear('ann', JSON.stringify({ do: 'say', n: 5, text: 'Two.' }));
    await again.until(() => again.states.includes('lost'));
    await again.until(() => again.states.at(-1) === 'open');
    await again.does('hello', { version: 1, token: 'a'.repeat(64), language: 'en' });
    const { entries } = await again.does('enter', { table: ann.table, since: 0 });
    assert(entries.some((entry) => entry.text === 'One.'));
    assert(!entries.some((entry) => entry.text === 'Two.'));
});

test('two pages at two tables do not disturb each other, and who comes over sees what has happened', async () => {
    const shelf = new Shelf();
    const ann = openPage(shelf);
    await sit(ann, ['you', 'open']);
    const other = openPage(shelf);
    await sit(other, ['you', 'open']);
    assert((await ann.does('say', { text: 'One.' })).done);
    other.house.outdate([ann.table]);
    assert((await other.does('say', { text: 'Two.' })).done);
    assert.deepEqual(other.states, ['open']);
    other.house.hear('ann', JSON.stringify({ do: 'enter', n: 6, table: ann.table }));
    await other.until(() => other.states.at(-2) === 'lost' && other.states.at(-1) === 'open');
    await other.does('hello', { version: 1, token: 'a'.repeat(64), language: 'en' });
    other.table = ann.table;
    const { entries } = await other.does('enter', { table: ann.table, since: 0 });
    assert(entries.some((entry) => entry.text === 'One.'));
});

test('who comes while a house begins anew is not forgotten', async () => {
    const shelf = new Shelf();
    const ann = openPage(shelf);
    await sit(ann, ['you', 'open']);
    const opened = () => ann.states.filter((state) => state === 'open').length;
    ann.house.outdate([ann.table]);
    ann.house.come('ben');
    await ann.until(() => opened() === 3); // both, after ann's first time
    assert.deepEqual([...ann.house.visitors.keys()].sort(), ['ann', 'ben']);
});

test('a thought that nobody waits for any more is given up', async () => {
    const shelf = new Shelf();
    const stopped = [];
    const ann = openPage(shelf, (memory, thought) => {
        setImmediate(ann.wake);
        return { choice: new Promise(() => {}), stop: () => { stopped.push(thought); ann.wake(); } };
    });
    await sit(ann, ['3', 'you', '3']);
    const thinks = () => ann.house.thoughts.size > 0;
    while (await ann.until(() => thinks() || ann.view?.legal.length) && !thinks()) {
        const { legal } = ann.view; // whoever begins a hand: it may be ann, and again when hers ends at once
        ann.view = null;
        await ann.does('decide', { choice: legal[0] });
    }
    const [number] = ann.house.thoughts.keys();
    const seat = 'AC'.includes(ann.view.to_act[0]) ? ann.view.to_act[0] : 'A';
    assert((await ann.does('kick', { seat })).done);
    await ann.until(() => stopped.length);
    assert.deepEqual(stopped, [number]);
});

test('while a hint is being found everything else goes on, and it is told when it is found', async () => {
    const shelf = new Shelf();
    let hinting = false;
    let find;
    const asked = new Promise((resolve) => {
        find = resolve;
    });
    const ann = openPage(shelf, (memory, thought) => {
        const found = thinkElsewhere(memory, thought);
        return hinting ? { ...found, choice: asked.then(() => found.choice) } : found;
    });
    await sit(ann, ['you', '3', '3'], { target: 46 });
    await ann.until(() => ann.view?.legal.length);
    hinting = true;
    const hint = ann.does('hint');
    assert((await ann.does('say', { text: 'Well ...' })).done, 'others are heard meanwhile');
    assert(!ann.messages.some((message) => message.hint), 'it is not found yet');
    find();
    const told = await hint;
    assert(told.hint.text.length > 0);
    assert.equal(told.hint.choices.length, ann.view.legal.length);
});

/** The locks of a browser: for each table a page has it, and others wait for it or take it. */
class Locks {
    holder = new Map();
    waiting = [];

    claim(page) {
        return (table, atOnce, tell) => {
            if (this.holder.get(table)?.page === page)
                return;
            if (!this.holder.has(table) || atOnce) {
                this.holder.get(table)?.tell(false);
                this.holder.set(table, { page, tell });
                tell(true);
            } else {
                this.waiting.push({ table, page, tell });
            }
        };
    }

    free(page) {
        for (const [table, { page: holder }] of this.holder)
            if (holder === page) {
                this.holder.delete(table);
                const next = this.waiting.find((one) => one.table === table && one.page !== page);
                if (next)
                    this.claim(next.page)(table, true, next.tell);
            }
    }
}

/** A browser: what one of its pages has kept the others hear of. `thought` has in which page each thought was. */
function browser() {
    const shelf = new Shelf();
    const locks = new Locks();
    const thought = [];
    const pages = new Map();
    function open(name) {
        const page = openPage(shelf, (memory, number) => {
            thought.push(name);
            return thinkElsewhere(memory, number);
        }, locks.claim(name));
        const { keep } = page.way;
        page.way.keep = async (things) => {
            const kept = await keep(things);
            const tables = [...new Set(things.map(({ id, table }) => id ?? table))];
            [...pages.values()].filter((other) => other !== page).forEach(({ house }) => house.outdate(tables));
            return kept;
        };
        pages.set(name, page);
        return page;
    }
    return { open, locks, thought };
}

test('of two pages with one table the bots think where somebody plays, and in the other one when that is closed', async () => {
    const { open, locks, thought } = browser();
    const one = open('one');
    await sit(one, ['you', '3', '3'], { target: 46 });
    const { table } = one;
    await one.until(() => one.view?.legal.length);
    const two = open('two');
    two.table = table;
    two.opened = () => {
        for (const words of [{ do: 'hello', version: 1, token: 'a'.repeat(64), language: 'en' }, { do: 'enter', table, since: two.entry }])
            two.house.hear('ann', JSON.stringify({ n: ++numbers, ...words }));
    };
    two.house.come('ann');
    await two.until(() => two.view);
    await play(one, 1);
    await one.until(() => one.view?.legal.length);
    await two.until(() => two.entry === one.entry);
    assert(!thought.includes('two'), 'the other one only looks on');
    one.close();
    locks.free('one');
    await play(two);
    assert(thought.includes('two'));
});
