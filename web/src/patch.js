/** A small keyed patcher: a page says what it should look like, and the document is brought there. */

const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';

/** What an element was patched to last: kept by the element itself, where it is found fastest. */
const SHOWN = Symbol('shown');

/** These are kept by the element itself once somebody has typed; the attribute is only where it began. */
const PROPERTIES = new Set(['value', 'checked', 'selected', 'indeterminate', 'open']);

/** For the patcher, and no attributes. */
const OWN = new Set(['key', 'ref', 'gone', 'style', 'opaque', 'model']);

const NONE = {};

/** Adds all that is something. */
function collect(children, into) {
    for (const child of children) {
        if (Array.isArray(child))
            collect(child, into);
        else if (child !== null && child !== undefined && child !== false && child !== true && child !== '')
            into.push(typeof child === 'object' ? child : String(child));
    }
    return into;
}

function describe(space, tag, props, children) {
    return { space, tag, props: props ?? NONE, children: collect(children, []) };
}

/**
 * Describes an element.
 * @param {string} tag
 * @param {?Object} props attributes; besides them `key` (among its siblings), `class`, `style` (an object, set through
 *     the CSSOM, custom properties too), `on<event>: fn`, `ref: fn(element)` called once when the element is made (and
 *     not yet in the document), `gone: fn(element)` before it is taken out itself (not with something around it), and
 *     `opaque: true` for an element whose children are somebody else's, and `model: true` for one that is described once
 *     and for all, to be shown in many places: nothing in it listens, and it becomes no other.
 *     `true` is an attribute without a value; `false`, null and undefined are none.
 * @param {...*} children strings, numbers, descriptions, arrays of these; null, undefined, booleans and '' are nothing
 * @returns {Object} for `patch`
 */
export function h(tag, props, ...children) {
    return describe(HTML, tag, props, children);
}

/** The same in the namespace of SVG. */
export function svg(tag, props, ...children) {
    return describe(SVG, tag, props, children);
}

/** One listener an element and event, whose function may change without taking it off. */
function listen(event) {
    return event.currentTarget[SHOWN]?.props[`on${event.type}`]?.call(event.currentTarget, event);
}

function setStyle(element, style = NONE, before = NONE) {
    for (const name in before)
        if (!(name in style))
            element.style.removeProperty(name);
    for (const name in style)
        if (before[name] !== style[name])
            element.style.setProperty(name, style[name]);
}

/** Somebody may be typing: until the page wants another value than before, what stands in the field is theirs. */
function isTyped(element, name, value, before) {
    return name === 'value' && value === before && element.localName === 'input' && element === document.activeElement;
}

function setProp(element, name, value, before) {
    if (OWN.has(name) || (value === before && !PROPERTIES.has(name)))
        return;
    if (name.startsWith('on')) {
        if (value && !before)
            element.addEventListener(name.slice(2), listen);
        else if (!value && before)
            element.removeEventListener(name.slice(2), listen);
    } else if (PROPERTIES.has(name) && name in element) {
        if (element[name] !== value && !isTyped(element, name, value, before))
            element[name] = value ?? '';
    } else if (value === false || value === null || value === undefined) {
        element.removeAttribute(name);
    } else {
        element.setAttribute(name, value === true ? '' : value);
    }
}

function setProps(element, props, before) {
    for (const name in before)
        if (!(name in props))
            setProp(element, name, undefined, before[name]);
    for (const name in props)
        setProp(element, name, props[name], before[name]);
    setStyle(element, props.style, before.style);
}

/** What was made once of a description that is used again and again: a copy costs less than to make it anew. */
const models = new WeakMap();

function copy(node) {
    if (!models.has(node))
        models.set(node, build(node));
    const element = models.get(node).cloneNode(true);
    element[SHOWN] = node;
    return element;
}

function make(node) {
    if (typeof node === 'string')
        return document.createTextNode(node);
    return node.props.model ? copy(node) : build(node);
}

function build(node) {
    const element = document.createElementNS(node.space, node.tag);
    update(element, node);
    node.props.ref?.(element);
    return element;
}

