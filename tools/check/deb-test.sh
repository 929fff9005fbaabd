#!/bin/sh
# The packages of build-deb/ on a fresh Debian 12, in a folder: they are installed, the server runs with the
# settings that come with it, a program is built against the library, and nothing is left once they are purged.
# Needs root. The mirror is that of this machine's apt. Usage: tools/check/deb-test.sh
set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" -eq 0 ] || { echo "deb-test: debootstrap needs root; try sudo make deb-test" >&2; exit 1; }
# shellcheck disable=SC2016 # apt fills that in
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | head -n 1)
[ -n "$mirror" ] || { echo "deb-test: apt knows no mirror of bookworm; expected one in /etc/apt" >&2; exit 1; }
work=$(mktemp -d)
root=$work/root
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap end EXIT
inside() { LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
# All that is there, but for what apt and dpkg write for themselves.
listing() {
    (cd "$root" && find . -path ./proc -prune -o -path ./sys -prune -o -path ./var/lib/dpkg -prune -o \
        -path ./var/lib/apt -prune -o -path ./var/cache -prune -o -path ./var/log -prune -o -path ./etc/ld.so.cache -o -print) | sort
}

echo "a fresh Debian 12"
debootstrap --variant=minbase --include=gcc,libc6-dev,pkg-config bookworm "$root" "$mirror" >"$work/log" 2>&1 ||
    { tail "$work/log"; exit 1; }
listing >"$work/before"

echo "install"
mkdir "$root/tmp/packages"
cp build-deb/*.deb docs/examples/bot.c "$root/tmp/packages"
rm -f "$root"/tmp/packages/*-dbgsym_*
inside sh -c 'apt-get install -y --no-install-recommends /tmp/packages/*.deb' >"$work/log" 2>&1 || { tail "$work/log"; exit 1; }

echo "serve"
mkdir -p "$root/var/lib/pairs" # as the unit's StateDirectory does
LC_ALL=C.UTF-8 chroot "$root" pairs serve --config /etc/pairs/pairs.conf --listen 127.0.0.1:0 >"$work/out" 2>"$work/err" &
server=$!
for _ in $(seq 300); do
    grep -q 'Tables are open' "$work/out" && break
    kill -0 "$server" 2>/dev/null || { cat "$work/err"; exit 1; }
    sleep 0.1
done
address=$(sed -n 's/^Tables are open at //p' "$work/out")
python3 -c 'import sys, urllib.request; assert urllib.request.urlopen(sys.argv[1]).read() == b"ok\n"' "$address/health"
kill "$server"
wait "$server" || { cat "$work/err"; exit 1; }
server=
[ -s "$root/var/lib/pairs/tables.db" ]
inside pairs backup /tmp/packages/copy.db --config /etc/pairs/pairs.conf

echo "build against the library"
# shellcheck disable=SC2016 # for the shell inside
inside sh -ec 'cc -o /tmp/packages/bot /tmp/packages/bot.c $(pkg-config --cflags --libs pairs) && /tmp/packages/bot' | grep '^lost'

echo "remove and purge"
inside apt-get remove -y pairs >"$work/log" 2>&1
[ ! -e "$root/usr/bin/pairs" ] && [ -e "$root/etc/pairs/pairs.conf" ] && [ -s "$root/var/lib/pairs/tables.db" ]
inside apt-get purge -y --autoremove pairs pairs-print libpairs1 libpairs-dev >"$work/log" 2>&1 || { tail "$work/log"; exit 1; }
rm -rf "$root/tmp/packages"
listing >"$work/after"
diff "$work/before" "$work/after" || { echo "deb-test: this is left, or gone" >&2; exit 1; }
echo "installed, served, removed: nothing is left"
