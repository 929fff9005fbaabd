#!/bin/sh
# Runs each fuzzing harness so many times. Usage: tools/check/fuzz.sh RUNS
set -eu
cd "$(dirname "$0")/../.."
for harness in record args message hall; do
    echo "fuzz $harness:"
    tests/fuzz.sh "build-test/tests/fuzz-$harness" tests "$1"
done
