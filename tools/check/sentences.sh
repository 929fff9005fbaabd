#!/bin/sh
# Lists every sentence that a table can say, in every language, from the tables of the games and from
# EVENTS events of random games of every name and number of players: game, kind and words, sorted by game.
# Usage: tools/check/sentences.sh [EVENTS]
set -eu
cd "$(dirname "$0")/../.."
[ -d build-test ] || make -s build-test/build.ninja
ninja -C build-test --quiet tests/sentences
for language in en de; do
    echo "== $language"
    build-test/tests/sentences "${1-1000000}" $language | sort -s -t '	' -k 1,2
done
