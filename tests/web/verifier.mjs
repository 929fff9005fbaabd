/* The page's verifier for tests/fair/fair.py: each line of input is a record and a key, [string, string] in JSON, each line of output
 * [status, what it says]. */
import { createInterface } from 'node:readline';

import { Flaw, holds, verify } from '../../web/src/after/verify.js';

const known = new Map(); // claims that were checked before: most forgeries leave most of them as they were

function isTrue(claim) {
    const words = JSON.stringify(claim);
    if (!known.has(words))
        known.set(words, holds(claim));
    return known.get(words);
}

function answer([record, key]) {
    try {
        const { claims, ...result } = verify(record, key);
        const wrong = claims.find((claim) => !isTrue(claim));
        if (key && !result.chain?.mine)
            return [1, '0: not your key'];
        return wrong ? [1, `0: not signed: ${wrong.words}`] : [0, result];
    } catch (wrong) {
        if (wrong instanceof Flaw)
            return [1, `${wrong.line}: ${wrong.message}`];
        throw wrong;
    }
}

for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
