/* pairs completion: what shells need to complete the program's words, and what they then ask it. */
#include "cli/commands.h"
#include "cli/lang.h"
#include "engine/game.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

/* What each shell runs. All of them ask the program with the words up to the cursor, and get lines
 * of a word, a tabulator and what it means. */
static const struct {
    const char *name, *script;
} shells[] = {
    {"bash", "# Completion of pairs for bash, from `pairs completion bash`.\n"
             "_pairs()\n"
             "{\n"
             "    local i word glue='' words=()\n"
             "    for ((i = 1; i <= COMP_CWORD; i++)); do # bash splits words at = and :\n"
             "        word=${COMP_WORDS[i]}\n"
             "        if ((i > 1)) && [[ $word == [=:] || $glue ]]; then\n"
             "            words[-1]+=$word\n"
             "        else\n"
             "            words+=(\"$word\")\n"
             "        fi\n"
             "        glue=\n"
             "        [[ $word == [=:] ]] && glue=yes\n"
             "    done\n"
             "    mapfile -t COMPREPLY < <(\"${COMP_WORDS[0]/#\\~\\//$HOME/}\" completion words -- "
             "\"${words[@]}\" 2>/dev/null)\n"
             "    [[ ${COMPREPLY[*]} == *[=:/-] ]] && compopt -o nospace 2>/dev/null\n"
             "    word=${words[-1]}\n"
             "    for i in \"${!COMPREPLY[@]}\"; do\n"
             "        COMPREPLY[i]=${COMPREPLY[i]%%$'\\t'*}\n"
             "        COMPREPLY[i]=${COMPREPLY[i]#\"${word%\"${word##*[=:]}\"}\"}\n"
             "        [[ ${COMPREPLY[i]} == *' '* ]] && printf -v \"COMPREPLY[$i]\" %q "
             "\"${COMPREPLY[i]}\"\n"
             "    done\n"
             "    return 0\n"
             "}\n"
             "complete -F _pairs pairs\n"},
    {"zsh", "#compdef pairs\n"
            "# Completion of pairs for zsh, from `pairs completion zsh`.\n"
            "_pairs() {\n"
            "    local line\n"
            "    local -a found shown open_found open_shown\n"
            "    for line in \"${(@f)$(\"${words[1]}\" completion words -- "
            "\"${(@)words[2,CURRENT]}\" 2>/dev/null)}\"; do\n"
            "        if [[ ${line%%$'\\t'*} == *[=:/-] ]]; then\n"
            "            open_found+=(\"${line%%$'\\t'*}\") open_shown+=(\"${line/$'\\t'/  }\")\n"
            "        elif [[ -n $line ]]; then\n"
            "            found+=(\"${line%%$'\\t'*}\") shown+=(\"${line/$'\\t'/  }\")\n"
            "        fi\n"
            "    done\n"
            "    compadd -l -d shown -a found\n"
            "    compadd -l -S '' -d open_shown -a open_found\n"
            "}\n"
            "if [[ $funcstack[1] == _pairs ]]; then _pairs; else compdef _pairs pairs; fi\n"},
    {"fish", "# Completion of pairs for fish, from `pairs completion fish`.\n"
             "function __pairs_words\n"
             "    set -l words (commandline -opc) (commandline -ct)\n"
             "    $words[1] completion words -- $words[2..] 2>/dev/null\n"
             "end\n"
             "complete -c pairs -f -a '(__pairs_words)'\n"},
};

enum { SHELLS = sizeof shells / sizeof shells[0] };

/* A word that is being typed: what stands before the part to be completed, and that part. */
struct typed {
    const char *word;
    int lead; /* so many bytes of the word stay as they are */
    const char *part;
    const struct game *game; /* that was named before; NULL if none was */
};

static void offer(const struct typed *t, const char *candidate, const char *means)
{
    if (strncmp(candidate, t->part, strlen(t->part)) == 0)
        printf("%.*s%s\t%s\n", t->lead, t->word, candidate, means);
}

