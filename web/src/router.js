/** What the address behind the `#` means. It is sent to no server, so that secrets may stand in it. */

/** `#TABLE`, `#TABLE/INVITATION`, `#TABLE/INVITATION/TOKEN`: see docs/server.md. */
const LINK = /^#([a-z0-9]+)(?:\/([0-9a-f]*)(?:\/([0-9a-f]{64}))?)?$/;

/**
 * @param {string} hash as `location.hash`
 * @returns {{page: string, args: Array<string>}} `page` is `home` for the empty one, `table` for a table, where `args`
 *     are whose house it is (`server` or `local`), its name, the invitation and the token, both ''
 *     if there is none; otherwise the word behind `#/`, and what follows it
 */
export function parse(hash) {
    const link = LINK.exec(hash);
    if (link)
        return { page: 'table', args: ['server', link[1], link[2] ?? '', link[3] ?? ''] };
    const [page, ...args] = hash.replace(/^#\/?/, '').split('/').map(decode);
    if (page === 'local' && args[0])
        return { page: 'table', args: ['local', args[0], '', ''] };
    return { page: page || 'home', args };
}

function decode(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

/** The address of a page: `to('learn', 'pairs')` is `#/learn/pairs`. */
export function to(...parts) {
    return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** The address of a table: of the house in the page, or of the server's with what lets others in. */
export function toTable(where, table, invitation) {
    if (where === 'local')
        return to('local', table);
    return invitation ? `#${table}/${invitation}` : `#${table}`;
}
