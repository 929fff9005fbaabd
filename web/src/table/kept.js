/** What was described before and is still so: the patcher passes over a description that it has seen. */

const kept = new Map();

/**
 * The description of last time, unless one of the things it depends on is another.
 * @param {string} name of the place on the page
 * @param {Array} parts what it depends on, compared one by one
 * @param {function(): Object} make
 */
export function keep(name, parts, make) {
    const last = kept.get(name);
    if (last && last.parts.length === parts.length && last.parts.every((part, i) => part === parts[i]))
        return last.node;
    const node = make();
    kept.set(name, { parts, node });
    return node;
}
