# What the tests of the program share, for scripts whose first argument is the program: a folder for
# their files, and checks that are counted. It is sourced.
set -u
pairs=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config" # no game of whoever runs this,
unset USER # nor the name
passed=0
failed=0

# says STATUS PATTERN COMMAND...: the command ends with that status and one line of its output or
# messages matches the pattern.
says() {
    wanted=$1
    pattern=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    if [ $got -eq "$wanted" ] && cat "$work/out" "$work/err" | grep -q -- "$pattern"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $* (status $got, expected $wanted and '$pattern')"
        head -n 5 "$work/out" "$work/err"
    fi
}

# holds TEXT COMMAND...: the command succeeds.
holds() {
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
    fi
}

one_line() { [ "$(wc -l <"$1")" -eq 1 ]; }
empty() { [ ! -s "$1" ]; }
lacks() { ! grep -q -- "$1" "$2"; }
nothing_left() { [ -z "$(ls -A "$1")" ]; }

# count_up: the end of a script.
count_up() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}
