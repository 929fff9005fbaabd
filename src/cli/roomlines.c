#include "cli/roomlines.h"

#include "cli/lang.h"
#include "engine/rulebook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Words ------------------------------------------------------------------------------------ */

void room_words(const struct remote *r, struct text *out)
{
    const struct setup *u = &r->next;
    bool empty = remote_has_empty(r->chair, r->next.players);
    lang_players(out, _(setup_title(u)), u->players);
    text_add(out, ".\n");
    rulebook_goal(out, u, lang());
    text_add(out, "%s", u->game->goal ? "\n" : "");
    for (int seat = 0; seat < u->players; seat++) {
        const struct remote_chair *c = &r->chair[seat];
        text_add(out, "%c: %s%s%s%s\n", 'A' + seat, remote_chair_words(r, c),
                 seat == r->you ? _(" (you)") : "", seat == r->host ? _(", host") : "",
                 c->away ? _(", away") : "");
    }
    remote_clock_words(r, out);
    if (r->you == NOBODY)
        text_add(out, "%s\n",
                 empty ? _("You watch; n NAME sits down.") : _("You watch; no chair is empty."));
    else if (!remote_leads(r))
        text_add(out, "%s\n", _("The host begins the game."));
    else
        text_add(out, "%s\n",
                 empty ? _("Chairs are empty: a BOT seats a bot, i tells the link for others.")
                       : _("b begins the game."));
}

void room_list(const struct remote *r, struct text *out)
{
    text_add(out, "%s\n", r->offers ? _("Open tables:") : _("There is no open table."));
    for (int i = 0; i < r->offers; i++) {
        text_add(out, "%d: ", i + 1);
        remote_offer_words(r, &r->list[i], out);
        text_add(out, "\n");
    }
    text_add(out, "%s\n", _("Type a number to go there, or ? for help:"));
}

/* --- Commands --------------------------------------------------------------------------------- */

static void print_link(const struct roomlines *l)
{
    char link[ADDRESS_LINK];
    puts(remote_link(l->r, link));
}

static void print_own_link(const struct roomlines *l)
{
    char link[ADDRESS_LINK];
    puts(_(remote_own_warning));
    puts(remote_own_link(l->r, link));
}

static void change_clocks(struct roomlines *l, const char *words)
{
    struct pace pace;
    if (remote_seconds(words, &pace))
        remote_pace(l->r, pace);
    else
        puts(_("Two numbers of seconds are expected, as z 30 300."));
}

void room_go(struct roomlines *l, const char *words)
{
    struct address a = l->r->address;
    struct error e = {.language = lang()};
    char *end;
    long number = strtol(words, &end, 10);
    if (*words && !*end && number >= 1 && number <= l->r->offers)
        words = l->r->list[number - 1].table;
    if (!address_table(&a, words, &e)) {
        puts(e.text);
        return;
    }
    l->came = false;
    remote_enter(l->r, a.table, a.invitation);
}

/* A game by any of its names, with what is usual; false with a message. */
static bool game_named(const char *words, struct setup *u)
{
    struct error e = {.language = lang()};
    bool known = setup_named(u, words, &e);
    if (!known)
        puts(e.text);
    u->players = 0;
    return known;
}

static void open_table(struct roomlines *l, const char *words, bool public)
{
    struct plan p = {0};
    bool known = game_named(words, &p.setup);
    if (!l->name[0]) {
        puts(_("Say who you are first: n NAME."));
    } else if (known) {
        l->came = false;
        remote_create(l->r, &p, l->name, public);
    }
}

static void change_game(struct roomlines *l, const char *words)
{
    struct setup u;
    if (game_named(words, &u))
        remote_change(l->r, &u);
}

/* The chair of a letter; NOBODY with a message. */
static int seat_named(char letter)
{
    int seat = (letter & ~32) - 'A';
    if (seat >= 0 && seat < PLAYERS_MAX)
        return seat;
    puts(_("The letter of a chair is expected, as in k B."));
    return NOBODY;
}

static void empty_chair(struct roomlines *l, const char *words)
{
    int seat = words[0] && words[1] ? seat_named(' ') : seat_named(words[0]);
    if (seat != NOBODY)
        remote_kick(l->r, seat);
}

static void swap_chairs(struct roomlines *l, const char *words)
{
    int seat = seat_named(words[0]);
    int other = seat != NOBODY ? seat_named(words[strlen(words) - 1]) : NOBODY;
    if (other != NOBODY)
        remote_swap(l->r, seat, other);
}

