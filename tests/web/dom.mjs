/** As much of a document as the patcher needs. */

class Node {
    parentNode = null;

    get isConnected() {
        return this === document.body || Boolean(this.parentNode?.isConnected);
    }

    get nextSibling() {
        const { childNodes } = this.parentNode;
        return childNodes[childNodes.indexOf(this) + 1] ?? null;
    }

    remove() {
        const { childNodes } = this.parentNode;
        childNodes.splice(childNodes.indexOf(this), 1);
        this.parentNode = null;
        if (!document.activeElement.isConnected)
            document.activeElement = document.body;
    }
}

class Text extends Node {
    nodeType = 3;

    constructor(data) {
        super();
        this.data = data;
    }

    get text() {
        return this.data;
    }
}

class Element extends Node {
    nodeType = 1;
    childNodes = [];
    attributes = new Map();
    listeners = new Map();
    moves = 0;

    constructor(space, tag) {
        super();
        Object.assign(this, { space, tag });
        if (tag === 'input')
            Object.assign(this, { value: '', checked: false });
        const styles = new Map();
        this.style = { styles, setProperty: (name, value) => styles.set(name, value), removeProperty: (name) => styles.delete(name) };
    }

    get localName() { return this.tag; }
    get firstChild() { return this.childNodes[0] ?? null; }
    get tabIndex() { return this.tag === 'button' || this.attributes.has('tabindex') ? 0 : -1; }
    get text() { return this.childNodes.map((child) => child.text).join(''); }

    /** Taking an element out takes the focus away, as in a browser, even if it comes back elsewhere at once. */
    insertBefore(child, before) {
        if (child.parentNode) {
            child.remove();
            child.moves++;
        }
        const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
        this.childNodes.splice(at, 0, child);
        child.parentNode = this;
    }

    contains(other) {
        for (let at = other; at; at = at.parentNode)
            if (at === this)
                return true;
        return false;
    }

    cloneNode() {
        const copy = new Element(this.space, this.tag);
        copy.attributes = new Map(this.attributes);
        for (const child of this.childNodes)
            copy.insertBefore(child.nodeType === 3 ? new Text(child.data) : child.cloneNode(), null);
        return copy;
    }

    hasAttribute(name) { return this.attributes.has(name); }
    setAttribute(name, value) { this.attributes.set(name, String(value)); }
    removeAttribute(name) { this.attributes.delete(name); }
    addEventListener(name, listener) { this.listeners.set(name, listener); }
    removeEventListener(name) { this.listeners.delete(name); }
    dispatch(type) { return this.listeners.get(type)?.({ type, currentTarget: this, target: this }); }
    focus() { document.activeElement = this; }
}

export const document = globalThis.document = {
    createElementNS: (space, tag) => new Element(space, tag),
    createTextNode: (data) => new Text(data),
};
document.body = new Element('', 'body');
document.activeElement = document.body;

/** An element of the document to patch. */
export function place() {
    const container = new Element('', 'div');
    document.body.insertBefore(container, null);
    return container;
}
