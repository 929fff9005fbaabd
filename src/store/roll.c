#include "store/roll.h"

#include "store/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT_MILLISECONDS = 1000 }; /* that whoever asks the roll may wait */

struct roll {
    struct base *base;
};

struct roll *roll_open(const char *where, struct error *e)
{
    struct roll *r = calloc(1, sizeof *r);
    if (!r) {
        error_no_memory(e);
        return NULL;
    }
    r->base = base_open(where, LIMIT_MILLISECONDS, e);
    bool fine = r->base;
    for (const char *const *words = fine ? r->base->kind->roll : NULL; fine && *words; words++)
        fine = base_ask(r->base, NULL, NULL, e, *words, "") >= 0;
    if (fine)
        return r;
    roll_close(r);
    return NULL;
}

void roll_close(struct roll *r)
{
    if (!r)
        return;
    base_close(r->base);
    free(r);
}

static void take_text(const struct row *row, int column, char out[], size_t room)
{
    snprintf(out, room, "%s", row_text(row, column));
}

/* --- Who may not ------------------------------------------------------------------------------ */

static bool take_id(void *to, const struct row *row)
{
    *(int64_t *)to = row_number(row, 0);
    return true;
}

bool roll_add_rule(struct roll *r, struct roll_rule *rule, struct error *e)
{
    return base_ask(r->base, take_id, &rule->id, e,
                    "INSERT INTO rules (mute, target, until, note) VALUES ($1, $2, $3, $4)"
                    " RETURNING id",
                    "isis", (int64_t)rule->mute, rule->target, rule->until, rule->note) >= 0;
}

bool roll_lift(struct roll *r, int64_t id, struct error *e)
{
    int64_t rows = base_ask(r->base, NULL, NULL, e, "DELETE FROM rules WHERE id = $1", "i", id);
    return rows > 0 || (rows == 0 && error_set(e, "there is no ban %lld; expected one of 'bans'",
                                               (long long)id));
}

struct rules_taker {
    bool (*each)(void *to, const struct roll_rule *rule);
    void *to;
};

static bool take_rule(void *to, const struct row *row)
{
    const struct rules_taker *t = to;
    struct roll_rule rule = {
        .id = row_number(row, 0), .mute = row_number(row, 1), .until = row_number(row, 3)};
    take_text(row, 2, rule.target, sizeof rule.target);
    take_text(row, 4, rule.note, sizeof rule.note);
    return t->each(t->to, &rule);
}

bool roll_rules(struct roll *r, int64_t now, bool (*each)(void *to, const struct roll_rule *rule),
                void *to, struct error *e)
{
    struct rules_taker t = {each, to};
    return base_ask(r->base, take_rule, &t, e,
                    "SELECT id, mute, target, until, note FROM rules WHERE until = 0 OR until > $1"
                    " ORDER BY id",
                    "i", now) >= 0;
}

/* --- Invitations ------------------------------------------------------------------------------ */

bool roll_add_code(struct roll *r, const char *digest, struct roll_code *code, struct error *e)
{
    return base_ask(r->base, take_id, &code->id, e,
                    "INSERT INTO codes (digest, made, \"left\", note) VALUES ($1, $2, $3, $4)"
                    " RETURNING id",
                    "siis", digest, code->made, code->left, code->note) >= 0;
}

bool roll_revoke(struct roll *r, int64_t id, struct error *e)
{
    int64_t rows = base_ask(r->base, NULL, NULL, e, "DELETE FROM codes WHERE id = $1", "i", id);
    return rows > 0 ||
           (rows == 0 &&
            error_set(e, "there is no invitation %lld; expected one of 'codes'", (long long)id));
}

struct codes_taker {
    bool (*each)(void *to, const struct roll_code *code);
    void *to;
};

static bool take_code(void *to, const struct row *row)
{
    const struct codes_taker *t = to;
    struct roll_code c = {.id = row_number(row, 0),
                          .made = row_number(row, 1),
                          .left = row_number(row, 2),
                          .used = row_number(row, 3)};
    take_text(row, 4, c.note, sizeof c.note);
    return t->each(t->to, &c);
}

bool roll_codes(struct roll *r, bool (*each)(void *to, const struct roll_code *code), void *to,
                struct error *e)
{
    struct codes_taker t = {each, to};
    return base_ask(r->base, take_code, &t, e,
                    "SELECT id, made, \"left\", used, note FROM codes ORDER BY id", "") >= 0;
}

bool roll_is_member(struct roll *r, const char *guest)
{
    struct error e = {0};
    return base_ask(r->base, NULL, NULL, &e, "SELECT 1 FROM members WHERE guest = $1", "s", guest) >
           0;
}

