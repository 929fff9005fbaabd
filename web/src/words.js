/** Words for people. English stands in the source and is the key; other languages are tables in web/words. */

/* global WORD_FILES */

let table = {};
let tongue = 'en';

/** The languages that there are, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' };

/** The language of what is shown now: `en` or `de`. */
export function language() {
    return tongue;
}

/**
 * The sentence in the reader's language, with {name} replaced by values.
 * @param {string} sentence English; a literal, so that the test of translations finds it
 * @param {Object} [values]
 */
export function _(sentence, values) {
    const text = table[sentence] ?? sentence;
    return values ? text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all)) : text;
}

/** One or many: `_n(2, '{n} card', '{n} cards')`; {n} is the number. */
export function _n(number, one, many, values) {
    return _(number === 1 ? one : many, { n: number, ...values });
}

/** Marks a sentence of a table that is told later, with `_`. */
export function N_(sentence) {
    return sentence;
}

/** A formatter costs more than a frame's share of a hundred numbers: each is made once. */
const formatters = new Map();

/** The minus of print, not that of the keyboard. */
const withMinus = (figure) => figure.replace('-', '−');

/** A number as the reader writes it; most are small, and every language here writes these alike. */
export function number(value, options) {
    if (!options && Number.isInteger(value) && Math.abs(value) < 1000)
        return withMinus(String(value));
    const key = options ? tongue + JSON.stringify(options) : tongue;
    if (!formatters.has(key))
        formatters.set(key, new Intl.NumberFormat(tongue, options));
    return withMinus(formatters.get(key).format(value));
}

/** Several of something, as the reader lists them: `Ann, Bob and Cleo`. */
export function list(words) {
    return new Intl.ListFormat(tongue === 'en' ? 'en-GB' : tongue).format(words);
}

/** A moment, in milliseconds since 1970, as the reader writes it. */
export function moment(at, options = { dateStyle: 'medium', timeStyle: 'short' }) {
    return new Intl.DateTimeFormat(tongue, options).format(at);
}

/**
 * Speaks another language from now on. The table comes over the network the first time; while it cannot, it is English.
 * @param {string} wanted `en` or `de`; anything else is English
 */
export async function speak(wanted) {
    const file = JSON.parse(WORD_FILES)[wanted];
    const found = file ? await fetch(new URL(file, import.meta.url)).then((answer) => answer.json()).catch(() => null) : null;
    table = found ?? {};
    tongue = found ? wanted : 'en';
    document.documentElement.lang = tongue;
}

/** The language that the browser asks for, of those that there are. */
export function preferred() {
    const codes = (navigator.languages ?? [navigator.language]).map((code) => code.slice(0, 2));
    return codes.find((code) => code in LANGUAGES) ?? 'en';
}