/* Offers each of the words that stand between '|'. */
static void offer_each(const struct typed *t, const char *words)
{
    for (const char *at = words; *at; at += *at == '|') {
        char word[ARGS_KEY];
        int size = (int)strcspn(at, "|");
        snprintf(word, sizeof word, "%.*s", size, at);
        offer(t, word, "");
        at += size;
    }
}

/* Offers files whose names begin with what is typed and end like this. */
static void offer_files(const struct typed *t, const char *ending)
{
    struct text pattern = {0};
    glob_t found;
    for (const char *at = t->part; *at; at++)
        text_add(&pattern, "%s%c", strchr("*?[\\", *at) ? "\\" : "", *at);
    text_add(&pattern, "*%s", ending);
    if (!pattern.failed && glob(text_of(&pattern), GLOB_MARK | GLOB_TILDE, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            printf("%.*s%s\t\n", t->lead, t->word, found.gl_pathv[i]);
        globfree(&found);
    }
    text_free(&pattern);
}

static void offer_games(const struct typed *t)
{
    for (int i = 0; all_games[i]; i++) {
        offer(t, all_games[i]->name, _(all_games[i]->summary));
        for (const struct preset *p = all_games[i]->presets; p && p->name; p++)
            offer(t, p->name, _(p->summary));
    }
}

/* The last bot of a list. */
static void offer_bots(struct typed t)
{
    const char *comma = strrchr(t.part, ',');
    if (comma) {
        t.lead += (int)(comma + 1 - t.part);
        t.part = comma + 1;
    }
    offer_each(&t, "random|hint|search:|think:|exact:|1|2|3|4|5|6|7|8|cautious-|bold-|liar-|"
                   "policy:|run:");
}

/* A key of the game, or a value where the key is there. */
static void offer_options(struct typed t)
{
    const char *equals = strchr(t.part, '=');
    for (const struct option *o = t.game ? t.game->options : NULL; o && o->key; o++) {
        char key[ARGS_KEY];
        snprintf(key, sizeof key, "%s=", o->key);
        if (!equals) {
            offer(&t, key, _(o->help));
            continue;
        }
        if (strncmp(t.part, key, strlen(key)) != 0)
            continue;
        struct typed value = {t.word, t.lead + (int)strlen(key), equals + 1, t.game};
        if (o->type == OPTION_SWITCH || o->type == OPTION_SEAT)
            offer_each(&value, o->type == OPTION_SWITCH ? "on|off" : "A|B|C|D|E|F|G|H");
        for (int i = 0; o->type == OPTION_CHOICE && o->words[i]; i++)
            offer(&value, o->words[i], "");
        if (o->none)
            offer(&value, o->none, "");
    }
}

static void offer_value(const struct typed *t, const struct flag *f)
{
    switch (f->takes) {
    case TAKES_PLAYERS:
        offer_each(t, "1|2|3|4|5|6|7|8");
        break;
    case TAKES_SEAT:
        offer_each(t, "A|B|C|D|E|F|G|H");
        break;
    case TAKES_FILE:
    case TAKES_MAYBE:
        offer_files(t, "");
        break;
    case TAKES_GAME:
        offer_games(t);
        break;
    case TAKES_BOT:
    case TAKES_BOTS:
        offer_bots(*t);
        break;
    case TAKES_OPTION:
        offer_options(*t);
        break;
    default:
        if (f->value && strchr(f->value, '|'))
            offer_each(t, f->value);
    }
}

static void offer_flags(const struct typed *t, const struct flag *flags)
{
    for (const struct flag *f = flags; f->means; f++) {
        char name[ARGS_KEY];
        snprintf(name, sizeof name, "--%s", f->name ? f->name : "");
        if (f->name)
            offer(t, name, _(f->means));
    }
    offer(t, "--help", _("what the command does, and its options"));
}

/* The first words of rows such as "talk TABLE" or "bans, lift NUMBER". */
static void offer_orders(const struct typed *t, const struct flag *flags)
{
    for (const struct flag *f = flags; f->means; f++)
        for (const char *at = f->name ? NULL : f->value; at; at = strstr(at, ", ")) {
            char word[ARGS_KEY];
            at += at == f->value ? 0 : 2;
            snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " ,"), at);
            offer(t, word, _(f->means));
        }
}

