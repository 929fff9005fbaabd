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
flags="-Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow -fsanitize=address,undefined"
examples=$(find "$work" -path '*doc/pairs/examples')
export LD_LIBRARY_PATH="${library%/*}"

# build COMPILER SOURCE [WORD...]: a program of that source with what is installed.
build() {
    # shellcheck disable=SC2046,SC2086 # lists of words
    "$@" $flags $(pkg-config --cflags --libs pairs) -o "$work/built"
}

build clang -std=c17 "$examples/bot.c"
"$work/built" | grep '^lost'
build clang -std=c17 "$examples/own-bot.c"
"$work/built" 200 | grep '^thrifty  lost'
build clang -std=c17 "$examples/many.c"
"$work/built" deadfall 3 100 | grep '^deadfall: '
build clang++ -std=c++17 "$examples/table.cc"
"$work/built" 2>/dev/null | "$(find "$work" -path '*bin/pairs')" replay - | grep -q .
# The public header stands beside any other, in either language and in old ones.
echo '#include <pairs.h>' >"$work/alone.c"
for name in assert complex ctype curses dirent errno fcntl fenv getopt inttypes limits locale math pthread signal stdio stdlib string \
    sys/select sys/socket sys/stat sys/wait time unistd wchar; do
    echo "#include <$name.h>"
done >"$work/others.c"
echo 'int main(void) { return !pairs_version(); }' >"$work/main.c"
cat "$work/alone.c" "$work/others.c" "$work/alone.c" "$work/main.c" >"$work/first.c"
cat "$work/others.c" "$work/alone.c" "$work/main.c" >"$work/last.c"
for source in first last; do
    grep -v complex "$work/$source.c" >"$work/$source.cc"
    build clang -std=c99 "$work/$source.c" -D_DEFAULT_SOURCE
    build clang++ -std=c++98 -Wno-c++11-long-long "$work/$source.cc"
done
for wanted in bin/pairs include/pairs.h libpairs.so.1 man3/pairs.3 man6/pairs.6 completions/pairs.bash \
    site-functions/_pairs vendor_completions.d/pairs.fish systemd/system/pairs.service pairs/pairs.conf doc/pairs/notation.md doc/pairs/examples/client.py doc/pairs/examples/client.c doc/pairs/examples/verify.py doc/pairs/examples/nginx.conf \
    doc/pairs/examples/pairs.conf; do
    find "$work" -path "*$wanted" | grep -q . || {
        echo "install: $wanted is missing" >&2
        exit 1
    }
done
# Every page of the manual.
for page in "$2"/docs/manual/*.md; do
    find "$work" -path "*doc/pairs/manual/${page##*/}" | grep -q . || {
        echo "install: ${page##*/} of the manual is missing" >&2
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
# What can be seen of the library is what the header declares, and what it was before.
"$2/tools/check/abi.sh" "$(find "$work" -name pairs.h)" "$library"
