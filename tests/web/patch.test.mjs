import test from 'node:test';
import assert from 'node:assert/strict';
import { document, place } from './dom.mjs';
import { h, svg, patch } from '../../web/src/patch.js';

const list = (...keys) => h('ul', null, keys.map((key) => h('li', { key }, key)));
const items = (at) => at.childNodes[0].childNodes;

test('strings and numbers are text, and nothing is shown of null, false and the empty string', () => {
    const at = place();
    patch(at, h('p', null, 'a', 1, null, false, undefined, '', [['b'], true]));
    assert.equal(at.text, 'a1b');
    assert.equal(at.childNodes[0].childNodes.length, 3);
});

test('an element that stays is the same element', () => {
    const at = place();
    patch(at, h('p', { class: 'x' }, 'one'));
    const [before] = at.childNodes;
    patch(at, h('p', { class: 'y' }, 'two'));
    assert.equal(at.childNodes[0], before);
    assert.equal(before.attributes.get('class'), 'y');
    assert.equal(at.text, 'two');
});

test('another tag is another element', () => {
    const at = place();
    patch(at, h('p', null, 'one'));
    const [before] = at.childNodes;
    patch(at, h('h1', null, 'one'));
    assert.notEqual(at.childNodes[0], before);
    assert.equal(at.childNodes.length, 1);
});

test('children with keys keep their elements in any order', () => {
    const at = place();
    patch(at, list('a', 'b', 'c', 'd'));
    const before = new Map(items(at).map((item) => [item.text, item]));
    patch(at, list('d', 'x', 'b', 'a'));
    assert.equal(at.text, 'dxba');
    for (const key of ['a', 'b', 'd'])
        assert.equal(items(at).find((item) => item.text === key), before.get(key));
});

test('every order of five keys comes out of every other', () => {
    const orders = (rest) => (rest.length ? rest.flatMap((key, i) => orders(rest.toSpliced(i, 1)).map((tail) => [key, ...tail])) : [[]]);
    const all = orders(['a', 'b', 'c', 'd', 'e']);
    const at = place();
    for (let i = 0; i < all.length; i++) {
        patch(at, list(...all[(i * 37) % all.length]));
        assert.equal(at.text, all[(i * 37) % all.length].join(''));
    }
});

test('what is put before others does not move them', () => {
    const at = place();
    patch(at, list('b', 'c'));
    const before = [...items(at)];
    patch(at, list('a', 'b', 'c'));
    assert.deepEqual(before.map((item) => item.moves), [0, 0]);
    assert.equal(items(at)[1], before[0]);
});

test('of things that are alike those stay that are still there', () => {
    const at = place();
    const [one, two, three] = [1, 2, 3].map((rank) => h('span', null, rank));
    patch(at, h('p', null, one, two, two, three));
    const before = [...items(at)];
    patch(at, h('p', null, two, two, three));
    assert.deepEqual(items(at), before.slice(1));
    patch(at, h('p', null, two, one, two, three));
    assert.equal(at.text, '2123');
    assert.deepEqual([items(at)[0], items(at)[2], items(at)[3]], before.slice(1));
});

test('a model is shown in many places, and what shows it becomes nothing else', () => {
    const at = place();
    const [one, two] = [1, 2].map((rank) => h('span', { class: `card-${rank}`, model: true }, h('b', null, rank)));
    patch(at, h('p', null, one, one, two));
    assert.equal(at.text, '112');
    assert.equal(items(at)[1].attributes.get('class'), 'card-1');
    assert.ok(!items(at)[1].attributes.has('model'));
    const [first, second] = items(at);
    assert.notEqual(first, second);
    patch(at, h('p', null, two, one, h('span', null, 'other')));
    assert.equal(at.text, '21other');
    assert.ok(!items(at).includes(first));
    assert.equal(items(at)[0].attributes.get('class'), 'card-2');
    assert.equal(items(at)[2].attributes.size, 0);
});

test('an attribute that is no longer named is taken off, and true has no value', () => {
    const at = place();
    patch(at, h('p', { id: 'x', hidden: true, title: null }));
    const [p] = at.childNodes;
    assert.equal(p.attributes.get('hidden'), '');
    assert.ok(!p.attributes.has('title'));
    patch(at, h('p', { hidden: false }));
    assert.equal(p.attributes.size, 0);
});

test('an event goes to the function that was given last', () => {
    const at = place();
    const heard = [];
    patch(at, h('button', { onclick: () => heard.push(1) }));
    patch(at, h('button', { onclick: () => heard.push(2) }));
    at.childNodes[0].dispatch('click');
    patch(at, h('button', null));
    at.childNodes[0].dispatch('click');
    assert.deepEqual(heard, [2]);
});

test('what somebody is typing stays though the page is drawn again, until it wants another value', () => {
    const at = place();
    patch(at, h('form', null, h('input', { value: '' })));
    const [input] = at.childNodes[0].childNodes;
    input.focus();
    input.value = 'Bo';
    patch(at, h('form', null, h('input', { value: '' })));
    assert.equal(input.value, 'Bo');
    patch(at, h('form', null, h('input', { value: 'Bob' })));
    assert.equal(input.value, 'Bob');
});

test('what somebody has typed is replaced only by another value', () => {
    const at = place();
    patch(at, h('input', { value: 'a' }));
    const [input] = at.childNodes;
    input.value = 'ab';
    patch(at, h('input', { value: 'ab' }));
    assert.equal(input.value, 'ab');
    patch(at, h('input', { value: '' }));
    assert.equal(input.value, '');
});

test('styles are set and taken off one by one', () => {
    const at = place();
    patch(at, h('p', { style: { color: 'red', '--x': '1' } }));
    patch(at, h('p', { style: { '--x': '2' } }));
    assert.deepEqual([...at.childNodes[0].style.styles], [['--x', '2']]);
});

test('the focus stays on an element that is moved', () => {
    const at = place();
    const buttons = (...keys) => keys.map((key) => h('button', { key }, key));
    patch(at, buttons('a', 'b', 'c'));
    const last = at.childNodes[2];
    last.focus();
    patch(at, buttons('c', 'a', 'b'));
    assert.equal(document.activeElement, last);
});

test('when the focused element goes the nearest around it that can have the focus gets it', () => {
    const at = place();
    const inside = (...children) => h('main', { tabindex: '-1' }, h('p', null, children));
    patch(at, inside(h('button', null, 'x')));
    at.childNodes[0].childNodes[0].childNodes[0].focus();
    patch(at, inside());
    assert.equal(document.activeElement, at.childNodes[0]);
});

test('the focus is not taken from elsewhere', () => {
    const [at, other] = [place(), place()];
    patch(at, h('button', null, 'x'));
    other.focus();
    patch(at, h('p', null));
    assert.equal(document.activeElement, other);
});

test('an opaque element keeps children that are not ours', () => {
    const at = place();
    patch(at, h('div', { opaque: true }));
    at.childNodes[0].insertBefore(document.createTextNode('theirs'), null);
    patch(at, h('div', { opaque: true }));
    assert.equal(at.text, 'theirs');
});

test('an element is told once that it was made, and once that it goes', () => {
    const at = place();
    const told = [];
    const node = () => h('p', { ref: () => told.push('made'), gone: () => told.push('gone') });
    patch(at, node());
    patch(at, node());
    patch(at, null);
    assert.deepEqual(told, ['made', 'gone']);
});

test('svg is made in its own namespace', () => {
    const at = place();
    patch(at, svg('svg', null, svg('path', { d: 'M0 0' })));
    assert.equal(at.childNodes[0].childNodes[0].space, 'http://www.w3.org/2000/svg');
});
