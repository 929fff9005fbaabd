/* What a server consists of; for the files of server/ only. */
#ifndef PAIRS_SERVER_INSIDE_H
#define PAIRS_SERVER_INSIDE_H

#include "fair/seen.h"
#include "hall/hall.h"
#include "server/address.h"
#include "server/crew.h"
#include "server/log.h"
#include "server/server.h"
#include "store/vault.h"

#include <libwebsockets.h>
#include <uv.h>

struct keeper;  /* writes what has happened, see keeper.c */
struct work;    /* a bot that thinks, see think.c */
struct hinting; /* a hint that is found, see advise.c */
struct company; /* the other servers that share our database, see company.h */
struct stay;    /* where somebody is who came in here, */
struct far;     /* and somebody who is here and came in elsewhere */
struct catalogue;
struct transcript; /* the record of a game, see transcript.c */
struct study;      /* a game that is looked back on, see study.c */

/* What has been counted since the start. */
struct counts {
    uint64_t connections, messages, bytes_in, bytes_out, commits, entries, refused, cut_off;
    uint64_t hurried; /* decisions of bots that had no time */
};

/* How long something took, for metrics.c. */
enum { MEASURE_BOUNDS = 12, MEASURE_CODES = 16 };

struct histogram {
    uint64_t count[MEASURE_BOUNDS + 1];
    double sum; /* seconds */
};

struct measures {
    struct histogram answers, commits, thoughts;
    struct {
        int status;
        uint64_t count;
    } http[MEASURE_CODES];
};

/* Where connections come in. */
struct door {
    int socket, port; /* 0: it is not open */
    uv_poll_t poll;
};

/* Bytes that stay as they are, as long as somebody needs them. */
struct lent {
    size_t size; /* 0: there are none */
    const char *bytes;
};

struct server {
    struct server_settings settings;
    uv_loop_t loop;
    uv_prepare_t before;
    uv_check_t after;
    uv_timer_t timer;
    uv_timer_t rest; /* until those who were told much are told more */
    uv_signal_t terminate, interrupt;
    struct door door;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct vault *vault;
    struct keeper *keeper;
    struct company *company; /* NULL: we are alone */
    struct lent heard;       /* the message that a hall is given now */
    struct hall *hall;
    struct crew *crew;
    struct work *work;
    struct hinting *hints;
    struct session *ready; /* those that there is something for, until the turn ends */
    struct text out;       /* room for a message to be sent */
    struct catalogue *catalogue;
    struct study *studies;
    struct transcript *transcripts;
    struct printed *printed;
    struct counts counts;
    struct measures measures;
    struct office *office;  /* see office.h */
    struct ssl_ctx_st *tls; /* NULL: it speaks none */
    struct {
        struct bucket lines; /* of the log that may tell of it */
        int64_t untold;
    } cut_off;
    struct allowance messages; /* of a connection */
    struct addresses addresses;
    struct purses persons, tables; /* by the digests of their tokens, and their names */
    struct session *sessions;      /* all WebSockets, whoever was heard last first, */
    struct session *silent;        /* and the last of them */
    int connections_most;          /* of all addresses: files that we may open, less our own */
    uint64_t swept;                /* when it was looked for those who take nothing */
    int64_t clock_offset;          /* from the clock that never jumps to the time of day */
    int64_t trim; /* when it is seen next whether memory can be given back to the system */
    int size;     /* how much there was then: tables and people */
    bool troubled, stopping;
    bool told_all;  /* that it stops */
    bool lost;      /* another server has the tables now */
    uint64_t told;  /* when everybody was told what there is, in nanoseconds */
    int64_t began;  /* when the first of all servers with this file would have, by the clock that
                     * never jumps, had they run without a pause */
    int64_t forget; /* after how long since then old tables are forgotten next */
    uint64_t retry; /* when the vault is tried again */
};

/* Stands for the sources that pictures of tables depend on: see tools/build/layout.sh. */
extern const uint64_t server_layout;

