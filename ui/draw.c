#include "ui/draw.h"

#include "engine/game.h"
#include "ui/lang.h"

#include <string.h>

static void draw_zone(struct text *out, const struct view *v, const struct zone *z)
{
    text_add(out, "   %s", _(game_zone_name(v->game, z->zone)));
    if (z->count == 0)
        text_add(out, " -");
    for (int i = 0; i < z->count; i++) {
        if (z->known)
            text_add(out, " [%d]", v->card[z->first + i]);
        else
            text_add(out, " [ ]");
    }
}

/* Everything that belongs to one owner, on one line; false if there is nothing. */
static bool draw_owner(struct text *out, const struct view *v, int owner)
{
    bool any = false;
    for (int i = 0; i < v->zones; i++) {
        if (v->zone[i].owner == owner) {
            draw_zone(out, v, &v->zone[i]);
            any = true;
        }
    }
    for (int i = 0; i < v->numbers; i++) {
        if (v->number[i].owner == owner) {
            text_add(out, "   %s %d", _(v->number[i].label), v->number[i].value);
            any = true;
        }
    }
    return any;
}

/* How wide the column of names is: in columns for names without accents. */
static int name_width(const struct view *v, const struct names *names)
{
    int width = 8;
    for (int seat = 0; names && seat < v->players; seat++)
        if (seat != v->looks && names->seat[seat] && (int)strlen(names->seat[seat]) > width)
            width = (int)strlen(names->seat[seat]);
    return width;
}

void draw_view(struct text *out, const struct view *v, const struct names *names)
{
    text_add(out, _("--- %s, hand %d   deck %d   discards %d"), _(v->game->title), v->hand, v->deck,
             v->discards);
    if (v->pot)
        text_add(out, _("   pot %d"), v->pot);
    struct text middle = {0};
    if (draw_owner(&middle, v, NOBODY))
        text_add(out, "%s", text_of(&middle));
    text_free(&middle);
    text_add(out, "\n");
    for (int seat = 0; seat < v->players; seat++) {
        const char *name = names ? names->seat[seat] : NULL;
        text_add(out, "%c %c %-*s %5d", v->to_act >> seat & 1 ? '>' : ' ', 'A' + seat,
                 name_width(v, names),
                 seat == v->looks  ? _("(you)")
                 : name && name[0] ? name
                                   : "",
                 v->score[seat]);
        draw_owner(out, v, seat);
        text_add(out, "\n");
    }
}

void draw_actions(struct text *out, const struct view *v)
{
    char text[ACTION_TEXT];
    for (int i = 0; i < v->actions; i++)
        text_add(out, "%s%d) %s",
                 i == 0  ? ""
                 : i % 8 ? "  "
                         : "\n",
                 i + 1, action_text(v->game, v->act[i], text));
    text_add(out, "\n");
}
