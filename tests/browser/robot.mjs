/** Somebody who sees nothing: reads the accessibility tree alone, and presses keys alone. */
import assert from 'node:assert/strict';
import { until } from './house.mjs';

const LONGEST = 5000; /* decisions of a game that does not end */

/** What friends at one device press when it goes from hand to hand. */
export const PASSES = /^(Pass the device to |I am )/;

/** What was asked is not asked any more: one looks again. */
const AGAIN = Symbol('again');

/** The same numbers for the same game, so that what went wrong can be seen again. */
export function dice(words) {
    let state = [...words].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 16777619) >>> 0, 2166136261);
    return (sides) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor(state / 4294967296 * sides);
    };
}

function property(node, name) {
    return node.properties?.find((one) => one.name === name)?.value.value;
}

/** What a screen reader has of a page at one moment. */
class Tree {
    #nodes;
    #byId;

    constructor(nodes) {
        this.#byId = new Map(nodes.map((node) => [node.nodeId, node]));
        this.#nodes = nodes.filter((node) => !node.ignored);
    }

    all(role, name) {
        return this.#nodes.filter((node) => node.role?.value === role && (name === undefined || (name.test?.(node.name?.value) ?? node.name?.value === name)));
    }

    get focused() {
        return this.#nodes.findLast((node) => property(node, 'focused'));
    }

    has(node) {
        return this.#nodes.some((each) => each.backendDOMNodeId === node.backendDOMNodeId);
    }

    inside(node, role) {
        const found = [];
        const look = (id) => {
            const each = this.#byId.get(id);
            if (each && !each.ignored && each.role?.value === role)
                found.push(each);
            each?.childIds?.forEach(look);
        };
        look(node.nodeId);
        return found;
    }

    /** All that can be read, to see whether something is new. */
    get words() {
        return this.#nodes.map((node) => `${node.role?.value} ${node.name?.value} ${node.value?.value ?? ''} ${property(node, 'disabled') ?? ''}`).join('\n');
    }
}

/** What can be chosen on the table itself: cards, seats and piles, where no buttons stand under the question. */
function onTable(tree, region) {
    const beside = [region, ...tree.all('group', 'Beside the table'), ...tree.all('complementary')].flatMap((node) => tree.inside(node, 'button'));
    return tree.all('main').flatMap((main) => tree.inside(main, 'button')).filter((node) => !beside.includes(node));
}

export class Robot {
    #page;
    #line = null;
    #roll;

    constructor(page, words) {
        this.#page = page;
        this.#roll = dice(words);
    }

    async read() {
        this.#line ??= await this.#page.context().newCDPSession(this.#page);
        const { nodes } = await this.#line.send('Accessibility.getFullAXTree');
        return new Tree(nodes);
    }

    press(key) {
        return this.#page.keyboard.press(key);
    }

    /** Reads until something is so; the answer is what `look` finds. */
    until(what, look) {
        let tree = null;
        return until(() => `nobody hears of ${what}; the page says:\n${tree.words}`, async () => {
            tree = await this.read();
            return look(tree);
        });
    }

