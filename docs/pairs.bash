# Completion of pairs for bash: commands, options, games, option keys and values, files.
# Source this file, or install it as share/bash-completion/completions/pairs.
# Names and keys come from the program itself, so a new game needs no line here.

# The names in `pairs list`.
_pairs_games()
{
    "$1" list 2>/dev/null | while read -r name _; do
        printf '%s\n' "$name"
    done
}

# The options at the end of `pairs rules GAME`, each in one line: key, help and range, [default].
_pairs_option_lines()
{
    "$1" --lang en rules "$2" 2>/dev/null | sed '1,/^OPTIONS/d' |
        sed -e ':join' -e '$!N' -e 's/\n   [ ]*/ /' -e 'tjoin' -e 's/^  //' -e 'P' -e 'D'
}

_pairs_keys()
{
    _pairs_option_lines "$1" "$2" | while read -r key _; do
        printf '%s=\n' "$key"
    done
}

# KEY=VALUE for each word that the range of an option names, and each letter where it is a seat.
_pairs_values()
{
    local key range word
    _pairs_option_lines "$1" "$2" | while read -r key range; do
        [[ $key == "$3" ]] || continue
        range=${range##*; }
        range=${range% \[*}
        range=${range/ in steps of/}
        range=${range/a seat/A B C D E F G H}
        for word in ${range//,/ }; do
            [[ $word == [a-zA-Z]* && $word != or ]] && printf '%s=%s\n' "$key" "$word"
        done
    done
}

# A list of bots whose last name is to be completed.
_pairs_bots()
{
    local before='' names=(random hint search: think: {1..8} cautious- bold- liar- policy: run:)
    [[ $1 == *,* ]] && before=${1%,*},
    printf '%s\n' "${names[@]/#/$before}"
}

# Words up to the cursor, with those that bash has split at '=' joined again, into `words`.
_pairs_join_words()
{
    local i word glue=
    words=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 0)) && [[ $word == = || $glue ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
        glue=
        [[ $word == = ]] && glue=yes
    done
}

# The game that is named before the cursor, into `game`; empty if there is none.
_pairs_find_game()
{
    local i
    game=
    local first=2
    [[ ${words[1]} == print ]] && first=3
    for ((i = first; i < ${#words[@]} - 1; i++)); do
        case ${words[i]} in
        -n | -o | --players | --option | --games | --seed | --seat | --people | --record) ((i++)) ;;
        --bots | --threads | --csv | --jsonl | --svg | --resume | --iterations | --decks | --time | --trial) ((i++)) ;;
        --game | --bot | --person | --since | --until | --output | --server | --out | --paper | --duplex) ((i++)) ;;
        -*) ;;
        *)
            game=${words[i]}
            return
            ;;
        esac
    done
}

# Sets COMPREPLY to those lines of standard input that begin with what is typed.
_pairs_reply()
{
    local line
    while IFS= read -r line; do
        [[ $line == "$typed"* ]] && COMPREPLY+=("$lead$line")
    done
    return 0
}

_pairs_reply_files()
{
    compopt -o filenames 2>/dev/null
    _pairs_reply < <(compgen -f -- "$typed")
}

# A name, or a file of house rules; other names that fit may be given as well.
_pairs_reply_games()
{
    _pairs_reply < <(_pairs_games "$program"; printf '%s\n' "$@"; compgen -f -X '!*.rules' -- "$typed")
}

# A list with commas: the next bot after those that are typed.
_pairs_reply_bots()
{
    local before=
    [[ $typed == *,* ]] && before=${typed%,*},
    compopt -o nospace 2>/dev/null
    _pairs_reply < <(printf "$before%s\n" random hint search: think: 1 2 3 4 5 6 7 8)
}

# The value of an option of the command line; false if there is no such option.
_pairs_value()
{
    local chosen=$game
    [[ ${words[1]} == play ]] && chosen=${game:-pairs}
    [[ ${words[1]} == history && $1 == -o ]] && set -- --output
    case $1 in
    -n | --players) _pairs_reply < <(printf '%s\n' 1 2 3 4 5 6 7 8) ;;
    -o | --option)
        if [[ $typed == *=* ]]; then
            _pairs_reply < <(_pairs_values "$program" "$chosen" "${typed%%=*}")
        else
            compopt -o nospace 2>/dev/null
            _pairs_reply < <(_pairs_keys "$program" "$chosen")
        fi
        ;;
    --seat) _pairs_reply < <(printf '%s\n' A B C D E F G H) ;;
    --record | --csv | --jsonl | --svg | --resume | --output | --out | --config | --data | --tls-certificate | --tls-key) _pairs_reply_files ;;
    --game) _pairs_reply < <(_pairs_games "$program") ;;
    --bot | --trial) _pairs_reply < <(printf '%s\n' random hint 1 2 3 4 5 6 7 8 run:) ;;
    --person | --since | --until | --name) ;;
    --bots) _pairs_reply_bots ;;
    --games | --seed | --people | --threads | --iterations | --time) ;;
    --log) _pairs_reply < <(printf '%s\n' json words) ;;
    --paper) _pairs_reply < <(printf '%s\n' a4 letter) ;;
    --duplex) _pairs_reply < <(printf '%s\n' long short) ;;
    --proxy) _pairs_reply < <(printf '%s\n' yes no) ;;
    --listen | --origin | --connections | --tables | --awake | --openings | --messages | --talk | --request | --stuck | --ping | --silence | --keep | --keep-records) ;;
    --decks) _pairs_reply < <(printf '%s\n' 1 2 3 4 5 6 7 8) ;;
    *) return 1 ;;
    esac
}