static void take_name(struct roomlines *l, const char *words)
{
    snprintf(l->name, sizeof l->name, "%.*s", text_fit(words, sizeof l->name - 1), words);
    if (l->r->known && l->r->you == NOBODY)
        remote_sit(l->r, l->name, NOBODY);
}

/* Commands that work at every time. */
static bool anywhere(struct roomlines *l, const char *command, const char *words)
{
    if (strcmp(command, "o") == 0)
        remote_list(l->r);
    else if (strcmp(command, "j") == 0)
        room_go(l, words);
    else if (strcmp(command, "n") == 0)
        take_name(l, words);
    else if (strcmp(command, "m") == 0 || strcmp(command, "mp") == 0)
        open_table(l, words, command[1] == 'p');
    else if (strcmp(command, "g") == 0)
        change_game(l, words);
    else
        return false;
    return true;
}

/* Commands at a table. */
static bool at_table(struct roomlines *l, const char *command, const char *words)
{
    if (strcmp(command, "b") == 0)
        remote_begin(l->r);
    else if (strcmp(command, "y") == 0)
        remote_ready(l->r);
    else if (strcmp(command, "a") == 0)
        remote_seat_bot(l->r, words, NOBODY);
    else if (strcmp(command, "k") == 0)
        empty_chair(l, words);
    else if (strcmp(command, "x") == 0)
        remote_leave(l->r);
    else if (strcmp(command, "t") == 0)
        remote_talk(l->r, l->name, words);
    else if (strcmp(command, "i") == 0)
        print_link(l);
    else if (strcmp(command, "w") == 0)
        swap_chairs(l, words);
    else if (strcmp(command, "p") == 0)
        print_own_link(l);
    else if (strcmp(command, "d") == 0)
        remote_hold(l->r, !l->r->hold);
    else if (strcmp(command, "z") == 0)
        change_clocks(l, words);
    else
        return false;
    return true;
}

bool room_command(struct roomlines *l, const char *line)
{
    char command[3] = "";
    size_t size = strcspn(line, " \t");
    const char *words = line + size + strspn(line + size, " \t");
    if (size < sizeof command)
        snprintf(command, sizeof command, "%.*s", (int)size, line);
    return anywhere(l, command, words) || (l->r->known && at_table(l, command, words));
}

/* --- Coming and going ------------------------------------------------------------------------- */

void room_begin(struct roomlines *l, struct remote *r, const char *name)
{
    *l = (struct roomlines){.r = r};
    snprintf(l->name, sizeof l->name, "%.*s", text_fit(name, sizeof l->name - 1), name);
    if (r->address.table[0])
        remote_enter(r, r->address.table, r->address.invitation);
    else
        remote_list(r);
}

void room_arrive(struct roomlines *l)
{
    const struct remote *r = l->r;
    l->came = true;
    if (r->you == NOBODY && l->name[0] && remote_has_empty(r->chair, r->next.players))
        remote_sit(l->r, l->name, NOBODY);
}

const char *room_help(void)
{
    return _("Type the number of a decision, or its words, and Enter.\n"
             "Enter alone: the table once more.\n"
             "t TEXT: say it to all.\n"
             "h: a hint, and once more: its odds; where the table allows it.\n"
             "u: take back the last decision, if all agree; a secret choice before all have "
             "chosen.\n"
             "y: ready to have the secret choices shown, where the table waits for that.\n"
             "r: the rules of the game.\n"
             "s: where the game is kept.\n"
             "n NAME: sit down under that name.\n"
             "i: the link for others.\n"
             "p: the link for your own devices; show it to nobody.\n"
             "b: begin the game (host), or want the next one.\n"
             "a BOT: seat a bot on an empty chair, a level from 1 to 8 (host).\n"
             "k X: empty chair X (host).\n"
             "w X Y: chairs X and Y change places between games (host).\n"
             "g GAME: play GAME next (host).\n"
             "z S B: clocks between games, S seconds a decision and B beyond; 0 0: none (host).\n"
             "d: secret choices wait until all are ready, or wait no more; between games "
             "(host).\n"
             "o: the open tables.\n"
             "j TABLE: go to that table.\n"
             "m GAME: open a table for those who have its link; mp GAME: for everybody.\n"
             "x: give up the chair; a bot plays on.\n"
             "q: leave; the chair stays yours.\n"
             "?: this help.");
}