/* --- gate.c: who may come in ------------------------------------------------------------------ */

struct session;

struct server *server_of(struct lws *wsi);

enum { UPGRADE_REQUIRED = 426, TOO_MANY_REQUESTS = 429 };

/* What is sent with every answer to a request. */
const struct lws_protocol_vhost_options *gate_headers(bool tls);

/* How much a connection, and an address, may send; and how many tables an address may open. */
void gate_measures(struct server *s);

/* Whether the one behind a session may open one more table. */
bool gate_may_open(struct server *s, const struct session *x);

/* Whether a person may say one more line at a table: they, all of their address, and all at the
 * table may say so much. */
bool gate_may_talk(struct server *s, const struct session *x, const char *guest, const char *table);

/* The network that the one behind a session comes from, as a number; 0: it is this machine. */
uint64_t gate_whence(const struct server *s, const struct session *x);

/* A table is open that was opened from there; and it is no longer. */
void gate_opened(const struct session *x, struct room_head *head);
void gate_gone(const struct room_head *head);

/* Where the one behind a session comes from. */
struct address *gate_address(const struct session *x);

/* Whether no limits of addresses hold for the one behind a session. */
bool gate_is_free(const struct server *s, const struct session *x);

/* Who pays for what threads do: for an address (or NULL), a guest (or "") and a table; for the one
 * behind a session; and for whom the bots of a room think. */
void gate_payers(const struct address *a, const char *guest, const char *table,
                 uint64_t payer[PAYERS]);
void gate_payers_of_session(const struct session *x, uint64_t payer[PAYERS]);
void gate_payers_of_room(const struct room *r, uint64_t payer[PAYERS]);

/* Somebody is sent away for a reason: counts and tells it. */
void gate_cut_off(struct server *s, const struct address *a, const char *why);

/* Somebody knocks: the address that they may come in from, NULL if it has too many connections. */
struct address *gate_admit(struct server *s, int socket);

/* Something sensible has come from a connection. */
void gate_know(struct server *s, struct session *x, struct lws *wsi);

/* A connection ends. */
void gate_forget(struct server *s, struct lws *wsi);

/* Whether one more request may come; it counts as a message of its address. */
bool gate_may_ask(struct server *s, struct lws *wsi);

/* Milliseconds that this thread has worked; and what was made for an address is paid for: so many
 * bytes, and the time since (0: none). */
double gate_clock(void);
void gate_spend(struct server *s, struct address *a, size_t bytes, double since);

/* Whether an address has time left, in which others wait; and bytes, to be told something. */
bool gate_may_work(struct server *s, const struct session *x);
bool gate_may_be_told(struct server *s, const struct session *x);

/* Whether one more message may come. */
bool gate_may_send(struct server *s, struct session *x);

/* A connection is to become another kind: 0 if it may, otherwise it has been answered (1) or ends.
 */
int gate_confirm(struct server *s, struct lws *wsi, const char *to);

/* --- door.c: how they come in ----------------------------------------------------------------- */

enum { SEND_BUFFER = 65536 }; /* bytes that the system keeps for a reader */

/* Listens; false with a message if that cannot be. And no longer. */
bool door_open(struct server *s, struct error *e);
void door_close(struct server *s);

/* --- socket.c: connections -------------------------------------------------------------------- */

