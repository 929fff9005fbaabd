/** Who sits where: the seats around the table, as the turn goes round. */

export const LETTERS = 'ABCDEFGH';

/** How many of so many others sit on the left, at the top and on the right. */
const AROUND = [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 1, 1], [1, 2, 1], [1, 3, 1], [2, 2, 2], [2, 3, 2], [2, 4, 2]];

/**
 * The others in turn, beginning with the one after you; for a spectator all, from A.
 * @param {?string} you
 * @param {number} players
 */
export function othersInTurn(you, players) {
    const first = you === null ? 0 : LETTERS.indexOf(you) + 1;
    const others = [];
    for (let i = 0; i < players; i++) {
        const seat = LETTERS[(first + i) % players];
        if (seat !== you)
            others.push(seat);
    }
    return others;
}

/**
 * Seats around a table that is seen from your side: the turn goes up on the left, along the top and down on the right.
 * @returns {{left: Array<string>, top: Array<string>, right: Array<string>}} each from top to bottom or left to right
 */
export function seatsAround(you, players) {
    const others = othersInTurn(you, players);
    const [left, top] = AROUND[others.length];
    return {
        left: others.slice(0, left).reverse(),
        top: others.slice(left, left + top),
        right: others.slice(left + top),
    };
}
