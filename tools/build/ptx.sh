#!/bin/sh
# Compiles the kernels of a game for GPUs: to PTX, of which the driver there makes machine code. Its first line names the game.
# Usage: tools/build/ptx.sh OUTPUT DEPFILE SOURCE_ROOT NAME FILE...
set -eu
out=$1 depfile=$2 root=$3 name=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
i=0
for file; do
    clang --target=nvptx64-nvidia-cuda -march=sm_70 -O2 -std=gnu17 -ffreestanding -nostdlibinc -ffp-contract=off -Wall -Wextra -Werror \
        -Wno-overlength-strings -Wno-unused-function -I"$root/src/bare" -I"$root" -I"$root/src" -DGAME="game_$(echo "$name" | tr - _)" \
        -MD -MF "$work/$i.d" -emit-llvm -S "$file" -o "$work/$i.ll"
    i=$((i + 1))
done
# What the host starts are kernels, for which C has no word.
kernels=$(sed -n 's/^define .*void @\(kernel_[a-z]*\)(.*/\1/p' "$work"/*.ll | grep -v least)
for kernel in $kernels; do
    sed -i "s/^define \(.*\)void @$kernel(/define \1ptx_kernel void @$kernel(/" "$work"/*.ll
done
llvm-link "$work"/*.ll -o "$work/all.bc"
# Twice: only without what describes the game is it plain that nobody listens, so that no log is written. More than O1 is no
# faster, and of what -O2 made of three games a driver (580) has made code that read where nothing is.
opt -passes='internalize,default<O1>,globaldce,default<O1>,globaldce' -internalize-public-api-list="$(echo "$kernels" | paste -sd, -)" \
    "$work/all.bc" -o "$work/small.bc"
llc -march=nvptx64 -mcpu=sm_70 -O3 "$work/small.bc" -o "$work/ptx"
# After a trap nothing follows, which PTX does not know by itself.
{ echo "// $name" && sed 's|[[:space:]]*//.*||; /^$/d; s|^\ttrap;$|&\n\texit;|' "$work/ptx"; } >"$out"
{ printf '%s:' "$out" && sed 's/^[^:]*://; s/\\$//' "$work"/*.d | tr -d '\n' && echo; } >"$depfile"
