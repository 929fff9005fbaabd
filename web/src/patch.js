/** A small keyed patcher: a page says what it should look like, and the document is brought there. */

const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';

/** What an element was patched to last. */
const shown = new WeakMap();

/** These are kept by the element itself once somebody has typed; the attribute is only where it began. */
const PROPERTIES = new Set(['value', 'checked', 'selected', 'indeterminate', 'open']);

/** For the patcher, and no attributes. */
const OWN = new Set(['key', 'ref', 'gone', 'style', 'opaque']);

function describe(space, tag, props, children) {
    const flat = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false
        && child !== true && child !== '');
    return {
        space, tag, props: props ?? {}, children: flat.map((child) => (typeof child === 'object' ? child : String(child))),
    };
}

/**
 * Describes an element.
 * @param {string} tag
 * @param {?Object} props attributes; besides them `key` (among its siblings), `class`, `style` (an object, set through
 *     the CSSOM, custom properties too), `on<event>: fn`, `ref: fn(element)` called once when the element is made (and
 *     not yet in the document), `gone: fn(element)` before it is taken out itself (not with something around it), and
 *     `opaque: true` for an element whose children are somebody else's.
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
    return shown.get(event.currentTarget)?.props[`on${event.type}`]?.call(event.currentTarget, event);
}

function setStyle(element, style = {}, before = {}) {
    for (const name of Object.keys(before))
        if (!(name in style))
            element.style.removeProperty(name);
    for (const [name, value] of Object.entries(style))
        if (before[name] !== value)
            element.style.setProperty(name, value);
}

function setProp(element, name, value, before) {
    if (OWN.has(name))
        return;
    if (name.startsWith('on')) {
        if (value && !before)
            element.addEventListener(name.slice(2), listen);
        else if (!value && before)
            element.removeEventListener(name.slice(2), listen);
    } else if (PROPERTIES.has(name) && name in element) {
        if (element[name] !== value)
            element[name] = value ?? '';
    } else if (value === before) {
        /* nothing to do */
    } else if (value === false || value === null || value === undefined) {
        element.removeAttribute(name);
    } else {
        element.setAttribute(name, value === true ? '' : value);
    }
}

function setProps(element, props, before) {
    for (const name of Object.keys(before))
        if (!(name in props))
            setProp(element, name, undefined, before[name]);
    for (const [name, value] of Object.entries(props))
        setProp(element, name, value, before[name]);
    setStyle(element, props.style, before.style);
}

function make(node) {
    if (typeof node === 'string')
        return document.createTextNode(node);
    const element = document.createElementNS(node.space, node.tag);
    update(element, node);
    node.props.ref?.(element);
    return element;
}

function update(element, node) {
    const before = shown.get(element);
    if (before === node)
        return;
    shown.set(element, node);
    if (!node.props.opaque)
        patchChildren(element, node.children);
    /* After the children, because a <select> takes only a value that it has. */
    setProps(element, node.props, before?.props ?? {});
}

/** Whether what is there can become what it should be. */
function fits(there, node) {
    if (typeof node === 'string')
        return there.nodeType === 3;
    const before = shown.get(there);
    return before?.tag === node.tag && before.space === node.space && before.props.key === node.props.key;
}

/** The old children: those with a key by it, the others in their order. */
function sortOut(element) {
    const keyed = new Map();
    const others = [];
    for (const child of element.childNodes) {
        const key = shown.get(child)?.props.key;
        if (key === undefined)
            others.push(child);
        else
            keyed.set(key, child);
    }
    return { keyed, others };
}

function patchChildren(element, nodes) {
    const { keyed, others } = sortOut(element);
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
    for (const child of [...element.childNodes])
        if (!kept.has(child)) {
            shown.get(child)?.props.gone?.(child);
            child.remove();
        }
    let cursor = element.firstChild;
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
    if (typeof node !== 'string')
        update(there, node);
    else if (there.data !== node)
        there.data = node;
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