/* A word of the command, by what stands in its place in the usage: games, files, orders, which are
 * rows of its table, or words in small letters as they are. The last place goes on for ever. */
static void offer_word(const struct typed *t, const struct command *c, int place)
{
    char at[ARGS_KEY];
    const char *usage = c->usage ? c->usage : "";
    while (place-- > 0 && strchr(usage, ' '))
        usage = strchr(usage, ' ') + 1;
    snprintf(at, sizeof at, "%.*s", (int)strcspn(usage, " "), usage);
    for (char *left = NULL, *word = strtok_r(at, "[]|.", &left); word;
         word = strtok_r(NULL, "[]|.", &left)) {
        if (strcmp(word, "GAME") == 0 || strcmp(word, "OTHER") == 0) {
            offer_games(t);
            offer_files(t, ".rules");
        } else if (strcmp(word, "FILE") == 0) {
            offer_files(t, "");
        } else if (strcmp(word, "ORDER") == 0 || strcmp(word, "WHAT") == 0) {
            offer_orders(t, command_flags(c));
        } else if (word[0] >= 'a') {
            offer(t, word, "");
        }
    }
}

static void offer_commands(const struct typed *t)
{
    for (const struct command_group *g = command_groups; g->title; g++)
        for (const struct command *const *c = g->command; *c; c++)
            offer(t, (*c)->name, _((*c)->summary));
    offer_each(t, "help|--help|--version|--lang");
}

/* Goes through the words of a command, and completes the last one. */
static void complete(const struct command *c, int count, const char *const word[])
{
    const struct flag *flags = command_flags(c), *open = NULL; /* that the next word belongs to */
    struct typed t = {.word = word[count - 1], .part = word[count - 1]};
    int place = 0;
    struct setup u;
    struct error e = {0};
    const char *value;
    for (int i = 0; i < count - 1; i++) {
        bool own = !open && word[i][0] != '-';
        open = open || own ? NULL : flag_find(flags, word[i], &value);
        if (open && (value || open->takes == TAKES_NOTHING))
            open = NULL;
        if (own && !t.game && setup_named(&u, word[i], &e))
            t.game = u.game;
        place += own;
    }
    if (!t.game && setup_named(&u, "pairs", &e))
        t.game = u.game;
    const struct flag *inside = t.part[0] == '-' ? flag_find(flags, t.part, &value) : NULL;
    if (!open && inside && value) {
        open = inside;
        t.lead = (int)(value - t.part);
        t.part = value;
    }
    if (open)
        offer_value(&t, open);
    else if (t.part[0] == '-')
        offer_flags(&t, flags);
    else
        offer_word(&t, c, place);
}

/* The words after the program's name, of which the last one is being typed. */
static int complete_words(int count, const char *const word[])
{
    if (count > 2 && strcmp(word[0], "--lang") == 0)
        return complete_words(count - 2, word + 2);
    const struct command *c = count > 1 ? command_find(word[0]) : NULL;
    struct typed t = {.word = count ? word[count - 1] : "", .part = count ? word[count - 1] : ""};
    if (c)
        complete(c, count - 1, word + 1);
    else if (count < 2 || (count == 2 && strcmp(word[0], "help") == 0))
        offer_commands(&t);
    return FINE;
}

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    if (strcmp(a->word[0], "words") == 0)
        return complete_words(a->words - 1, a->word + 1);
    for (int i = 0; a->words == 1 && i < SHELLS; i++)
        if (strcmp(a->word[0], shells[i].name) == 0)
            return fputs(shells[i].script, stdout) < 0 ? BAD_INPUT : FINE;
    error_set(&e, "there is no completion for '%.40s'; expected bash, zsh or fish", a->word[0]);
    return fail(BAD_USAGE, &e);
}

const struct command completion_command = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .summary = N_("has a shell complete commands, options and games"),
    .help = N_("Prints what a shell has to read so that it completes the words of this program: "
               "source it where the program was not installed with it, for bash as in "
               "'. <(pairs completion bash)'."),
    .words_min = 1,
    .words_max = ARGS_WORDS,
    .run = run,
};
