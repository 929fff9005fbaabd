#!/bin/sh
# Builds the package for Python as a wheel in build-wheel/ and tries it in a fresh environment that sees numpy and nothing
# of this folder. Usage: wheel.sh PYTHON, in the root of the project
set -e
python=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf build-wheel
mkdir build-wheel
"$python" -c "import sys; sys.path.insert(0, 'python'); import backend; print('build-wheel/' + backend.build_wheel('build-wheel'))"
"$python" -m venv --system-site-packages "$work/env"
"$work/env/bin/pip" install --quiet --no-index --no-deps build-wheel/*.whl
cd "$work"
"$work/env/bin/python" - <<'TRY'
import doctest

import pairs

assert "/env/" in pairs.__file__, pairs.__file__
assert doctest.testmod(pairs, optionflags=doctest.ELLIPSIS).failed == 0
found = pairs.solve(pairs.load_game("deadfall(players=2,hands=1,blind_start=True,first=A,deck=1-1-1-0-0-0-0-0-0-0)"))
assert abs(found.value + 3) < 1e-5
print(f"pairs {pairs.__version__} plays {len(pairs.names())} games")
TRY
