/** Who sits where: the seats around the table, as the turn goes round. */

export const LETTERS = 'ABCDEFGH';

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
