#!/bin/sh
# Runs the tests of build-test, or the long ones, and says how many passed. Usage: tools/check/test.sh [long]. One more at a time than there are processors: many wait.
set -eu
cd "$(dirname "$0")/../.."
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
# Whoever calls this may ignore signals (nohup does); tests send them.
status=0
which=--no-suite
[ "${1-}" != long ] || which=--suite
env --default-signal=HUP,INT,TERM meson test -C build-test --no-rebuild --print-errorlogs --timeout-multiplier 4 \
    --num-processes $(($(nproc) + 1)) $which long || status=$?
awk '/^Ok:|^Expected Fail:/ { passed += $NF } /^Fail:|^Timeout:|^Unexpected Pass:/ { failed += $NF }
     END { printf "%d passed, %d failed\n", passed, failed; exit passed == 0 }' \
    build-test/meson-logs/testlog.txt || status=1
exit $status