bool roll_admit(struct roll *r, const char *digest, const char *guest)
{
    struct error e = {0};
    if (roll_is_member(r, guest))
        return true;
    bool fine =
        base_begin(r->base, &e) &&
        base_ask(r->base, NULL, NULL, &e,
                 "UPDATE codes SET \"left\" = \"left\" - 1, used = used + 1"
                 " WHERE digest = $1 AND \"left\" > 0",
                 "s", digest) == 1 &&
        base_ask(r->base, NULL, NULL, &e, "INSERT INTO members VALUES ($1)", "s", guest) >= 0;
    return base_end(r->base, fine, &e);
}

/* --- Lost tokens ------------------------------------------------------------------------------ */

bool roll_set_recovery(struct roll *r, const char *guest, const char *digest, struct error *e)
{
    return base_ask(r->base, NULL, NULL, e,
                    "INSERT INTO recoveries VALUES ($1, $2)"
                    " ON CONFLICT (guest) DO UPDATE SET code = excluded.code",
                    "ss", guest, digest) >= 0;
}

static bool take_guest(void *to, const struct row *row)
{
    take_text(row, 0, to, ROLL_DIGEST);
    return true;
}

bool roll_recover(struct roll *r, const char *code, const char *token, char guest[ROLL_DIGEST])
{
    static const char stands_for[] = "INSERT INTO tokens VALUES ($1, $2)"
                                     " ON CONFLICT (token) DO UPDATE SET guest = excluded.guest";
    struct error e = {0};
    if (base_ask(r->base, take_guest, guest, &e, "SELECT guest FROM recoveries WHERE code = $1",
                 "s", code) != 1)
        return false;
    bool fine = base_begin(r->base, &e) &&
                base_ask(r->base, NULL, NULL, &e, "DELETE FROM recoveries WHERE guest = $1", "s",
                         guest) >= 0 &&
                base_ask(r->base, NULL, NULL, &e, "UPDATE tokens SET guest = '' WHERE guest = $1",
                         "s", guest) >= 0 &&
                base_ask(r->base, NULL, NULL, &e, stands_for, "ss", guest, "") >= 0 &&
                base_ask(r->base, NULL, NULL, &e, stands_for, "ss", token, guest) >= 0;
    return base_end(r->base, fine, &e);
}

bool roll_known_as(struct roll *r, const char *token, char guest[ROLL_DIGEST], struct error *e)
{
    int64_t rows = base_ask(r->base, take_guest, guest, e,
                            "SELECT guest FROM tokens WHERE token = $1", "s", token);
    if (rows == 0)
        snprintf(guest, ROLL_DIGEST, "%s", token);
    return rows >= 0 &&
           (guest[0] || error_set(e, "Another token has taken the place of this one."));
}

/* --- What is kept about a person -------------------------------------------------------------- */

/* Whoever is told of a table, or of a thing that is kept. */
struct teller {
    bool (*table)(void *to, int64_t key, const char *id);
    bool (*each)(void *to, const char *what, const char *table, const char *words);
    void *to;
    int64_t key; /* the table whose lines come now, */
    struct scrub scrub;
    struct text unused;
    bool stopped; /* whoever is told could not take it */
};

/* Hands over the rows of a query on the person. */
static bool ask_rows(const char *where, const char *query, const char *guest, base_row *each,
                     struct teller *t, struct error *e)
{
    struct base *b = base_open(where, 0, e);
    bool fine =
        b && base_ask(b, each, t, e, query, "s", guest) >= 0 && (!t->stopped || error_no_memory(e));
    base_close(b);
    return fine;
}

static bool find_row(void *to, const struct row *row)
{
    struct teller *t = to;
    t->stopped = !t->table(t->to, row_number(row, 0), row_text(row, 1));
    return !t->stopped;
}

bool roll_find(const char *where, const char *guest,
               bool (*each)(void *to, int64_t key, const char *id), void *to, struct error *e)
{
    struct teller t = {.table = each, .to = to};
    return ask_rows(where,
                    "SELECT key, id FROM tables WHERE key IN"
                    " (SELECT key FROM log WHERE line LIKE '%' || $1 || '%'"
                    " UNION SELECT key FROM games WHERE record LIKE '%' || $1 || '%')",
                    guest, find_row, &t, e);
}

/* An entry of a table where the person is named: told if it is theirs. */
static bool tell_entry(void *to, const struct row *row)
{
    struct teller *t = to;
    const char *line = row_text(row, 2);
    if (t->key != row_number(row, 0))
        t->scrub.mine = 0;
    t->key = row_number(row, 0);
    t->stopped = scrub_line(&t->scrub, 0, line, &t->unused) &&
                 !t->each(t->to, "entry", row_text(row, 1), line);
    return !t->stopped;
}

static bool tell_thing(void *to, const struct row *row)
{
    struct teller *t = to;
    t->stopped = !t->each(t->to, row_text(row, 0), row_text(row, 1), row_text(row, 2));
    return !t->stopped;
}

