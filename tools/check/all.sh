#!/bin/sh
# What must hold of the source. With TIDY=no without clang-tidy, which takes longer than all the rest.
set -eu
cd "$(dirname "$0")/.."
sources=$(git ls-files '*.c' '*.h')

echo "format"
# shellcheck disable=SC2086 # a list of files
clang-format --dry-run -Werror $sources

echo "layers"
tools/layers

echo "sizes"
awk '/^static const char \*const rulings\[\]/ { words = 1 } { lines[FILENAME] += !words } /^};/ { words = 0 }
     END { for (f in lines) if (lines[f] > 600) { print f ": " lines[f] " lines without its rulings, at most 600"; bad = 1 }
           exit bad }' games/*.c
[ "$(wc -l <CONTRIBUTING.md)" -le 150 ]

echo "what the library shows to others"
tools/abi api/pairs.h build/libpairs.so

echo "warnings with gcc and clang"
for compiler in gcc clang; do
    [ -d "build-check/$compiler" ] ||
        CC=$compiler meson setup "build-check/$compiler" -Dtests=true -Dwerror=true -Dpage="$PWD/build/page" >/dev/null
    ninja -C "build-check/$compiler" --quiet
done

if [ "${TIDY:-yes}" != no ]; then
    echo "clang-tidy"
    git ls-files '*.c' ':!tests/fuzz' |
        xargs -P "$(nproc)" -n 8 clang-tidy --quiet -p build-check/clang --extra-arg=-I"$PWD/api" 2>/dev/null
fi

echo "valgrind"
for words in "sim pairs -n 3 --games 20 --seed 1" "replay --json tests/records/pairs/tie-three-way.pairs" \
    "play pairs --seed 2" "list --json"; do
    # shellcheck disable=SC2086
    valgrind --quiet --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=all \
        build/pairs $words >/dev/null </dev/null
done

tests/leftover.py build/pairs

echo "translations and playthroughs"
tests/translations.sh build-check/gcc/tests/strings build/pairs .
tests/golden.sh build-check/gcc/tests/golden build/pairs tests/golden

echo "documents"
for page in docs/pairs.3 docs/pairs.6; do
    man --warnings -l $page 2>&1 >/dev/null | { ! grep .; }
done
bash -n docs/pairs.bash
echo "all checks passed"
