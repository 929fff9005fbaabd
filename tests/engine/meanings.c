/* What decisions mean, told to whoever may choose them. */
#include "engine/view.h"

#include "tests/test.h"

/* A moment of a game, a decision that is legal there, and what it is said to mean. */
struct meaning {
    const char *name;
    int players;
    char seat;
    const char *options, *record; /* as in an example */
    const char *decision, *words;
};

#define KITTY_HANDS                                                                                \
    "deal A 1 3 4 5 6 6 8 8 9 10 10 10\ndeal B 2 2 4 4 4 6 7 9 9 9 10 10\n"                        \
    "deal C 3 5 6 7 7 8 8 8 9 9 10 10\ndeal D 3 5 5 7 7 7 8 8 9 9 9 10\ndeal kitty 10\n"
#define KITTY_PASSED KITTY_HANDS "A pass 9\nB pass 9\nC pass 9\nD pass 9\n"
#define KITTY_SECOND                                                                               \
    KITTY_PASSED "A bid 6\nB bid 2\nC bid 3\nD bid 3\ndeal kitty 6 7\n"                            \
                 "A pass 8\nB pass 9\nC pass 8\nD pass 8\n"
#define SWEEP_TARGETS                                                                              \
    "deal A 6 10 10 10 10\ndeal B 3 9 9 9 9\ndeal C 8 2 10 10 9\ndeal D 8 8 10 10 4\n"             \
    "deal target 2 5 7 7 9\n"
#define VENTURE_PACKS                                                                              \
    "deal A 1 2 2 3 3 3\ndeal B 4 4 4 4 5 5\ndeal C 5 5 5 6 6 6\ndeal D 6 6 6 7 7 7\n"             \
    "deal E 7 7 7 7 8 8\ndeal F 8 8 8 8 8 8\ndeal G 9 9 9 9 9 9\ndeal H 9 9 9 10 10 10\n"
#define LEAVES_BEGUN                                                                               \
    "deal A 5 4 2 7 8 9 10\ndeal B 6 9 3 5 6 8 10\ndeal C 8 7 1 4 6 10 10\n"                       \
    "A show 5\nB show 6\nC show 8\n"
#define LEAVES_SHOWN    LEAVES_BEGUN "A show 4\nB show 9\nC show 7\nA place A\n"
#define PENDLETON_FIRST "deal row 1 2 5 7 9\ndeal A 3\nA place 9\ndeal B 8\nB place 7\n"
#define MEDUSA_PAIR                                                                                \
    "deal A 5\ndeal B 8\ndeal C 3\nA strike\ndeal medusa 8\nB duck\ndeal B 4\nC strike\n"          \
    "deal medusa 8\n"

#define PAIRS_STACKS     "deal burn 10 10 10 10 9\ndeal A 6\ndeal B 4\ndeal C 9\n"
#define PIECES           "deal burn 10 10 10 10 9\ndeal A 8\ndeal B 9\n"
#define CAROUSEL_ROW     "deal row 10 9 8 7 6 5\n"
#define ROCKET_CARDS     "A bet 20\ndeal A 9\ndeal dealer 8\nA hit\ndeal A 6\ndeal dealer 4\n"
#define BLACKSTONE_CARDS "deal A 4\ndeal B 10\ndeal C 7\n"

#define DEADFALL_DOORS                                                                             \
    "deal A 2 5 5 8 9 10\ndeal B 3 7 7 8 9 10\ndeal C 4 6 6 7 9 10\n"                              \
    "A door 2\nB door 3\nC door 4\n"
#define HORN_DEALT                                                                                 \
    "deal A 4\ndeal B 9\ndeal C 8\ndeal A 3 7 8 10\ndeal B 5 6 8 9\ndeal C 5 6 7 10\n"
#define MELEE_BEGUN                                                                                \
    "A duck\ndeal A 9\nB strike\ndeal field 9\nA duck\ndeal A 4\nB strike\ndeal field 6\n"
#define REGENT_DEALT                                                                               \
    "deal burn 1 2 3 4 5\ndeal A 9 10\ndeal B 8 9\ndeal C 9 10\ndeal A 9\ndeal B 10\ndeal C 10\n"
