#!/bin/sh
# Includes point one way: everything may use the engine; live, lab and wire may use bots, wire the lab; hall, store and fair
# may use live, hall the lab; print and nodes may use the engine alone; server brings these together; client is its other end, and speaks of live's plans; bench and cli may use all; api is
# what others see of engine, bots, lab, live and wire, python among them; nothing includes a game, and games never include
# each other.
set -eu
cd "$(dirname "$0")/../.."
status=0

# allow FOLDER PATTERN: files of the folder include nothing of ours but what matches.
allow() {
    if grep -HnE '^#include "' "$1"/*.[ch] | grep -vE "^[^:]*:[0-9]+:#include \"($2)"; then
        echo "layers: $1 may only include $2" >&2
        status=1
    fi
}

allow src/engine 'engine/'
allow games 'engine/|games/games.def'
allow src/bots 'engine/|bots/'
allow src/lab 'engine/|bots/|lab/'
allow src/lab/solved 'engine/|lab/solved/'
allow src/gpu 'engine/|lab/|gpu/'
allow src/live 'engine/|bots/|live/'
allow src/store 'engine/|live/|store/'
allow src/fair 'engine/|live/|fair/'
allow src/wire 'engine/|bots/|lab/|wire/'
allow src/api 'engine/|bots/|lab/|live/|wire/|gpu/|api/'
allow python '_pairs[.]h'
allow src/hall 'engine/|live/|lab/|wire/|hall/'
allow src/print 'engine/|print/'
allow src/nodes 'engine/|nodes/'
allow src/server 'engine/|bots/|live/|wire/|hall/|store/|fair/|lab/|print/|nodes/|server/'
allow web/wasm 'engine/|bots/|live/|wire/|hall/|lab/|web/wasm/'
allow src/client 'engine/|live/|wire/|client/'
allow bench/server 'engine/|store/|wire/|server/|bench/server/'
allow bench 'engine/|bots/|wire/|lab/|gpu/|bench/'
allow src/cli 'engine/|bots/|wire/|lab/|live/|store/|fair/|print/|server/|client/|cli/|tui/'
allow src/tui 'engine/|bots/|live/|store/|client/|cli/|tui/'

# Outside a game nobody knows its words: an option has a role, a verb a flag.
if grep -nE 'option_index\([^)]*"|strcmp\([^"]*(->|[.])(word|key), "' src/engine/*.[ch] src/bots/*.[ch] src/lab/*.[ch] src/lab/solved/*.[ch] src/live/*.[ch] \
    bench/*.[ch] src/store/*.[ch] src/fair/*.[ch] src/hall/*.[ch] src/server/*.[ch] src/cli/*.[ch] src/tui/*.[ch]; then
    echo "layers: options and verbs are asked for by role and flag, not by their words" >&2
    status=1
fi

# The engine and the games do no input or output, read no clock and draw no random number.
if grep -nE '#include <(stdio|time|unistd|fcntl|signal|locale)\.h>|getenv|random\(|[^_]rand\(' games/*.c |
    grep -v template; then
    echo "layers: a game is pure rules" >&2
    status=1
fi
if grep -nE '\b(printf|puts|fputs|fprintf|fopen|exit|abort|getenv)\(' src/engine/*.[ch] games/*.c; then
    echo "layers: the library neither prints nor exits" >&2
    status=1
fi
# Bots are thoughts only: what runs another program, or writes to it, is wire/.
if grep -nE '#include <(unistd|fcntl|signal|spawn|poll|pthread|locale|sys/.*)\.h>|FILE|stdout|stderr|getenv' src/bots/*.[ch]; then
    echo "layers: bots do no input or output and know no processes" >&2
    status=1
fi
if grep -n '#include <jansson\.h>' src/engine/*.[ch] games/*.c src/bots/*.[ch] src/lab/*.[ch] src/lab/solved/*.[ch] src/live/*.[ch] bench/*.[ch]; then
    echo "layers: only wire and those above it read JSON" >&2
    status=1
fi
if grep -n '#include <sqlite3\.h>' src/*/*.[ch] bench/*.[ch] | grep -vE '^src/store/((index|salvage)\.c|sqlite\.h)'; then
    echo "layers: only index, salvage and what includes sqlite.h know SQLite" >&2
    status=1
fi
if grep -n '#include <libpq-fe\.h>' src/*/*.[ch] bench/*.[ch] | grep -v '^src/store/postgres\.h'; then
    echo "layers: only what includes postgres.h knows libpq" >&2
    status=1
fi
# Live and hall have no files, threads, terminals or clocks: they run in a server and inside a page as well.
if grep -nE '#include <(time|unistd|fcntl|signal|locale|libintl|pthread|sys/.*)\.h>|FILE|getenv' src/live/*.[ch] src/hall/*.[ch] ||
    grep -nE '^#include "bots/' src/live/*.[ch] | grep -vE '"bots/bot\.h"'; then
    echo "layers: live and hall are memory and strings only" >&2
    status=1
fi
# Language is an argument: one thread may serve two.
if grep -nE '#include <(locale|libintl)\.h>|gettext\(|setlocale' src/engine/*.[ch] games/*.c src/bots/*.[ch] src/lab/*.[ch] src/lab/solved/*.[ch] src/live/*.[ch] src/hall/*.[ch]; then
    echo "layers: language is not a property of the process" >&2
    status=1
fi
# Every error knows its reader's language. Members of structs are zero like the rest.
if awk '/^struct [a-z_]+ \{/ { member = 1 }
    /^}/ { member = 0 }
    !member && /^ +struct error [a-z_]+;/ { print FILENAME ":" FNR ":" $0; found = 1 }
    END { exit !found }' src/*/*.c games/*.c bench/*.c tests/*.c docs/examples/*.c; then
    echo "layers: an error has an initialiser, '{.language = ...}' or '{0}', which is English" >&2
    status=1
fi
if grep -nE '^static [^(]*(=|;)' src/engine/*.c games/*.c src/live/*.c | grep -v 'const'; then
    echo "layers: the library keeps no global state" >&2
    status=1
fi
exit $status
