/**
 * Questions to the program inside the page (web/wasm/page.h). It knows no browser.
 * @module
 */

/** Imagined games for each moment of a game that is looked back on: enough for a picture, in seconds. */
const ITERATIONS = 100;

/**
 * @param {Object} program see wasm.js
 * @returns {function(string, *): *} answers a question, or throws an Error with a sentence
 */
export function answerer(program) {
    const others = {
        lab: (job) => program.lab(job),
        'lab-play': ({ block }) => program.labPlay(block),
        'lab-take': ({ block, result }) => program.labTake(block, result),
        'lab-figures': () => program.labFigures(),
        'lab-csv': () => program.labCsv(),
    };
    return (what, argument) => {
        if (others[what])
            return others[what](argument);
        const { record = '', ...keys } = argument;
        return program.ask({ ask: what, iterations: ITERATIONS, ...keys }, record);
    };
}

/**
 * @param {Object} program see wasm.js
 * @param {function(string): Promise<Uint8Array>} fetchNet see house.js
 * @returns {function(): Promise} has the networks fetched that bots lack since the last question; without a network of
 *     computers they do without
 */
export function learner(program, fetchNet) {
    return async () => {
        const game = program.lacks();
        const net = game && await fetchNet(game).catch(() => null);
        if (net)
            program.net(game, net);
    };
}