function update(element, node) {
    const before = element[SHOWN];
    if (before === node)
        return;
    element[SHOWN] = node;
    if (!node.props.opaque)
        patchChildren(element, node.children);
    /* After the children, because a <select> takes only a value that it has. */
    setProps(element, node.props, before?.props ?? NONE);
}

/** Whether what is there is what it should be already. */
function is(there, node) {
    return typeof node === 'string' ? there.nodeType === 3 && there.data === node : there[SHOWN] === node;
}

/** Whether what is there can become what it should be. */
function fits(there, node) {
    if (typeof node === 'string')
        return there.nodeType === 3;
    const before = there[SHOWN];
    if (before?.props.model || node.props.model)
        return before === node;
    return before?.tag === node.tag && before.space === node.space && before.props.key === node.props.key;
}

function become(there, node) {
    if (typeof node !== 'string')
        update(there, node);
    else if (there.data !== node)
        there.data = node;
}

/** Of what is at the beginning and at the end already nothing is touched: mostly little is left between. */
function patchChildren(element, nodes) {
    const there = [];
    for (let child = element.firstChild; child; child = child.nextSibling)
        there.push(child);
    let from = 0;
    let to = nodes.length;
    let end = there.length;
    while (from < to && from < end && is(there[from], nodes[from]))
        from++;
    while (to > from && end > from && is(there[end - 1], nodes[to - 1])) {
        to--;
        end--;
    }
    if (from === to && from === end)
        return;
    const old = there.slice(from, end);
    const wanted = nodes.slice(from, to);
    if (old.length === wanted.length && old.every((child, i) => fits(child, wanted[i])))
        old.forEach((child, i) => become(child, wanted[i]));
    else
        arrange(element, old, wanted, there[end] ?? null);
}

/** The old children: those with a key by it, the others in their order. */
function sortOut(old) {
    const keyed = new Map();
    const others = [];
    for (const child of old) {
        const key = child[SHOWN]?.props.key;
        if (key === undefined)
            others.push(child);
        else
            keyed.set(key, child);
    }
    return { keyed, others };
}

/** Makes these nodes of the old children, in the place of these: before the one that follows them. */
function arrange(element, old, nodes, following) {
    const { keyed, others } = sortOut(old);
    let next = 0;
    const wanted = nodes.map((node) => {
        const key = node.props?.key;
        let there;
        if (key !== undefined) {
            there = keyed.get(key);
        } else {
            const at = others.findIndex((other, i) => i >= next && fits(other, node));
            there = others[at];
            next = at < 0 ? next : at + 1;
        }
        return there && fits(there, node) ? there : null;
    });
    const kept = new Set(wanted);
    for (const child of old)
        if (!kept.has(child)) {
            child[SHOWN]?.props.gone?.(child);
            child.remove();
        }
    let cursor = old.find((child) => kept.has(child)) ?? following;
    nodes.forEach((node, i) => {
        cursor = place(element, node, wanted[i], cursor);
    });
}

/** Puts one child before the cursor, unless it is there; returns where the next one belongs. */
function place(element, node, there, cursor) {
    if (!there) {
        element.insertBefore(make(node), cursor);
        return cursor;
    }
    become(there, node);
    if (there === cursor)
        return cursor.nextSibling;
    element.insertBefore(there, cursor);
    return cursor;
}

/** The focus and where it goes if its element is gone: to the nearest around it that is still there. */
function holdFocus(container) {
    const active = document.activeElement;
    if (!active || active === container || !container.contains(active))
        return () => {};
    const around = [];
    for (let at = active; at && at !== container.parentNode; at = at.parentNode)
        around.push(at);
    return () => {
        if (document.activeElement === active || (document.activeElement !== document.body && document.activeElement))
            return;
        const home = around.find((at) => at.isConnected && (at === active || at.tabIndex >= 0
            || at.hasAttribute?.('tabindex')));
        home?.focus({ preventScroll: true });
    };
}

/**
 * Brings the children of `container` to `node` (one description, or an array of them). Elements that stay keep their
 * focus, scroll and what was typed; if the focused one goes, its nearest focusable surrounding gets the focus.
 * @param {Element} container
 * @param {Object|Array} node
 */
export function patch(container, node) {
    const giveBack = holdFocus(container);
    patchChildren(container, describe(HTML, '', null, [node]).children);
    giveBack();
}