struct session {
    uint64_t since;  /* when the command came that is to be answered, in nanoseconds; 0: none is */
    bool member;     /* it was invited */
    const char *why; /* it is sent away; NULL: it is not */
    struct visitor *visitor;       /* of a WebSocket */
    struct session *next, *before; /* in the server's list of these */
    struct lws *wsi;
    char *part; /* of a message whose end has not come yet */
    size_t part_size;
    struct bucket messages; /* that may come now */
    uint64_t upgraded;      /* bytes that had come when it became a WebSocket, */
    uint64_t least;         /* and that masked messages since then take at least */
    uint64_t bytes, spoken; /* that had come when it was counted last, and of messages since */
    uint64_t counted;       /* when that was */
    uint64_t heard;         /* when it was heard last, */
    bool asked;             /* and it was asked since whether it is there */
    uint64_t stuck;         /* since when it takes nothing, 0: it does */
    struct reply *reply;    /* to a request: see http.c */
    struct session *ready;  /* the next one that there is something for, */
    bool is_ready;          /* if it is one of them */
    size_t message, message_size; /* where its next one is in the server's `out` */
    bool known;                   /* something sensible has come from it */
    bool closes;                  /* nothing more is sent */
    bool masked;                  /* its first frame was */
    bool rests;                   /* its address was told so much that it waits a moment */
    struct stay *stay;            /* NULL: nowhere, or we are alone */
    struct far *far;              /* NULL: it came in here; otherwise all about sockets is 0, */
    struct address *address;      /* and this is where it came from */
};

int socket_call(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t size);

extern const struct lws_protocols server_protocols[];

/* When much comes at once a turn of the loop takes long. So that nobody waits for what others ask
 * for, what is there is written and told every few milliseconds. */
void server_flush_if_late(struct server *s);

/* Once a second: cuts off who takes nothing, forgets who is gone. */
void socket_sweep(struct server *s);

/* Asks those who are silent whether they are there; true if others are still to be asked, soon. */
bool socket_listen(struct server *s);

/* Sends somebody away, and says why. */
void socket_send_away(struct server *s, struct session *x, const char *why);

/* There is something for a session: it is sent when the turn ends. */
void socket_ready(struct server *s, struct session *x);
void socket_send_ready(struct server *s);

/* Tells everybody that the server stops, and closes. */
void socket_farewell(struct server *s);

/* What people are told of what keeps the tables: where that does not answer now, to wait. Why is
 * for those who run the server. Returns false. */
bool server_asks_to_wait(struct error *e);

/* --- keeper.c: the thread that writes --------------------------------------------------------- */

/* Begins; `done` is called in the loop after each try, with a message if it has failed. NULL with a
 * message if there can be no thread. */
struct keeper *keeper_new(struct server *s, void (*done)(struct server *s, const struct error *e),
                          struct error *e);

/* Looks whether it has written, without waiting for the loop to say so. */
void keeper_look(struct keeper *k);

/* Whether something is being written. */
bool keeper_is_busy(const struct keeper *k);

/* Writes what vault_take has set apart. It is not busy. */
void keeper_write(struct keeper *k);

/* Waits until nothing is being written, and ends; NULL is none. The handle goes with the loop's
 * next turns. */
void keeper_end(struct keeper *k);

/* --- http.c: requests and their answers ------------------------------------------------------- */

enum { LIST_MOST = 100 }; /* tables of a page of the list */

enum { ROUTE_PARTS = 2, PATH_BYTES = 256, DIGEST_SHOWN = 28, TAG_TEXT = 35 };

/* How a text may be sent, the smallest first. */
enum encoding { ENCODING_BROTLI, ENCODING_GZIP, ENCODING_NONE, ENCODINGS };

/* A text that never changes while the server runs, and what is made of it when it is asked for
 * first. */
struct fixed {
    struct text text, packed;
    char digest[DIGEST_SHOWN + 1];
};

enum { OPTIONS_ASKED = 32, QUERY_TEXT = 64 };

/* What somebody asks for. */
struct request {
    struct server *server;
    const struct language *language; /* that the answer is read in */
    const char *path;                /* decoded, without the query */
    char after[TABLE_ID];            /* of a list: the name of the last one before it, or "" */
    const char *part[ROUTE_PARTS];   /* of the path, where its route leaves them open */
    struct address *address;
    char guest[DIGEST_TEXT];                /* the digest of the token that came with it, or "" */
    bool takes[ENCODINGS];                  /* that the one who asks can read */
    char option[OPTIONS_ASKED][QUERY_TEXT]; /* of a file to print: KEY=VALUE, */
    int options;
    int players; /* and for how many; 0: any number */
};

