/** What a person has chosen for this browser, and who they are. Kept in localStorage, where there is one. */
import { FACES, COLOURS } from './art/faces.js';
import { _, preferred } from './words.js';
import { randomToken } from './session.js';

const DEFAULTS = {
    language: '', /* '' as the browser says */
    theme: 'auto', /* light, dark */
    motion: 'auto', /* full, none */
    felt: 'green', /* blue, plum, slate */
    deck: 'classic', /* night */
    back: 'triangle', /* lattice, suns */
    sounds: true,
    verbosity: 'usual', /* terse, full: how much the live region tells */
    name: '',
    face: '', /* one of FACES; '' the one that this browser was given */
    colour: -1, /* of COLOURS; -1 likewise */
    notify: false,
    speed: 'normal', /* slow, fast, off: how long each step at a table is shown */
    odds: 'auto', /* on, off: whether chances stand beside decisions; auto as the table has it */
    confirm: 'costly', /* always, never: when a decision is asked about once more */
    shortcuts: true, /* keys of one letter or digit */
};

function load(key) {
    try {
        return localStorage.getItem(key);
    } catch {
        return null; /* forbidden by the browser's settings: everything lasts as long as the page */
    }
}

function keep(key, value) {
    try {
        localStorage.setItem(key, value);
    } catch {
        /* see load */
    }
}

/** Reads a secret, or makes one. */
function secret(key) {
    const there = load(key);
    if (/^[0-9a-f]{64}$/.test(there ?? ''))
        return there;
    const made = randomToken();
    keep(key, made);
    return made;
}

function read() {
    try {
        return { ...DEFAULTS, ...JSON.parse(load('pairs.settings') ?? '{}') };
    } catch {
        return { ...DEFAULTS };
    }
}

const DARK = '(prefers-color-scheme: dark)';
const STILL = '(prefers-reduced-motion: reduce)';

function isStill({ motion }) {
    return motion === 'none' || (motion === 'auto' && matchMedia(STILL).matches);
}

/** Whoever has chosen no face has one all the same, always the same one, so that friends know each other. */
function personOf({ name, face, colour }, chance) {
    const by = (digits) => parseInt(chance.slice(...digits), 16);
    return {
        name: name || _('Guest'),
        face: FACES.includes(face) ? face : FACES[by([0, 6]) % FACES.length],
        colour: colour in COLOURS ? colour : by([6, 12]) % COLOURS.length,
    };
}

/** What is seen as attributes of <html>, for the style sheets. */
function show(values) {
    const root = document.documentElement;
    const dark = values.theme === 'dark' || (values.theme === 'auto' && matchMedia(DARK).matches);
    root.dataset.theme = dark ? 'dark' : 'light';
    root.dataset.motion = isStill(values) ? 'none' : 'full';
    for (const key of ['felt', 'deck', 'back'])
        root.dataset[key] = values[key];
}

/**
 * The settings of this browser: each of DEFAULTS as a property to read; `set(key, value)` changes and keeps one.
 * @returns {Object} with `token` (who one is), `secret` (for signing, never sent), `tongue` (the language to speak), `still` (whether
 *     nothing should move), `person` (`{name, face, colour}` as others at a table see one), `set`, `become(token)`,
 *     `on(listener)`
 */
export function makeSettings() {
    let values = read();
    const listeners = new Set();
    const token = { value: secret('pairs.token') };
    const chance = secret('pairs.secret');
    const signing = secret('pairs.key');
    show(values);

    function changed() {
        show(values);
        listeners.forEach((listener) => listener());
    }

    for (const question of [DARK, STILL])
        matchMedia(question).addEventListener('change', changed);
    /* Another tab has changed them. */
    addEventListener('storage', (event) => {
        if (event.key === 'pairs.settings') {
            values = read();
            changed();
        }
    });

    const settings = {
        set(key, value) {
            values = { ...values, [key]: value };
            keep('pairs.settings', JSON.stringify(values));
            changed();
        },
        become(next) {
            token.value = next;
            keep('pairs.token', next);
        },
        on(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
        get token() { return token.value; },
        get secret() { return signing; },
        get tongue() { return values.language || preferred(); },
        get still() { return isStill(values); },
        get person() { return personOf(values, chance); },
    };
    for (const key of Object.keys(DEFAULTS))
        Object.defineProperty(settings, key, { get: () => values[key], enumerable: true });
    return settings;
}
