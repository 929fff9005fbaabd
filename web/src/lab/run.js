/**
 * A simulation on all cores: workers play blocks of games, the first one takes in what came out. The figures depend on
 * the seed alone, not on how many workers there are: they are those of `pairs sim`.
 */

/** Milliseconds between two looks at the figures. */
const LOOK = 400;

/**
 * @param {Array<function(string, *): Promise<*>>} crew one `ask` for each worker; see engine.js
 * @param {Object} job what `lab` takes
 * @param {Object} watch
 * @param {function(Object)} watch.figures hears {points, done, games} now and then, and at the end
 * @param {function(): boolean} watch.stopped whether it is to end early
 * @param {function(): number} [watch.now]
 * @returns {Promise<{points: Array, done: number, games: number, blocks: number, low: boolean}>}
 */
export async function simulate(crew, job, watch) {
    const now = watch.now ?? (() => performance.now());
    const opened = await Promise.all(crew.map((ask) => ask('lab', job)));
    const { blocks, games, low } = opened[0];
    const run = { next: 0, looked: now() };
    const report = async () => {
        const points = await crew[0]('lab-figures');
        const done = points.reduce((sum, point) => sum + point.games, 0);
        watch.figures({ points, done, games, low });
        return { points, done, games, blocks, low };
    };
    await Promise.all(crew.map((ask) => work(ask, crew[0], run, blocks, watch, async () => {
        if (now() - run.looked < LOOK)
            return;
        run.looked = now();
        await report();
    })));
    return report();
}

/** One worker, until nothing is left or nobody wants more. */
async function work(ask, first, run, blocks, watch, look) {
    while (run.next < blocks && !watch.stopped()) {
        const block = run.next++;
        await first('lab-take', { block, result: await ask('lab-play', { block }) });
        await look();
    }
}