_pairs_flags()
{
    case $1 in
    play)
        printf '%s\n' -n -o --players --option --seat --people --bots --seed --resume --record \
            --plain --server --help
        ;;
    list) printf '%s\n' --json --help ;;
    learn) printf '%s\n' --plain --help ;;
    rules) printf '%s\n' -n -o --players --option --rulings --help ;;
    replay) printf '%s\n' --json --steps --help ;;
    verify) printf '%s\n' --key --help ;;
    watch) printf '%s\n' --seat --plain --help ;;
    history)
        printf '%s\n' --game --bot --person --won --lost --unfinished --since --until --json \
            -o --output --yes --help
        ;;
    stats) printf '%s\n' --game --bot --person --since --until --svg --json --help ;;
    odds) printf '%s\n' --iterations --seed --json --help ;;
    analyse) printf '%s\n' --iterations --seed --threads --reduction --svg --json --help ;;
    sim)
        printf '%s\n' -n -o --players --option --games --seed --record --bots --threads --csv \
            --jsonl --svg --rows --resume --until --interest --help
        ;;
    compare) printf '%s\n' -n -o --players --option --against --bots --games --seed --threads --svg --json --help ;;
    arena) printf '%s\n' -n -o --players --option --bots --games --seed --threads --sprt --alpha --beta --json --help ;;
    prospects) printf '%s\n' -n -o --players --option --scores --games --seed --json --help ;;
    exploit) printf '%s\n' -n -o --players --option --bot --games --time --trial --seed --threads --json --help ;;
    solve)
        printf '%s\n' --decks --json -n -o --players --option --iterations --time --check --share --save --load \
            --seed --help
        ;;
    layout) printf '%s\n' -n -o --players --option --json --help ;;
    print) printf '%s\n' -n -o --players --option --out --paper --duplex --help ;;
    backup) printf '%s\n' --data --config --help ;;
    admin) printf '%s\n' --data --config --json --help ;;
    account) printf '%s\n' --help ;;
    serve)
        printf '%s\n' --config --listen --data --origin --connections --tables --awake --openings --messages --talk --proxy --log --keep --keep-records \
            --tls-certificate --tls-key --invited --metrics --request --stuck --ping --silence --help
        ;;
    join) printf '%s\n' --bot --name --seat --help ;;
    esac
}

# A word that is neither an option nor its value.
_pairs_word()
{
    case ${words[1]} in
    play | learn | sim | compare | arena | exploit | prospects | layout) [[ $game ]] || _pairs_reply_games ;;
    rules) [[ $game ]] || _pairs_reply_games family ;;
    print)
        if ((${#words[@]} == 3)); then
            _pairs_reply < <(printf '%s\n' deck cards back rules scores booklet)
        elif [[ ! $game && ${words[2]} == @(rules|scores) ]]; then
            _pairs_reply_games
        fi
        ;;
    replay | verify | backup | watch | odds | analyse) _pairs_reply_files ;;
    admin)
        if ((${#words[@]} == 3)); then
            _pairs_reply < <(printf '%s\n' status tables people talk close strike unname mute ban bans lift invite \
                codes revoke export erase drain reload page salvage)
        elif [[ ${words[2]} == salvage ]]; then
            _pairs_reply_files
        fi
        ;;
    account) ((${#words[@]} == 4)) && _pairs_reply < <(printf '%s\n' code recovery erase) ;;
    history) [[ $game ]] || _pairs_reply < <(printf '%s\n' export delete) ;;
    solve)
        if [[ ! $game ]]; then
            _pairs_reply_games
        elif [[ $game == carousel ]]; then
            _pairs_reply_files
        fi
        ;;
    esac
}

_pairs()
{
    local words game lead='' typed program=${COMP_WORDS[0]/#\~\//$HOME/}
    _pairs_join_words
    local current=${words[-1]} count=${#words[@]}
    typed=$current
    COMPREPLY=()
    if ((count == 2)); then
        _pairs_reply < <(printf '%s\n' play learn list rules replay verify watch history stats odds analyse sim compare arena exploit prospects solve layout print serve join backup admin account help --help --version)
        return
    fi
    _pairs_find_game
    if [[ $current == --*=* ]]; then
        lead=${current%%=*}=
        typed=${current#*=}
        _pairs_value "${lead%=}"
    elif ! _pairs_value "${words[count - 2]}"; then
        if [[ $current == -* ]]; then
            _pairs_reply < <(_pairs_flags "${words[1]}")
        else
            _pairs_word
        fi
    fi
    # Where bash splits words at '=', it replaces only what stands after the last one.
    if [[ $COMP_WORDBREAKS == *=* && $current == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*=}"}"}")
    fi
}

complete -F _pairs pairs
