#!/bin/sh
# What is installed is enough to write a bot: header, libraries, pkg-config file, man page.
# Usage: install.sh BUILD SOURCE
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR=$work meson install -C "$1" --no-rebuild --quiet
file=$(find "$work" -name pairs.pc)
export PKG_CONFIG_PATH="${file%/*}" PKG_CONFIG_SYSROOT_DIR="$work"
library=$(find "$work" -name libpairs.so)
flags="-std=c17 -Wall -Wextra -Wpedantic -Werror"
# shellcheck disable=SC2046,SC2086 # lists of words
clang $flags "$2/docs/examples/bot.c" $(pkg-config --cflags --libs pairs) \
    -fsanitize=address,undefined -o "$work/bot"
LD_LIBRARY_PATH=${library%/*} "$work/bot" | grep '^lost'
# The public header stands alone.
echo '#include <pairs.h>' >"$work/alone.c"
# shellcheck disable=SC2046,SC2086
clang $flags -Wconversion -Wshadow -fsyntax-only $(pkg-config --cflags pairs) "$work/alone.c"
for wanted in bin/pairs include/pairs.h lib*/libpairs.a man6/pairs.6 completions/pairs systemd/system/pairs.service pairs/pairs.conf \
    doc/pairs/examples/client.py doc/pairs/examples/client.c doc/pairs/examples/verify.py doc/pairs/examples/nginx.conf \
    doc/pairs/examples/pairs.conf; do
    find "$work" -path "*$wanted" | grep -q . || {
        echo "install: $wanted is missing" >&2
        exit 1
    }
done
# The unit starts what is installed, with the settings that are; those of somebody stay as they are.
unit=$(find "$work" -name pairs.service) settings=$(find "$work" -path '*etc/pairs/pairs.conf')
start=$(sed -n 's/^ExecStart=//p' "$unit")
[ -x "$work/${start%% *}" ] && [ -e "$work/${start##* }" ] && grep -q '^data /var/lib/pairs/' "$settings"
echo '# ours' >"$settings"
DESTDIR=$work meson install -C "$1" --no-rebuild --quiet
grep -qx '# ours' "$settings" || {
    echo "install: settings are overwritten" >&2
    exit 1
}
# The bench and what it counts with stay at home.
program=$(find "$work" -path '*bin/pairs')
if find "$work" -name '*bench*' | grep . || nm "$program" | grep __wrap_malloc; then
    echo "install: the bench is not for users" >&2
    exit 1
fi
# Every name that is visible is one that the header declares.
header=$(find "$work" -name pairs.h)
if nm -D --defined-only "$library" | awk '{print $3}' | sort | while read -r name; do
    grep -qw -- "$name" "$header" || echo "$name"
done | grep .; then
    echo "install: these names should not be visible" >&2
    exit 1
fi
