/* Everything of this program that runs inside a page, for a worker there: text goes in and comes
 * out, nothing else. Built for WebAssembly by tools/build/wasm.sh; tests build it for this machine
 * too.
 *
 * Text goes in where page_input says, and is then named by its size. Text comes out at page_output,
 * page_output_size bytes of it, and stays until the next call that makes some.
 *
 * The house in the page is a hall (hall/hall.h) as the server has one, with messages as
 * docs/server.md has them. Its host is the worker, whose turn is always the same: it says how late
 * it is, hands over what was heard or thought, takes what is to be kept (page_keep), and when that
 * is safe says so (page_kept) and takes what each visitor is to be told (page_next). Nothing else
 * is heard meanwhile. */
#ifndef PAIRS_WEB_PAGE_H
#define PAIRS_WEB_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- Text ------------------------------------------------------------------------------------- */

/* Where so many bytes can be put; they are there until the next call. NULL if memory runs out. */
char *page_input(size_t size);

/* A text of texts/: a line with FOLDER/NAME, and then its words. Without them there are no rules
 * and lessons; everything else there is. */
void page_text(size_t size);

/* A network: a line with its name, which is that of a game, and then its file. Whoever would play
 * by it plays otherwise until it is there. False if it is of another version. */
bool page_net(size_t size);

/* The name of one that somebody would play by who was asked for since this was called last comes
 * out; false if none is missing. */
bool page_lacks(void);

const char *page_output(void);
size_t page_output_size(void);

/* --- The house -------------------------------------------------------------------------------- */

/* It is so late, in milliseconds since 1970. Returns when this should be called again at the
 * latest, INFINITY for never. Call it first. */
double page_time(double now);

/* A table from before: in the first line its head, as page_keep had it, then each of its entries.
 * False if it is none. */
bool page_recall(size_t size);

/* Somebody comes, from now on named by this number (0: there is no room), and goes. */
int page_come(void);
void page_go(int visitor);

/* A message from a visitor. False if it deserves no more. */
bool page_hear(int visitor, size_t size);

/* The next message for a visitor comes out; false if there is none. */
bool page_next(int visitor);

/* All that is to be kept comes out, one object a line, with `keep` in it:
 *
 *     table   a new one: `id`, `secret`, `public`, `open`, `opened`
 *     entry   of one: `table`, `number`, `line`
 *     game    that is over: `table`, `number`, `ended`, `name`, `record`
 *     closed  a table that is there no longer: `table`
 *
 * False if there is nothing. */
bool page_keep(void);

/* It is safe. */
void page_kept(void);

/* Nothing can be kept just now; until page_kept nothing happens at any table. */
void page_trouble(void);

/* A bot is to decide, or a hint to be found: the number of the thought, 0 if there is none that was
 * not given out. Text goes in: the names of tables whose bots think elsewhere. */
int page_thought(size_t size);

/* Thinks; what was found comes out as bytes, for page_decide. It changes nothing but memory that
 * nobody else reads, so that it may be done by another instance that has a copy of all memory. */
void page_think(int thought);

/* What came of it; harmless if nobody waits for it any more. */
void page_decide(int thought, size_t size);

/* Whether somebody still waits for a thought. */
bool page_wanted(int thought);

/* --- Questions -------------------------------------------------------------------------------- */

/* Answers a question that changes nothing. In the first line stands an object with `ask` and
 * `language`, after it the record that the question is about, if any; an object comes out:
 *
 *     games      as GET /api/games
 *     game       `name`: as GET /api/games/NAME
 *     lesson     `name`: see wire/replayjson.h
 *     replay     `looks`, a seat, "open" or "": see wire/replayjson.h
 *     end        `players`, `over`, `scores`, `winners`, `losers`, `chips` if these are the scores,
 *                and `low` if the lowest score wins
 *     analysis   `iterations`: as `pairs analyse --json`; page_progress is called on the way
 *     continue   `seat`, `person`, `guest` (the digest of a token), `level`, `now`: `lines` are the
 *                entries of a table where this person sits among bots and the record has happened
 *
 * False if it cannot: `error` says why, and `line` where in the record. */
bool page_ask(size_t size);

/* --- The lab ---------------------------------------------------------------------------------- */

/* A simulation, as `pairs sim` has it: an object with `game`, `players` (0: as usual), `options`
 * (values as on a command line), `bots`, `games`, `seed` (as text), `language`. `blocks` of it, all
 * its `games`, and whether the lowest score wins (`low`) come out. False as in page_ask. */
bool page_lab(size_t size);

/* Plays a block, from 0 on. Its figures come out as bytes, for page_lab_take in any instance of
 * this program that has the same simulation. False as in page_ask. */
bool page_lab_play(int block);
void page_lab_take(int block, size_t size);

/* What was taken in: an array with an object for each point, as `pairs sim --jsonl`; and as CSV. */
void page_lab_figures(void);
void page_lab_csv(void);

/* --- What the page gives ---------------------------------------------------------------------- */

/* Chance that nobody can foretell. */
#ifdef __wasm__
__attribute__((import_module("page"), import_name("random")))
#endif
void page_random(void *out, size_t size);

/* An answer that takes long is so far: 0 to 1. */
#ifdef __wasm__
__attribute__((import_module("page"), import_name("progress")))
#endif
void page_progress(double part);

#endif
