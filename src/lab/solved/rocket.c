#include "lab/solved/inside.h"

#include <assert.h>
#include <math.h>

/* With which card the dealer loses at once, and what share of the bet a point of it is worth. */
static void rocket_ask(struct solution *s)
{
    for (int k = 1; k <= RANKS && !s->death; k++) {
        struct moment m;
        struct state *round = moment_begin(&m, "rocket", 1);
        action bets[ACTIONS_MAX];
        game_legal(m.game, round, 0, bets);
        game_apply(m.game, round, 0, bets[0], NULL);
        game_deal(m.game, round, RANKS, NULL);
        game_deal(m.game, round, k, NULL);
        int won = game_look(round)->score[0];
        if (won) {
            s->death = k;
            s->units = action_first(bets[0]) * k / won;
        }
    }
    assert(s->death);
}

static double rocket_gain(const struct solution *s, ranks player, ranks dealer)
{
    double hit = solution_at(s, player, dealer)->hit;
    int fold = fold_gain(player, dealer);
    return hit >= fold ? hit : fold;
}

/* The dealer draws from what is left. */
static double rocket_dealer(const struct solution *s, ranks player, ranks dealer, const int left[],
                            int total)
{
    double sum = 0;
    for (int c = 1; c <= RANKS; c++)
        if (left[c])
            sum += left[c] * (c == s->death || ranks_has(dealer, c)
                                  ? c
                                  : rocket_gain(s, player, dealer | ranks_one(c)));
    return sum / total;
}

/* Needs all positions with more cards. */
static double rocket_hit(const struct solution *s, ranks player, ranks dealer, const int count[])
{
    int left[RANKS + 1], total = cards_left(count, player, dealer, left);
    double sum = 0;
    for (int c = 1; total > 0 && c <= RANKS; c++) {
        int of_rank = left[c];
        if (!of_rank)
            continue;
        left[c]--;
        sum += of_rank * (ranks_has(player, c)
                              ? -c
                              : rocket_dealer(s, player | ranks_one(c), dealer, left, total - 1));
        left[c]++;
    }
    return total > 0 ? sum / total : NAN;
}

/* How often a round passes on from a position in which the player hits. */
static void rocket_pass(struct solution *s, ranks player, ranks dealer, const int count[])
{
    const struct decision *d = solution_at(s, player, dealer);
    int left[RANKS + 1], total = cards_left(count, player, dealer, left);
    if (d->chance <= 0 || !decision_hits(d, player, dealer))
        return;
    for (int c = 1; c <= RANKS; c++) {
        if (!left[c] || ranks_has(player, c))
            continue;
        double chance = d->chance * left[c] / total;
        left[c]--;
        for (int k = 1; k <= RANKS; k++)
            if (left[k] && k != s->death && !ranks_has(dealer, k))
                solution_at(s, player | ranks_one(c), dealer | ranks_one(k))->chance +=
                    chance * left[k] / (total - 1);
        left[c]++;
    }
}

/* The starting cards. */
static void rocket_start(struct solution *s, const int count[], int total)
{
    for (int c = 1; c <= RANKS; c++)
        for (int k = 1; k <= RANKS; k++) {
            double chance = (double)count[c] / total * (count[k] - (c == k)) / (total - 1);
            ranks player = ranks_one(c), dealer = ranks_one(k);
            if (chance <= 0)
                continue;
            s->first += chance * (k == s->death ? k : rocket_gain(s, player, dealer));
            if (k != s->death)
                solution_at(s, player, dealer)->chance = chance;
        }
    s->first /= s->units;
}

bool solve_rocket(struct solution *s, int decks)
{
    int count[RANKS + 1] = {0};
    if (!solution_begin(s))
        return false;
    rocket_ask(s);
    for (int c = 1; c <= RANKS; c++)
        count[c] = c * decks;
    /* A larger set is a larger number, so that all that can follow is solved before. */
    for (unsigned player = RANK_SETS - 1; player > 0; player--)
        for (unsigned dealer = RANK_SETS - 1; dealer > 0; dealer--)
            if (!ranks_has((ranks)dealer, s->death) &&
                ranks_size((ranks)player) == ranks_size((ranks)dealer))
                solution_at(s, (ranks)player, (ranks)dealer)->hit =
                    rocket_hit(s, (ranks)player, (ranks)dealer, count);
    rocket_start(s, count, DECK_CARDS * decks);
    for (unsigned player = 1; player < RANK_SETS; player++)
        for (unsigned dealer = 1; dealer < RANK_SETS; dealer++)
            rocket_pass(s, (ranks)player, (ranks)dealer, count);
    return true;
}
