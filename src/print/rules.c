/* The rules of a game on one sheet of paper. */
#include "print/inside.h"

#include "engine/document.h"

static const double margin = 14, footer_high = 6;

const char *rules_title(const struct setup *u, const struct language *l)
{
    return language_text(l, setup_title(u));
}

const char *rules_summary(const struct setup *u, const struct language *l)
{
    return language_text(l, u->preset ? u->preset->summary : u->game->summary);
}

/* Adds "2 to 8 players · press your luck · about 60 decisions". */
static void add_facts(struct text *out, const struct setup *u, const struct language *l)
{
    int decisions = u->preset && u->preset->decisions ? u->preset->decisions : u->game->decisions;
    struct text players = {0};
    if (u->players)
        text_number(&players, u->players);
    else
        setup_players_text(u, language_text(l, " to "), language_text(l, " or "), &players);
    text_add(out, language_text(l, "%s players"), text_of(&players));
    text_add(out, " · %s · ", language_text(l, game_kind_name(u->game->kind)));
    text_add(out, language_text(l, "about %d decisions a game"), decisions);
    out->failed |= players.failed;
    text_free(&players);
}

/* Whether the setup has another value of an option than its game or variant has. */
static bool is_chosen(const struct setup *u, int i)
{
    struct error e = {0};
    struct setup usual;
    if (!(u->given >> i & 1) || !setup_choose(&usual, setup_name(u), &e))
        return false;
    int32_t standard =
        usual.given >> i & 1
            ? usual.option[i]
            : option_standard(u->game, i, u->players ? u->players : setup_players_usual(u));
    return standard != u->option[i];
}

/* Adds the options that are not as usual: "hands 3 · ante 2"; nothing if all are. */
static void add_chosen(struct text *out, const struct setup *u, const struct language *l)
{
    char value[OPTION_TEXT], deck[DECK_TEXT];
    for (int i = 0; u->game->options[i].key; i++)
        if (is_chosen(u, i))
            text_add(out, " · %s %s", u->game->options[i].key,
                     option_words(&u->game->options[i], u->option[i], l, value));
    if (u->deck)
        text_add(out, " · %s %s", deck_key, deck_text(u->deck, deck));
}

/* A line of the header, or a few. */
struct headline {
    const char *text;
    struct style style;
    double room, below;
};

/* How high they are one below the other. */
static double headlines_high(struct paper *p, const struct headline *line, int lines)
{
    double high = 0;
    for (int i = 0; i < lines; i++) {
        PangoLayout *words = words_set(p, line[i].text, &line[i].style, line[i].room);
        high += words_high(words) + line[i].below;
        g_object_unref(words);
    }
    return high;
}

void rules_header(struct paper *p, const struct setup *u, double x, double y, double wide,
                  double high)
{
    struct text facts = {0};
    double room = wide - high - 8, most = high * 0.88;
    add_facts(&facts, u, p->language);
    add_chosen(&facts, u, p->language);
    struct headline line[] = {
        {rules_title(u, p->language),
         {.size = high * 0.8, .display = true, .colour = 0xffffff},
         .room = 0},
        {rules_summary(u, p->language),
         {.size = high * 0.34, .colour = 0xffffff},
         .room = room,
         .below = high * 0.06},
        {text_of(&facts),
         {.size = high * 0.27, .weight = SEMIBOLD, .colour = 0xffffff},
         .room = room},
    };
    enum { LINES = sizeof line / sizeof *line };
    double all = headlines_high(p, line, LINES);
    for (int i = 0; all > most && i < LINES; i++) /* a long sentence needs two lines */
        line[i].style.size *= most / all;
    paper_box(p, x, y, wide, high, high / 12, u->game->look.colour);
    art_cover(p, u->game, x, y, high);
    double at = y + (high - headlines_high(p, line, LINES)) / 2;
    for (int i = 0; i < LINES; i++)
        at += words_show(p, line[i].text, &line[i].style, x + high + 4, at, line[i].room) +
              line[i].below;
    text_free(&facts);
}

void rules_footer(struct paper *p, const char *left, const char *right, double in)
{
    struct style s = {.size = 6.5, .colour = faint};
    double y = p->high - in;
    PangoLayout *words = words_set(p, right, &s, 0);
    double wide = words_wide(words);
    g_object_unref(words);
    paper_line(p, in, y - 1.5, p->wide - in, y - 1.5, 0.15, line_colour);
    words_show(p, left, &s, in, y, 0);
    words_show(p, right, &s, p->wide - in - wide, y, 0);
}

void rules_book(struct flow *f, struct rulebook b, const struct setup *u)
{
    const char *example = language_text(f->paper->language, "EXAMPLE");
    struct text heading = {0};
    bool more, before_cards;
    do {
        if (heading.size)
            flow_heading(f, text_of(&heading));
        before_cards = u && strcmp(text_of(&heading), example) == 0;
        more = flow_part(f, &b, &heading);
        if (before_cards)
            moment_show(f, u);
    } while (more);
    text_free(&heading);
}

struct rulebook rules_family(const struct language *l)
{
    static const struct setup none;
    const char *words = l ? document_find(l->name, "family") : NULL;
    return rulebook_open(words ? words : document_find("en", "family"), &none);
}

void rules_text(struct flow *f, const struct setup *u)
{
    rules_book(f, rulebook_game(u, f->paper->language), u);
}

/* A sheet has two columns below the title, or below nothing on its other side. */
static void turn(struct flow *f)
{
    const struct setup *u = f->context;
    struct paper *p = f->paper;
    const double header = f->page == 1 ? 27 : 0;
    f->columns = 2;
    f->gap = 8;
    f->left = margin;
    f->wide = (p->wide - 2 * margin - f->gap) / 2;
    f->top = margin + (header > 0 ? header + 5 : 0);
    f->bottom = p->high - margin - footer_high;
    if (!f->draws)
        return;
    if (f->page > 1)
        paper_turn(p);
    if (header > 0)
        rules_header(p, u, margin, margin, p->wide - 2 * margin, header);
    struct text number = {0};
    text_add(&number, "%s · %d", rules_title(u, p->language), f->page);
    rules_footer(p,
                 language_text(p->language, "Unofficial. The games are by James Ernest, Paul "
                                            "Peterson and friends."),
                 text_of(&number), margin);
    text_free(&number);
}

static void fill(struct flow *f, const void *what)
{
    rules_text(f, what);
}

bool print_rules(const struct print_wish *w, struct text *out, struct error *e)
{
    struct paper p;
    double wide, high;
    paper_size(w->paper, &wide, &high);
    bool fine =
        paper_open_pages(&p, wide, high, rules_title(&w->setup, w->language), w->language, out, e);
    struct flow f = {
        .paper = &p, .accent = w->setup.game->look.colour, .turn = turn, .context = &w->setup};
    if (fine) {
        if (!flow_fit(&f, fill, &w->setup, 1, 9.5,
                      8.25)) /* a single side, if that is large enough */
            flow_fit(&f, fill, &w->setup, 2, 9.5, 7);
        flow_show(&f, fill, &w->setup);
    }
    return paper_close(&p, out, e) && fine;
}
