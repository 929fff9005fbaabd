#!/bin/sh
# Builds the Debian packages of what git knows of, in build-deb/.
set -eu
cd "$(dirname "$0")/../.."
rm -rf build-deb
mkdir -p build-deb/source
git ls-files -z | xargs -0 cp --parents -t build-deb/source
mv build-deb/source/packaging/debian build-deb/source/debian
cd build-deb/source
dpkg-buildpackage -b -us -uc >../log 2>&1 || { tail -n 40 ../log; exit 1; }
cd ..
rm -rf source
ls ./*.deb
