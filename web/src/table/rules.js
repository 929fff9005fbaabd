/** The rules of this very table, in the side panel. */

import { h } from '../patch.js';

/** Rules come block by block; items and rows that follow each other belong together. */
export function rulesNode(rules) {
    const out = [];
    for (let i = 0; i < rules.length;) {
        const { kind } = rules[i];
        let end = i + 1;
        while (end < rules.length && rules[end].kind === kind && (kind === 'item' || kind === 'row'))
            end++;
        out.push(block(kind, rules.slice(i, end).map(({ text }) => text), i));
        i = end;
    }
    return out;
}

function block(kind, texts, key) {
    if (kind === 'heading')
        return h('h3', { key }, texts[0]);
    if (kind === 'item')
        return h('ul', { key }, texts.map((text, i) => h('li', { key: i }, text)));
    if (kind === 'row')
        return h('div', { key, class: 'scroll', role: 'group', tabindex: '0' }, h('table', { class: 'rows' }, h('tbody', null, texts.map((text, i) => h('tr', { key: i },
            text.replace(/^\s*\||\|\s*$/g, '').split('|').map((cell, k) => h('td', { key: k }, cell.trim())))))));
    return h('p', { key }, texts[0]);
}