/* What is answered. */
struct page {
    int status;
    const char *type;
    struct text body;
    struct lent lent;        /* in place of the body */
    const struct file *file; /* of which these are a part, */
    const char *encoding;    /* of these, or "" */
    char tag[TAG_TEXT];      /* by which it may be kept and asked for again; "": not */
    const char *allow;       /* 405: the methods that there are */
    char next[TABLE_ID];     /* of a list: where the next page begins; "": there is none */
    int retry;               /* 503: seconds until it is worth trying again */
    bool later;              /* there is no answer yet: reply_send will bring it */
};

/* An answer on its way; it knows when the one who asked has gone. */
struct reply;

int http_begin(struct server *s, struct session *x, struct lws *wsi, const char *path);
int http_write(struct session *x);
void http_end(struct session *x);

/* Where it goes; NULL if the one who asked has gone. */
struct lws *reply_line(const struct reply *r);

/* The answer of a page that was to come later. */
void reply_send(struct reply *r, struct page p);

/* All who wait for the same answer. */
enum { WAITERS_MOST = 64 };
struct waiters {
    struct reply *of[WAITERS_MOST];
    int count;
};

/* The answer to come is this reply's, too; false if it is that of many already. */
bool waiters_add(struct waiters *w, struct reply *r, struct page *p);

/* The answer of them all; the page is used up. */
void waiters_send(struct waiters *w, struct page p);

/* --- pages.c: what there is to ask for -------------------------------------------------------- */

extern const char page_plain[], page_json[]; /* types */

/* Makes the answer to a request. `r` is for those that come later. */
void page_make(struct request *q, struct reply *r, struct page *p);

/* Answers with the public tables, which `make` makes a page of. */
void page_list(struct request *q, struct reply *r, struct page *p,
               void (*make)(struct page *p, const char *tables, const struct language *l));

/* The answer is the first of these that the one who asks can read, and its tag. */
void page_lend(const struct request *q, struct page *p, const struct lent as[ENCODINGS],
               const char *digest);

/* The answer is a text that stays as it is; or its body gets a tag. */
void page_fix(const struct request *q, struct page *p, struct fixed *f);
void page_tag(struct page *p);

void fixed_free(struct fixed *f);

/* An error as JSON: a sentence, in the reader's language. */
void page_error(struct page *p, int status, const struct error *e);

/* --- files.c: the page for people who come with a browser ------------------------------------- */

struct file {
    const char *name, *type, *tag;
    bool for_good;             /* another content would have another name */
    struct lent as[ENCODINGS]; /* what an encoding does not make smaller has none */
};

/* All of them, built in (tools/build/embed-files.py); the last one has no name. */
extern const struct file page_files[];

/* Makes the answer to a request for a file; false if there is none of that path. */
bool page_file(const struct request *q, struct page *p);

/* --- catalogue.c: what there is to play ------------------------------------------------------- */

void page_catalogue(struct request *q, struct reply *r, struct page *p);
void page_game(struct request *q, struct reply *r, struct page *p);
void catalogue_free(struct catalogue *c);

/* --- home.c: the public tables without scripts ------------------------------------------------ */

void page_plainly(struct request *q, struct reply *r, struct page *p);

/* --- archive.c: games that are over ----------------------------------------------------------- */

void page_games(struct request *q, struct reply *r, struct page *p);
void page_record(struct request *q, struct reply *r, struct page *p);
void page_proof(struct request *q, struct reply *r, struct page *p);
void page_analysis(struct request *q, struct reply *r, struct page *p);
void page_picture(struct request *q, struct reply *r, struct page *p);

/* --- transcript.c: records, written down ------------------------------------------------------ */

struct wanted_record {
    const char *guest; /* who is shown what they saw; "": what everybody has seen, */
    bool all;          /* unless everybody may know all that there is */
    bool moves, talk;
};

