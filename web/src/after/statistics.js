/** What games have brought the one who looks: as `pairs history --statistics` counts. Pure. */

/**
 * @typedef {Object} Played a game that is over
 * @property {string} game
 * @property {string} title
 * @property {number} players
 * @property {?string} you the own seat; null: one only watched
 * @property {number[]} scores
 * @property {string[]} winners seats
 * @property {string[]} losers seats
 * @property {boolean} chips the scores are chips
 * @property {boolean} low the lowest score is the best
 * @property {Object} bots by seat
 * @property {number} ended
 */

function numberOf(seat) {
    return seat.charCodeAt(0) - 65;
}

/** `won`, `lost` or `even`. Where the rules name only who loses, all others have won; but playing for chips nobody who has no more of them. */
export function fortune({ you, winners, losers, chips }) {
    if (losers.includes(you))
        return 'lost';
    if (winners.includes(you) || (losers.length && !winners.length && !chips))
        return 'won';
    return winners.length ? 'lost' : 'even';
}

/** The share of the seats that won: what a player like all others could expect. */
export function fairShare({ players, winners, losers, chips }) {
    const won = winners.length || (losers.length && !chips ? players - losers.length : 0);
    return won / players;
}

/** 1 for the best; who has the same score has the same place. */
export function place({ you, scores, low }) {
    const own = scores[numberOf(you)];
    return 1 + scores.filter((score) => (low ? score < own : score > own)).length;
}

function nothing() {
    return { played: 0, won: 0, lost: 0, fair: 0, score: 0, rank: 0, streak: 0, longest: 0 };
}

function add(sum, game) {
    const how = fortune(game);
    const { streak } = sum;
    sum.played++;
    sum.won += how === 'won';
    sum.lost += how === 'lost';
    sum.fair += fairShare(game);
    sum.score += game.scores[numberOf(game.you)];
    sum.rank += place(game);
    sum.streak = how === 'won' ? Math.max(streak, 0) + 1 : how === 'lost' ? Math.min(streak, 0) - 1 : 0;
    sum.longest = Math.max(sum.longest, sum.streak);
}

function grouped(games, namesOf) {
    const groups = new Map();
    for (const game of games) {
        for (const name of new Set(namesOf(game))) {
            if (!groups.has(name))
                groups.set(name, { name, title: game.title, ...nothing() });
            add(groups.get(name), game);
        }
    }
    return [...groups.values()].sort((a, b) => b.played - a.played || (a.name < b.name ? -1 : 1));
}

/**
 * All together, by game and by bot; and what was won beyond the fair share after each game.
 * @param {Played[]} all in any order
 */
export function statistics(all) {
    const games = all.filter((game) => game.you !== null).sort((a, b) => a.ended - b.ended);
    const total = nothing();
    const curve = games.map((game) => {
        add(total, game);
        return total.won - total.fair;
    });
    return { total, games: grouped(games, (game) => [game.game]), bots: grouped(games, (game) => Object.values(game.bots)), curve };
}
