/** Which other games suit those who sit here. Pure. */

/**
 * Two other games for so many players: one of the same kind, and one of another. Neighbours in difficulty come first, and each
 * evening's next game is suggested others.
 * @param {Array<Object>} games as GET /api/games has them
 * @param {string} name what was played last
 * @param {number} players
 * @param {number} turn how many games were played here
 */
export function suggest(games, name, players, turn) {
    const last = games.find((game) => game.name === name);
    const fits = games.filter((game) => game.name === game.game && game.name !== (last?.game ?? name) && game.players.includes(players));
    const far = (game) => Math.abs(game.difficulty - (last?.difficulty ?? 1));
    const pick = (some) => {
        const near = some.filter((game) => far(game) === Math.min(...some.map(far)));
        return near.length ? near[turn % near.length] : undefined;
    };
    const same = pick(fits.filter(({ kind }) => kind === last?.kind));
    const other = pick(fits.filter(({ kind }) => kind !== last?.kind));
    const found = [same, other].filter(Boolean);
    return found.length < 2 ? [...found, ...fits.filter((game) => !found.includes(game))].slice(0, 2) : found;
}