#define TROLL_STACKED                                                                              \
    "deal A 3 5 7 8 10\ndeal B 2 4 8 9 10\ndeal C 5 6 8 10 10\ndeal A 6\ndeal B 4\ndeal C 9\n"     \
    "A stack 3\nA stack 10\nA stack 8\nA stack 5\nB stack 4\nB stack 10\nB stack 8\nB stack 9\n"   \
    "C stack 6\nC stack 10\nC stack 10\nC stack 8\n"

static const struct meaning meanings[] = {
    {"deadfall", 3, 'A', NULL, DEADFALL_DOORS, "play 5",
     "Whoever calls it is wrong: you hold another 5."},
    {"deadfall", 3, 'A', NULL, DEADFALL_DOORS, "play 8",
     "If nobody holds another 8, a call costs you 8 chips."},
    {"deadfall", 3, 'A', NULL, DEADFALL_DOORS, "call C",
     "No other 4 in any hand: win 4 chips and the pot, or pay 4 chips."},
    {"horn-of-plenty", 3, 'A', NULL, HORN_DEALT, "play 3 10", "A lie. Will they believe it?"},
    {"horn-of-plenty", 3, 'A', NULL, HORN_DEALT, "play 8 8", "The truth. Will they believe it?"},
    {"horn-of-plenty", 3, 'B', NULL, HORN_DEALT "A play 8 8\n", "pass",
     "Leave the answer to Cleo."},
    {"horn-of-plenty", 3, 'C', NULL, HORN_DEALT "A play 8 8\nB pass\n", "pass",
     "No answer at all: Ann may give it to anybody."},
    {"horn-of-plenty", 3, 'A', NULL, HORN_DEALT "A play 8 8\nB pass\nC disagree\n", "give C",
     "It makes a pair there: Cleo loses both."},
    {"melee", 2, 'A', "first A", MELEE_BEGUN, "duck",
     "A shield: 1 wound later. A pair costs 4 or 9 wounds."},
    {"melee", 2, 'A', "first A", MELEE_BEGUN, "strike",
     "It goes to the field. A pair costs 6 wounds."},
    {"melee", 2, 'A', "first A", "A duck\ndeal A 9\nB strike\ndeal field 9\n", "strike",
     "The next card goes to the field. It cannot hurt you."},
    {"regent", 3, 'A', NULL, REGENT_DEALT, "gift 9 C", "Face up. That breaks up your pair."},
    {"regent", 3, 'A', NULL, REGENT_DEALT, "attack B",
     "A card for Bob, face up. A pair costs you 10 chips."},
    {"regent", 3, 'A', NULL, REGENT_DEALT, "fold",
     "Pay 9 chips, the lowest card in sight, into the pot."},
    {"regent", 3, 'A', NULL, REGENT_DEALT, "see B",
     "A pair pays you its rank, no pair costs you 10 chips or more."},
    {"tournament", 2, 'A', "first A", "deal A 6\ndeal B 9\nA draw\ndeal A 8\n", "name 14",
     "That is true: you have 14."},
    {"tournament", 2, 'A', "first A", "deal A 6\ndeal B 9\nA draw\ndeal A 8\n", "name 15",
     "That is a lie: you have only 14."},
    {"tournament", 2, 'B', "first A", "deal A 6\ndeal B 9\nA name 6\n", "doubt",
     "A pair or less than 6 costs Ann a chip, otherwise you."},
    {"troll-guts", 3, 'B', NULL, TROLL_STACKED, "buy",
     "The 4 makes a pair: you pay 5 chips and are out."},
    {"troll-guts", 3, 'B', NULL, TROLL_STACKED, "steal A",
     "The top card, unseen. Another 4 puts you out."},
    {"pairs", 3, 'B', NULL, PAIRS_STACKS, "hit", "One more card. A pair costs 4 points."},
    {"pairs", 3, 'B', NULL, PAIRS_STACKS, "fold", "Take the lowest card on the table: 4 points."},
    {"pairs", 3, 'B', "target 4", PAIRS_STACKS, "fold", "4 points, and you lose the game."},
    {"continuous", 3, 'B', NULL, PAIRS_STACKS, "fold 6 A",
     "6 points for you, and your stack is cleared."},
    {"continuous", 3, 'B', NULL, PAIRS_STACKS, "fold 4 B",
     "4 points for you, and your stack is cleared."},
    {"pieces-of-eight", 2, 'A', NULL, PIECES, "piece", "Give up your piece for two cards."},
    {"pieces-of-eight", 2, 'A', "piece-second-to-next on", PIECES, "piece",
     "Give up your piece for a card. Bob gets one too."},
    {"port", 3, 'B', NULL, PAIRS_STACKS "B hit\ndeal B 10\nC lock\nA lock\n", "lock",
     "Stop at 14: no more cards in this round."},
    {"starboard", 2, 'A', "first A", "deal common 10 9\n", "hit",
     "Pay 1 chip. Another 9 or 10 knocks you out."},
    {"starboard", 3, 'C', "first A", "deal common 10 9\nA lock\nB lock\n", "lock",
     "The round ends, and you take your share of the pot."},
    {"carousel", 3, 'B', "first A, opening-pot 1", CAROUSEL_ROW "A bet 5\n", "bet 5",
     "If 5 hands survive, you take 8 chips as bets lie now."},
    {"carousel", 3, 'B', "first A", CAROUSEL_ROW "A bet 5\n", "bet 4",
     "If 4 hands survive, you take 15 chips as bets lie now."},
    {"carousel", 2, 'A', "first A", CAROUSEL_ROW "A bet 5\nB bet 5\ndeal row 10 1 2 3 4 6\n",
     "bet 6", "Only 5 hands are alive, so this cannot come true."},
    {"carousel", 2, 'A', "first A", CAROUSEL_ROW, "withdraw",
     "Leave for good. Bob is alone then and takes the pot."},
    {"rocket", 1, 'A', NULL, "", "bet 50", "Each point of rank is 5 chips then, won or lost."},
    {"rocket", 1, 'A', NULL, ROCKET_CARDS, "hit",
     "One more card. A pair costs 2 times its rank: 6 or 9."},
    {"rocket", 1, 'A', NULL, ROCKET_CARDS, "fold", "Pay the dealer 8 chips and leave the round."},
    {"blackstone", 3, 'A', NULL, BLACKSTONE_CARDS, "take 1",
     "You have no 10 yet, so one card cannot hurt."},
    {"blackstone", 3, 'B', NULL, BLACKSTONE_CARDS "A take 2\ndeal A 8 10\n", "take 2",
     "You have a 10. Another costs 8 chips or more."},
    {"blackstone", 3, 'B', NULL, BLACKSTONE_CARDS "A take 2\ndeal A 8 10\n", "fold",
     "Leave the hand for 7 chips, your ante among them."},
    {"kitty", 4, 'D', NULL, KITTY_HANDS, "pass 9", "Ann gets it, before you see what you get."},
    {"kitty", 4, 'B', NULL, KITTY_PASSED, "bid 2", "The lowest bid that stands alone takes 10."},
    {"soft-kitty", 4, 'B', NULL, KITTY_PASSED, "bid 2",
     "The lowest bid that stands alone takes 10."},
    {"soft-kitty", 4, 'B', NULL, KITTY_SECOND, "bid 4",
     "The lowest bids that stand alone take a card each."},
    {"kitty", 4, 'A', NULL, KITTY_PASSED, "bid 1",
     "The 1 always wins, but you must give the prize away."},
    {"kitty", 4, 'A', NULL, KITTY_PASSED "A bid 1\nB bid 2\nC bid 5\nD bid 5\n", "give D",
     "Dora gets 10 and cannot refuse."},
    {"sweep", 4, 'A', "first A", SWEEP_TARGETS, "play 6",
     "So far your 6 is the lowest and takes the highest: 9."},
    {"sweep", 4, 'C', "first A", SWEEP_TARGETS "A play 6\nB play 3\n", "play 8",
     "So far your 8 takes what is lower: 6 7 7."},
    {"sweep", 4, 'D', "first A", SWEEP_TARGETS "A play 6\nB play 3\nC play 8\n", "play 8",
     "Another 8 is there: so far you share 6 7 7."},
    {"venture-draft", 8, 'A', NULL, VENTURE_PACKS, "keep 3", "Then 2 more. The rest goes to Bob."},
    {"venture-draft", 8, 'A', NULL, VENTURE_PACKS "A keep 3\nA keep 3\n", "keep 2",
     "Your last of these. The rest goes to Bob."},
    {"venture", 8, 'A', NULL, VENTURE_PACKS "deal pool 10 10 10 10 10 10 10\n", "bid 3",
     "It takes what is lower, or, as the lowest bid, the highest."},
    {"autumn-leaves", 3, 'A', NULL, LEAVES_BEGUN, "show 9", "It fits on a pile, so far."},
    {"autumn-leaves", 3, 'A', NULL, LEAVES_BEGUN, "show 2", "It fits on no pile, so far."},
    {"autumn-leaves", 3, 'C', NULL, LEAVES_SHOWN, "place C",
     "It counts for you: 2 leaves in your pile."},
    {"autumn-leaves", 3, 'C', NULL, LEAVES_SHOWN, "place B",
     "You are rid of the 7, but it counts for Bob."},
    {"autumn-leaves", 3, 'B', NULL, LEAVES_SHOWN "C place C\n", "replace",
     "Swap the 9 for a card from the deck."},
    {"pendleton", 2, 'A', "first A", PENDLETON_FIRST "deal A 5\n", "place 7",
     "Then you are 3 behind there."},
    {"pendleton", 2, 'A', "first A", PENDLETON_FIRST "deal A 8\n", "place 9",
     "Then you lead by 11 there."},
    {"pendleton", 2, 'A', "first A",
     PENDLETON_FIRST "deal A 3\nA place 7\ndeal B 4\nB place 9\ndeal A 5\n", "place 7",
     "Then you are tied there."},
    {"medusa", 3, 'A', "first A", "deal A 5\ndeal B 8\ndeal C 3\n", "duck",
     "A shield for you. Another 5 hurts."},
    {"medusa", 3, 'A', "first A", "deal A 5\ndeal B 8\ndeal C 3\n", "strike",
     "The next card goes to Medusa. She cannot hit back yet."},
    {"medusa", 3, 'C', "first A", MEDUSA_PAIR, "defend B", "Bob gives up the 8. You stay unhurt."},
    {"medusa", 3, 'C', "first A", MEDUSA_PAIR, "take", "8 wounds for you. All shields stay."},
    {"medusa", 3, 'C', "first A, target 8", MEDUSA_PAIR, "take",
     "8 wounds: you fall, and everybody loses."},
};

static void check_meaning(const struct meaning *m)
{
    static const struct names names = {.seat = {"Ann", "Bob", "Cleo", "Dora"}};
    struct setup u = test_setup(m->name, m->players, m->options);
    struct text record = {0}, words = {0};
    test_header(&record, &u);
    text_add(&record, "%s", m->record);
    struct reader *r = test_read(text_of(&record));
    struct view v;
    action a;
    table_view(reader_table(r), m->seat - 'A', &v);
    assert_true(action_parse(u.game, m->decision, &a));
    action_means(&words, &v, a, &names, NULL);
    assert_string_equal(text_of(&words), m->words);
    text_free(&words);
    text_free(&record);
    reader_free(r);
}

static void a_decision_says_what_it_would_do_just_now(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        check_meaning(&meanings[i]);
}

/* It is told where no decision is at hand: in the rules, and of a whole range. */
static void what_a_verb_always_means_names_no_argument(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++)
        for (const struct verb *v = all_games[g]->verbs; v->word; v++)
            if (v->means && strchr(v->means, '{'))
                fail_msg("%s, %s: %s", all_games[g]->name, v->word, v->means);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decision_says_what_it_would_do_just_now),
        cmocka_unit_test(what_a_verb_always_means_names_no_argument),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
