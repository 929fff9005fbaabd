/** How often each game was begun in this browser: "Play now" is the one that somebody likes best. */

const KEY = 'pairs.played';

function read() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '{}');
    } catch {
        return {};
    }
}

/** One more game has begun. */
export function count(name) {
    const played = read();
    played[name] = (played[name] ?? 0) + 1;
    try {
        localStorage.setItem(KEY, JSON.stringify(played));
    } catch {
        /* nothing may be kept: then it is always the first game */
    }
}

/** The name of the game that was begun most, or `otherwise` before any was. */
export function favourite(otherwise) {
    return Object.entries(read()).reduce((best, [name, times]) => (times > best.times ? { name, times } : best), { name: otherwise, times: 0 }).name;
}