    /** Goes with Tab until `there` says so of what is focused. */
    async #tabUntil(what, there) {
        for (let i = 0; i < 300; i++) {
            const tree = await this.read();
            if (tree.focused && there(tree.focused, tree))
                return;
            await this.press('Tab');
        }
        assert.fail(`Tab never comes to ${what}`);
    }

    /** Goes to what has this role and name, which may be a pattern. */
    async goTo(role, name) {
        await this.until(`${role} ${name}`, (tree) => tree.all(role, name).length);
        await this.#tabUntil(`the ${role} ${name}`, (focused, tree) => tree.all(role, name).some((node) => node.nodeId === focused.nodeId));
    }

    /** Goes there, and presses it. */
    async choose(role, name) {
        await this.goTo(role, name);
        await this.press('Enter');
    }

    /** Goes to this very node, whose words may change once its meaning is known. False: it is not there any more. */
    async #tabToNode(node) {
        let there = true;
        await this.#tabUntil(`the ${node.role.value} ${node.name.value}`, (focused, tree) => {
            there = tree.has(node);
            return !there || focused.backendDOMNodeId === node.backendDOMNodeId;
        });
        return there;
    }

    /** From home to a table of this game or variant, against bots. */
    async sitDown(game, family) {
        await this.until('the games', (tree) => tree.all('heading', family.title).length);
        await this.press('/');
        await this.until('the search', ({ focused }) => focused?.role.value === 'searchbox');
        await this.#page.keyboard.type(family.title);
        await this.choose('button', family.title);
        if (game.name !== family.name) {
            await this.choose('button', 'More');
            await this.choose('button', game.title);
        }
        await this.choose('button', `Play ${game.title}`);
        await this.until('the table', (tree) => tree.all('region').length);
    }

    /** What is wanted now: null while one waits. */
    #wanted(tree) {
        if (tree.all('heading', /^The game is over/).length)
            return { over: tree.all('heading', /^The game is over/)[0].name.value };
        const [goOn] = tree.all('button', 'Go on');
        if (goOn)
            return { goOn };
        const [pass] = tree.all('button', PASSES);
        if (pass)
            return { pass };
        const [question] = tree.all('heading').filter((node) => property(node, 'level') === 2);
        const region = tree.all('region').find((node) => node.name?.value === question?.name?.value);
        if (!region)
            return null;
        const group = tree.inside(region, 'group')[0] ?? tree.inside(region, 'form')[0];
        const buttons = (group ? tree.inside(group, 'button') : onTable(tree, region)).filter((node) => !property(node, 'disabled'));
        const [number] = tree.inside(region, 'spinbutton');
        return buttons.length ? { buttons, number } : null;
    }

    /** Plays to the end; `seen` is called at each question, with how many there were; what it changes is looked at again if it returns true. */
    async play(seen = () => {}) {
        let before = '';
        for (let turn = 0; turn < LONGEST; turn++) {
            const { wanted, tree } = await this.until(`a question with the focus in the page after:\n${before}`, (now) => {
                const asked = now.words !== before && this.#wanted(now);
                const focused = now.focused && now.focused.role.value !== 'RootWebArea';
                return asked && (asked.over || focused) && { wanted: asked, tree: now };
            });
            if (wanted.over)
                return { over: wanted.over, turns: turn };
            before = tree.words;
            if (await seen(turn)) {
                before = '';
                continue;
            }
            if (await this.#answer(wanted) === AGAIN)
                before = '';
        }
        assert.fail(`the game is not over after ${LONGEST} questions`);
    }

    async #answer({ goOn, pass, buttons, number }) {
        if (pass)
            return await this.#tabToNode(pass) ? this.press('Enter') : AGAIN;
        if (goOn)
            return this.press('Escape');
        if (number)
            return this.#typeNumber(number);
        const yes = buttons.find((node) => /^Yes: /.test(node.name.value));
        if (yes) { /* perhaps it was said already, and is about to go */
            const focused = await this.until('the focus on Yes, or its end', (now) => {
                const [there] = now.all('button', /^Yes: /);
                return there ? /^Yes: /.test(now.focused?.name?.value) && 'yes' : 'no';
            });
            return focused === 'yes' ? this.press('Enter') : AGAIN;
        }
        const button = buttons[this.#roll(buttons.length)];
        const key = property(button, 'keyshortcuts');
        if (key && this.#roll(20) > 0)
            return this.press(key);
        return await this.#tabToNode(button) ? this.press('Enter') : AGAIN;
    }

    async #typeNumber(number) {
        if (!await this.#tabToNode(number))
            return AGAIN;
        const least = property(number, 'valuemin') ?? 0;
        const most = property(number, 'valuemax') ?? least;
        await this.press('Control+a');
        await this.#page.keyboard.type(String(least + this.#roll(most - least + 1)));
        return this.press('Enter');
    }
}
