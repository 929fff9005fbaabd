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
     "Lay 5 on your pile. You hold another one, so a call cannot hurt you."},
    {"deadfall", 3, 'A', NULL, DEADFALL_DOORS, "play 8",
     "Lay 8 on your pile. If nobody else holds one, a call costs you 8."},
    {"deadfall", 3, 'A', NULL, DEADFALL_DOORS, "call C",
     "Say that nobody holds another 4: wins that and the pot, or costs it."},
    {"horn-of-plenty", 3, 'A', NULL, HORN_DEALT, "play 3 10",
     "Lay 3 face down, but say that it is 10: a lie."},
    {"horn-of-plenty", 3, 'A', NULL, HORN_DEALT, "play 8 8",
     "Lay 8 face down and say so: the truth."},
    {"horn-of-plenty", 3, 'B', NULL, HORN_DEALT "A play 8 8\n", "pass",
     "Leave the answer to Cleo."},
    {"horn-of-plenty", 3, 'C', NULL, HORN_DEALT "A play 8 8\nB pass\n", "pass",
     "Give no answer: then Ann may give the card to anybody."},
    {"horn-of-plenty", 3, 'A', NULL, HORN_DEALT "A play 8 8\nB pass\nC disagree\n", "give C",
     "Give it away: 8 makes a pair there, and Cleo loses both."},
    {"melee", 2, 'A', "first A", MELEE_BEGUN, "duck",
     "Turn up a card as your shield. A second one of these ends the round: 4 9."},
    {"melee", 2, 'A', "first A", MELEE_BEGUN, "strike",
     "Turn up a card for the field. A second one of these ends the round: 6."},
    {"melee", 2, 'A', "first A", "A duck\ndeal A 9\nB strike\ndeal field 9\n", "strike",
     "Turn up a card for the field: now it cannot end the round."},
    {"regent", 3, 'A', NULL, REGENT_DEALT, "gift 9 C",
     "Give Cleo your down card 9, face up: it breaks up your pair."},
    {"regent", 3, 'A', NULL, REGENT_DEALT, "attack B",
     "Deal Bob a card, face up. One of these again costs you its rank: 10."},
    {"regent", 3, 'A', NULL, REGENT_DEALT, "fold",
     "Pay the lowest upcard, 9, into the centre and leave the round."},
    {"regent", 3, 'A', NULL, REGENT_DEALT, "see B",
     "See the hand of Bob: a pair pays you its rank, none costs 10 or more."},
    {"tournament", 2, 'A', "first A", "deal A 6\ndeal B 9\nA draw\ndeal A 8\n", "name 14",
     "Claim 14. It is true: your cards make 14, without a pair."},
    {"tournament", 2, 'A', "first A", "deal A 6\ndeal B 9\nA draw\ndeal A 8\n", "name 15",
     "Claim 15. It is a lie: your cards make only 14."},
    {"tournament", 2, 'B', "first A", "deal A 6\ndeal B 9\nA name 6\n", "doubt",
     "With a pair or less than 6, Ann loses a chip; otherwise you do."},
    {"troll-guts", 3, 'B', NULL, TROLL_STACKED, "buy",
     "Pay 1 for your own top card, 4: a pair, and you are out."},
    {"troll-guts", 3, 'B', NULL, TROLL_STACKED, "steal A",
     "Steal the top card of Ann. One of these again puts you out: 4."},
    {"pairs", 3, 'B', NULL, PAIRS_STACKS, "hit",
     "Take a card; if you have its rank already (4), you score it."},
    {"pairs", 3, 'B', NULL, PAIRS_STACKS, "fold", "Score the lowest card, 4; the round ends."},
    {"pairs", 3, 'B', "target 4", PAIRS_STACKS, "fold",
     "Score 4; that makes 4 points, and you lose."},
    {"continuous", 3, 'B', NULL, PAIRS_STACKS, "fold 6 A",
     "Score the 6 of Ann and discard your stack."},
    {"continuous", 3, 'B', NULL, PAIRS_STACKS, "fold 4 B",
     "Score your own 4 and discard the rest of your stack."},
    {"pieces-of-eight", 2, 'A', NULL, PIECES, "piece",
     "Discard your piece and get two cards for it."},
    {"pieces-of-eight", 2, 'A', "piece-second-to-next on", PIECES, "piece",
     "Discard your piece and get a card; Bob gets the next one."},
    {"port", 3, 'B', NULL, PAIRS_STACKS "B hit\ndeal B 10\nC lock\nA lock\n", "lock",
     "Keep your stack at 14 and take no more cards in this round."},
    {"starboard", 2, 'A', "first A", "deal common 10 9\n", "hit",
     "Pay 1 for a card; if it is one of 9 10, you are out."},
    {"starboard", 3, 'C', "first A", "deal common 10 9\nA lock\nB lock\n", "lock",
     "Lock and end the round: you get 1 from the pot."},
    {"carousel", 3, 'B', "first A, opening-pot 1", CAROUSEL_ROW "A bet 5\n", "bet 5",
     "Bet that 5 hands are alive after this round; it pays 8 as bets lie."},
    {"carousel", 3, 'B', "first A", CAROUSEL_ROW "A bet 5\n", "bet 4",
     "Bet that 4 hands are alive after this round; it pays 15 as bets lie."},
    {"carousel", 2, 'A', "first A", CAROUSEL_ROW "A bet 5\nB bet 5\ndeal row 10 1 2 3 4 6\n",
     "bet 6", "Only 5 are alive, so this cannot come true."},
    {"carousel", 2, 'A', "first A", CAROUSEL_ROW, "withdraw",
     "Leave for good; Bob is then alone and takes the pot."},
    {"rocket", 1, 'A', NULL, "", "bet 50", "For each point of rank you then pay or get 5."},
    {"rocket", 1, 'A', NULL, ROCKET_CARDS, "hit",
     "Take a card; a pair with 6 9 costs its rank times 2."},
    {"rocket", 1, 'A', NULL, ROCKET_CARDS, "fold",
     "Leave the round for 8: the lowest card of both stacks is 4."},
    {"blackstone", 3, 'A', NULL, BLACKSTONE_CARDS, "take 1",
     "Take one card; as you have no black, it cannot lose."},
    {"blackstone", 3, 'B', NULL, BLACKSTONE_CARDS "A take 2\ndeal A 8 10\n", "take 2",
     "Take 2 cards; you have a black, and another loses 8 or more."},
    {"blackstone", 3, 'B', NULL, BLACKSTONE_CARDS "A take 2\ndeal A 8 10\n", "fold",
     "Leave the hand and pay 7 into the pot, with your ante."},
    {"kitty", 4, 'D', NULL, KITTY_HANDS, "pass 9",
     "Hand the 9 to Ann, on your left, before you see what you get."},
    {"kitty", 4, 'B', NULL, KITTY_PASSED, "bid 2",
     "Play the 2: the lowest bid that stands alone takes 10."},
    {"soft-kitty", 4, 'B', NULL, KITTY_PASSED, "bid 2",
     "Play the 2: the lowest bid that stands alone takes 10."},
    {"soft-kitty", 4, 'B', NULL, KITTY_SECOND, "bid 4",
     "Play the 4: the lowest bids that stand alone take a card each."},
    {"kitty", 4, 'A', NULL, KITTY_PASSED, "bid 1",
     "Play the 1: it always wins, but you must give its prize away."},
    {"kitty", 4, 'A', NULL, KITTY_PASSED "A bid 1\nB bid 2\nC bid 5\nD bid 5\n", "give D",
     "Give 10 to Dora, who cannot refuse."},
    {"sweep", 4, 'A', "first A", SWEEP_TARGETS, "play 6",
     "Shoot with the 6: so far the lowest, it takes the highest: 9."},
    {"sweep", 4, 'C', "first A", SWEEP_TARGETS "A play 6\nB play 3\n", "play 8",
     "Shoot with the 8: so far it takes what is lower: 6 7 7."},
    {"sweep", 4, 'D', "first A", SWEEP_TARGETS "A play 6\nB play 3\nC play 8\n", "play 8",
     "Shoot with the 8: those of this rank so far share 6 7 7."},
    {"venture-draft", 8, 'A', NULL, VENTURE_PACKS, "keep 3",
     "Keep the 3, then 2 more; the rest goes to Bob, on your left."},
    {"venture-draft", 8, 'A', NULL, VENTURE_PACKS "A keep 3\nA keep 3\n", "keep 2",
     "Keep the 2, your last of this pack; the rest goes to Bob."},
    {"venture", 8, 'A', NULL, VENTURE_PACKS "deal pool 10 10 10 10 10 10 10\n", "bid 3",
     "Bid the 3: it takes all that is lower, or, as the lowest, the highest."},
    {"autumn-leaves", 3, 'A', NULL, LEAVES_BEGUN, "show 9",
     "Show the 9, which fits on a pile as they are now."},
    {"autumn-leaves", 3, 'A', NULL, LEAVES_BEGUN, "show 2",
     "Show the 2, which fits on no pile as they are now."},
    {"autumn-leaves", 3, 'C', NULL, LEAVES_SHOWN, "place C",
     "Lay the 7 on your own pile: 2 cards then count for you."},
    {"autumn-leaves", 3, 'C', NULL, LEAVES_SHOWN, "place B",
     "Lay the 7 on the pile of Bob, for whom it counts."},
    {"autumn-leaves", 3, 'B', NULL, LEAVES_SHOWN "C place C\n", "replace",
     "Discard the 9 and draw another card."},
    {"pendleton", 2, 'A', "first A", PENDLETON_FIRST "deal A 5\n", "place 7",
     "Put the 5 in column 7, where you are then 3 behind."},
    {"pendleton", 2, 'A', "first A", PENDLETON_FIRST "deal A 8\n", "place 9",
     "Put the 8 in column 9, where you then lead by 11."},
    {"pendleton", 2, 'A', "first A",
     PENDLETON_FIRST "deal A 3\nA place 7\ndeal B 4\nB place 9\ndeal A 5\n", "place 7",
     "Put the 5 in column 7, where you are then level."},
    {"medusa", 3, 'A', "first A", "deal A 5\ndeal B 8\ndeal C 3\n", "duck",
     "Turn up a shield. Ranks that would wound you: 5."},
    {"medusa", 3, 'A', "first A", "deal A 5\ndeal B 8\ndeal C 3\n", "strike",
     "Turn up a card for Medusa: she has none that it could pair."},
    {"medusa", 3, 'C', "first A", MEDUSA_PAIR, "defend B",
     "Bob discards the shield 8, and you are not wounded."},
    {"medusa", 3, 'C', "first A", MEDUSA_PAIR, "take",
     "Keep the shields and take the wounds: you then have 8."},
    {"medusa", 3, 'C', "first A, target 8", MEDUSA_PAIR, "take",
     "Take the wounds: you then have 8 and fall, and all lose."},
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
