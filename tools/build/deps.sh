#!/bin/sh
# Installs what a target of the Makefile needs, through apt; does nothing when all is there.
# Usage: tools/build/deps.sh play|test|browser|check|deb|python; browser also brings tests/browser/node_modules up to its lock file
set -eu

play="gcc libc6-dev meson ninja-build pkg-config libjansson-dev libncurses-dev libsqlite3-dev libsodium-dev libuv1-dev libssl-dev libwebsockets-dev libwebsockets-evlib-uv zlib1g-dev gettext python3 esbuild brotli librsvg2-bin clang lld wasi-libc libclang-rt-14-dev-wasm32 binaryen libcairo2-dev libpango1.0-dev librsvg2-dev libpq-dev"
python="python3-dev python3-numpy"
test="$play $python libclang-rt-14-dev llvm libcmocka-dev tmux nginx-light openssl nodejs openmpi-bin libopenmpi-dev poppler-utils postgresql haproxy"
check="$test clang-format clang-tidy valgrind man-db"
browser="$play nodejs chromium"
command -v npm >/dev/null || browser="$browser npm" # other packages of nodejs have it within
deb="$play debhelper dpkg-dev debootstrap"

case "${1-}" in
play) wanted=$play ;;
test) wanted=$test ;;
check) wanted=$check ;;
browser) wanted=$browser ;;
deb) wanted=$deb ;;
python) wanted=$python ;;
*) echo "tools/build/deps.sh: expected play, test, browser, check, deb or python" >&2; exit 2 ;;
esac

missing=
for package in $wanted; do
    if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed'; then
        missing="$missing $package"
    fi
done

# What the browser tests need from npm, as the lock file has it.
bring_modules() {
    [ "$1" = browser ] || return 0
    cd "$(dirname "$0")/../../tests/browser"
    [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent --no-audit --no-fund
}

if [ -z "$missing" ]; then
    bring_modules "$1"
    exit 0
fi

sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    if ! command -v sudo >/dev/null; then
        echo "tools/build/deps.sh: these packages are missing:$missing; install them as root" >&2
        exit 1
    fi
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
# shellcheck disable=SC2086 # a list of words
$sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
bring_modules "$1"
