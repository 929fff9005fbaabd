/** All that there is to play, from the server or, without a network, from the engine in the page. */
import { ask } from './api.js';
import { _, N_, language } from './words.js';

/** Kinds, in the order in which they are shown, and what an evening of them is called. */
const KINDS = {
    'press your luck': N_('Press your luck'),
    bluffing: N_('Bluff'),
    bidding: N_('Bid'),
    casino: N_('Casino night'),
    cooperative: N_('Together'),
};

/** Minutes that a short game takes at most. */
const SHORT = 10;

/** So many games are named to begin with, each of another kind. */
const FIRST_STEPS = 3;

const DIFFICULTIES = [N_('easy to learn'), N_('takes a while to learn'), N_('demanding')];

/** Seconds that a decision takes, more or less; what is shown is rounded. */
const DECISION = 6;

let kept = { language: '', games: [] };

/** Whether the last answer came from the engine in the page because there was no server. */
export let offline = false;

/**
 * The games and variants as GET /api/games has them.
 * @returns {Promise<Array<Object>>}
 */
export async function catalogue() {
    if (kept.language === language() && !offline)
        return kept.games;
    const wanted = language();
    let games;
    try {
        games = await ask('/api/games');
        offline = false;
    } catch (error) {
        const { engine } = await import('./engine.js').catch(() => Promise.reject(error));
        games = await engine.ask('games', { language: wanted });
        offline = true;
    }
    kept = { language: wanted, games };
    return games;
}

/** What is known at once: one game by its name, or undefined before `catalogue` has answered. */
export function known(name) {
    return kept.games.find((game) => game.name === name);
}

/** All games and variants that are known by now. */
export function allGames() {
    return kept.games;
}

/** The title of a game for people; its name where nothing is known of it. */
export function titleOf(name) {
    return known(name)?.title ?? name;
}

/** Games by kind: `[{kind, title, games}]`; a kind that a page does not know comes last, under its own name. */
export function byKind(games) {
    const kinds = [...new Set([...Object.keys(KINDS), ...games.map((game) => game.kind)])];
    return kinds.map((kind) => ({ kind, title: _(KINDS[kind] ?? kind), games: games.filter((game) => game.kind === kind) }))
        .filter((group) => group.games.length);
}

/** What kind of game it is, in a word or two. */
export function mood(game) {
    return _(KINDS[game.kind] ?? game.kind);
}

/** What one may be in the mood for: `[name, title, function(game): boolean]`; a game is one with its variants. */
export function moods() {
    return [
        ['all', _('All'), () => true],
        ['two', _('Two of us'), (game) => game.players.includes(2)],
        ['short', _('Ten minutes'), (game) => minutes(game) <= SHORT],
        ...Object.entries(KINDS).map(([kind, title]) => [kind, _(title), (game) => game.kind === kind]),
    ];
}

/** The names of the games to begin with: the first easy one of a kind. */
export function firstSteps(games) {
    const easy = games.filter((game) => game.difficulty === 1 && game.name === game.game);
    return byKind(easy).slice(0, FIRST_STEPS).map((group) => group.games[0].name);
}

/** About how many minutes a game takes. */
export function minutes(game) {
    const exact = (game.decisions * DECISION) / 60;
    return exact < 10 ? Math.max(1, Math.round(exact)) : Math.round(exact / 5) * 5;
}

/** How hard a game is to learn, in words. */
export function difficulty(game) {
    return _(DIFFICULTIES[game.difficulty - 1]);
}

/** Numbers of players as people write them: `2–8`, `4, 6`. */
export function playersText({ players }) {
    const whole = players.at(-1) - players[0] === players.length - 1;
    return whole && players.length > 1 ? `${players[0]}–${players.at(-1)}` : players.join(', ');
}

/** What stands in a game's own option table for so many players. */
export function standard(option, players) {
    return option.default_by_players?.[players] ?? option.default;
}
