#!/bin/sh
# What must hold of the source. With TIDY=no without clang-tidy, which takes longer than all the rest.
set -eu
cd "$(dirname "$0")/../.."
sources=$(git ls-files '*.c' '*.h')

echo "format"
# shellcheck disable=SC2086 # a list of files
clang-format --dry-run -Werror $sources

echo "layers"
tools/check/layers.sh

echo "sizes"
tools/check/sizes.py

echo "what the library shows to others"
tools/check/abi.sh src/api/pairs.h build/libpairs.so

echo "warnings with gcc and clang"
for compiler in gcc clang; do
    [ -d "build-check/$compiler" ] ||
        CC=$compiler meson setup "build-check/$compiler" -Dtests=true -Dwerror=true -Dpage="$PWD/build/page" >/dev/null
    ninja -C "build-check/$compiler" --quiet
done

if [ "${TIDY:-yes}" != no ]; then
    echo "clang-tidy"
    git ls-files '*.c' ':!tests/fuzz' |
        xargs -P "$(nproc)" -n 8 clang-tidy --quiet -p build-check/clang --extra-arg=-I"$PWD/src/api" 2>/dev/null
fi

echo "valgrind"
for words in "sim pairs -n 3 --games 20 --seed 1" "replay --json tests/records/pairs/tie-three-way.pairs" \
    "play pairs --seed 2" "list --json"; do
    # shellcheck disable=SC2086
    valgrind --quiet --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=all \
        build/pairs $words >/dev/null </dev/null
done

tests/server/leftover.py build/pairs

echo "translations and playthroughs"
tests/lang/translations.sh build-check/gcc/tests/strings build/pairs .
tests/games/golden.sh build-check/gcc/tests/golden build/pairs tests/golden

echo "documents"
for page in docs/pairs.3 docs/pairs.6; do
    man --warnings -l $page 2>&1 >/dev/null | { ! grep .; }
done
echo "all checks passed"