bool roll_tell(const char *where, const char *guest,
               bool (*each)(void *to, const char *what, const char *table, const char *words),
               void *to, struct error *e)
{
    struct teller t = {.each = each, .to = to};
    snprintf(t.scrub.guest, sizeof t.scrub.guest, "%s", guest);
    bool fine = ask_rows(where,
                         "SELECT log.key, id, line FROM log JOIN tables ON log.key = tables.key"
                         " WHERE log.key IN (SELECT key FROM log WHERE line LIKE '%' || $1 || '%')"
                         " ORDER BY log.key, number",
                         guest, tell_entry, &t, e) &&
                ask_rows(where,
                         "SELECT 'game', id, number || ' ' || name || ' ' || ended FROM games"
                         " JOIN tables ON games.key = tables.key"
                         " WHERE record LIKE '%' || $1 || '%'"
                         " UNION ALL SELECT CASE mute WHEN 1 THEN 'mute' ELSE 'ban' END, '',"
                         " until || ' ' || note FROM rules WHERE target = $1"
                         " UNION ALL SELECT 'member', '', '' FROM members WHERE guest = $1"
                         " UNION ALL SELECT 'recovery', '', '' FROM recoveries WHERE guest = $1"
                         " UNION ALL SELECT 'token', '', token FROM tokens WHERE guest = $1",
                         guest, tell_thing, &t, e);
    scrub_free(&t.scrub);
    text_free(&t.unused);
    return fine;
}

/* What is to be written anew: the place of each, and its words one after the other. */
struct anew {
    struct scrub *scrub;
    bool games; /* otherwise entries */
    int64_t *place;
    size_t count;
    struct text words;
    bool failed;
};

static void note_anew(struct anew *a, int64_t place, const struct text *words)
{
    int64_t *more = realloc(a->place, (a->count + 1) * sizeof *more);
    a->failed = a->failed || !more || words->failed;
    if (!more)
        return;
    a->place = more;
    more[a->count++] = place;
    text_put(&a->words, text_of(words), words->size + 1);
}

static bool look_at(void *to, const struct row *row)
{
    struct anew *a = to;
    struct text out = {0};
    if (a->games)
        scrub_record(a->scrub, row_text(row, 1), &out);
    else
        scrub_line(a->scrub, (uint64_t)row_number(row, 1), row_text(row, 2), &out);
    if (out.size || out.failed)
        note_anew(a, row_number(row, 0), &out);
    text_free(&out);
    return !a->failed;
}

/* Writes anew what was noted, each by a statement with table, place and words. */
static bool write_anew(struct base *b, int64_t key, struct anew *a, const char *statement,
                       struct error *e)
{
    bool fine = (!a->failed && !a->words.failed) || error_no_memory(e);
    const char *words = text_of(&a->words);
    for (size_t i = 0; fine && i < a->count; i++, words += strlen(words) + 1)
        fine = base_ask(b, NULL, NULL, e, statement, "iis", key, a->place[i], words) >= 0;
    free(a->place);
    text_free(&a->words);
    return fine;
}

/* The entries of a table in order, and its games, each to be looked at. */
static bool scrub_entries(struct base *b, int64_t key, int64_t last, struct scrub *s,
                          struct error *e)
{
    struct anew a = {.scrub = s};
    s->mine = 0;
    bool fine = base_ask(b, look_at, &a, e, b->kind->entries, "ii", key, last) >= 0;
    return write_anew(b, key, &a, b->kind->set_line, e) && fine;
}

static bool scrub_games(struct base *b, int64_t key, struct scrub *s, struct error *e)
{
    struct anew a = {.scrub = s, .games = true};
    bool fine =
        base_ask(b, look_at, &a, e,
                 "SELECT number, record FROM games WHERE key = $1 ORDER BY number", "i", key) >= 0;
    return write_anew(b, key, &a, "UPDATE games SET record = $3 WHERE key = $1 AND number = $2",
                      e) &&
           fine;
}

bool roll_scrub(struct roll *r, int64_t key, int64_t last, struct scrub *s, struct error *e)
{
    struct base *b = r->base;
    bool fine = base_begin(b, e) && (!last || scrub_entries(b, key, last, s, e)) &&
                base_ask(b, NULL, NULL, e, "DELETE FROM pictures WHERE key = $1", "i", key) >= 0 &&
                scrub_games(b, key, s, e) && (!s->said.failed || error_no_memory(e));
    return base_end(b, fine, e);
}

bool roll_forget(struct roll *r, const char *guest, struct error *e)
{
    static const char *const words[] = {
        "DELETE FROM members WHERE guest = $1", "DELETE FROM recoveries WHERE guest = $1",
        "DELETE FROM tokens WHERE guest = $1 OR token = $1", "DELETE FROM rules WHERE target = $1"};
    bool fine = base_begin(r->base, e);
    for (size_t i = 0; fine && i < sizeof words / sizeof *words; i++)
        fine = base_ask(r->base, NULL, NULL, e, words[i], "s", guest) >= 0;
    return base_end(r->base, fine, e);
}

bool roll_settle(const char *where, struct error *e)
{
    struct base *b = base_open(where, 0, e);
    bool fine = b && base_settle(b, e);
    base_close(b);
    return fine;
}
