// A table from C++: handles that free themselves, a game between a level and a rule of thumb, what
// happened in words, and the record.
//
//     c++ -std=c++17 table.cc $(pkg-config --cflags --libs pairs) -o table
//     ./table | pairs replay -
#include <pairs.h>

#include <array>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace {

template <auto give_back> struct giver {
    template <typename T> void operator()(T *handle) const
    {
        give_back(handle);
    }
};

using setup = std::unique_ptr<pairs_setup, giver<pairs_setup_free>>;
using table = std::unique_ptr<pairs_table, giver<pairs_table_free>>;
using bot = std::unique_ptr<pairs_bot, giver<pairs_bot_free>>;
using knowledge = std::unique_ptr<pairs_knowledge, giver<pairs_knowledge_free>>;
using text = std::unique_ptr<char, giver<pairs_free>>;

// What is there, or an exception that says why it is not.
template <typename T> T *there(T *handle, const pairs_error &e)
{
    if (!handle)
        throw std::runtime_error(e.text);
    return handle;
}

void play(pairs_table *t, const std::array<bot, 2> &bots, pairs_rng *r)
{
    const pairs_game *g = pairs_table_game(t);
    pairs_error e{};
    while (pairs_game_turn(g) != PAIRS_OVER) {
        if (pairs_table_draw(t, r, &e))
            continue;
        int seat = pairs_rng_seat(r, pairs_game_seats(g));
        knowledge k{there(pairs_knowledge_of(t, seat), e)};
        pairs_bot *b = bots.at(static_cast<std::size_t>(seat)).get();
        if (!pairs_table_play(t, seat, pairs_bot_choose(b, k.get(), r), &e))
            throw std::runtime_error(e.text);
    }
}

} // namespace

int main()
{
    pairs_error e{};
    pairs_rng r;
    pairs_rng_seed(&r, 7, 0);
    try {
        setup u{there(pairs_setup_new("port", &e), e)};
        if (!pairs_setup_set_players(u.get(), 2, &e))
            throw std::runtime_error(e.text);
        table t{there(pairs_table_new(u.get(), &e), e)};
        std::array<bot, 2> bots{bot{there(pairs_bot_new("2", &e), e)},
                                bot{there(pairs_bot_new("hint", &e), e)}};
        play(t.get(), bots, &r);
        std::cerr << text{pairs_table_told(t.get(), 0, PAIRS_EVERYTHING, 0)}.get();
        std::cout << text{pairs_table_record(t.get())}.get();
    } catch (const std::exception &problem) {
        std::cerr << problem.what() << '\n';
        return 1;
    }
}
