#!/usr/bin/env node
/* Contact sheets of the page: each game at a decision, at a result and at its end, on a phone and on a desk, light and dark.
 * Usage: tools/measure/sheets.mjs PAIRS FOLDER [GAMES...]   (`make sheets`) */
import('../../tests/browser/look/sheets.mjs').then(({ main }) => main(process.argv.slice(2))).catch((error) => {
    console.error(`sheets: ${error.message}`);
    process.exit(1);
});