/* Has the record of a game written, and answers when that is done. */
void transcript_ask(const struct request *q, const struct vault_found *g,
                    const struct wanted_record *w, struct reply *r, struct page *p);

/* What was kept of a table has changed: nobody is given what was written before. */
void transcripts_forget(struct server *s, const char *table);

/* All that is left is given back, once none is written. */
void transcripts_end(struct server *s);

/* --- study.c: games that are looked back on --------------------------------------------------- */

/* Has a game analysed, and answers when that is done: with the figures as JSON, or the picture. */
void study_ask(const struct request *q, const struct vault_found *g, bool picture, struct reply *r,
               struct page *p);

/* What was kept of a table has changed: nobody is given what came of it before. */
void study_forget(struct server *s, const char *table);

/* Nobody waits any more: what runs ends soon. And all that is left is given back, once none runs.
 */
void study_stop(struct server *s);
void study_end(struct server *s);

/* --- print.c: the games on paper -------------------------------------------------------------- */

/* A file to print; and the names of all that there are. */
void page_print(struct request *q, struct reply *r, struct page *p);
void page_prints(struct request *q, struct reply *r, struct page *p);

/* All that is left is given back, once none is made. */
void prints_end(struct server *s);

/* --- deal.c: cards that can be checked, and games that are over ------------------------------- */

const struct dealer *dealer_begin(void *context, const struct room_head *head);
void dealer_end(void *context, const struct dealer *d);
void kept_add(void *context, const struct room *r, const struct live *h);

enum { SPANS_MOST = 64 }; /* of one guest in one game; more do not count */

/* From where a guest saw a game that was kept, in order. Returns how many spans. */
size_t kept_spans(const char *kept, const char *guest, struct span out[SPANS_MOST]);

/* Adds the record of such a game with the proof of what somebody has seen (fair_record). */
bool kept_open(const struct vault_found *g, const struct onlooker *o, bool moves, struct text *out,
               struct error *e);

/* Adds what was said in it, as comments. */
void kept_talk(const struct vault_found *g, struct text *out);

/* A server that has no memory for what must be kept ends: what was acknowledged is on disk. */
void must(bool fine);

/* --- think.c: bots in threads ----------------------------------------------------------------- */

void think_begin(void *context, struct room *r, int seat, uint64_t thought, struct bot *b,
                 const struct knowledge *k, struct rng rng);
void think_forget(void *context, struct room *r, int seat);

/* --- advise.c: hints in threads --------------------------------------------------------------- */

bool advise_begin(void *context, const struct asked *a);
void advise_forget(void *context, const struct visitor *v);

/* Once a second: those that take too long make do with what they have. */
void advise_sweep(struct server *s);

/* --- metrics.c, welcome.c: see office.h ------------------------------------------------------- */

/* Something took from then until now, in nanoseconds. */
void measure(struct histogram *h, uint64_t since);

/* A request was answered. */
void measure_http(struct measures *m, int status);

/* Whether those who run the server let nobody come from an address. */
bool welcome_is_banned(struct server *s, const struct address *a);

/* The person that the digest of a token stands for; false if it is nobody's any more. */
bool welcome_person(struct server *s, char guest[DIGEST_TEXT]);

/* Whether somebody may know which tables there are. */
bool welcome_may_look(struct server *s, const char *guest);

/* --- server.c --------------------------------------------------------------------------------- */

/* Milliseconds since 1970; it never gets earlier, and does not jump. */
int64_t server_now(struct server *s);

/* The clock says at least this from now on, in milliseconds since 1970. */
void server_set_clock(struct server *s, int64_t now);

/* Whether bots and clocks stand still, as other servers are to have our tables. */
bool server_stands_still(const struct server *s);

/* Tells everybody that the server stops, which it does when all have gone. */
void server_farewell(struct server *s);

/* Tells everybody, and stops; at once if it was stopping already. */
void server_stop(struct server *s);

#endif
