#!/bin/sh
set -eu
cd "$(dirname "$0")/../.."
tests/games/golden.sh build-test/tests/golden build-test/pairs tests/golden -w
tests/tui/terminal.sh build-test/pairs tests/screens -w
git status --short tests/golden tests/screens
