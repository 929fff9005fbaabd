/* The page's verifier for tests/fair.py: each line of input is a record as a JSON string, each line of output
 * [status, what it says]. */
import { createInterface } from 'node:readline';

import { Flaw, verify } from '../../web/src/after/verify.js';

function answer(record) {
    try {
        return [0, verify(record)];
    } catch (wrong) {
        if (wrong instanceof Flaw)
            return [1, `${wrong.line}: ${wrong.message}`];
        throw wrong;
    }
}

for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
