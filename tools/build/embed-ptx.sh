#!/bin/sh
# Writes the list of src/gpu/gpu.h as C: of each file NAME.ptx the name and, where it was built, what is in it. The sum is
# there so that what has changed is compiled again.
# Usage: tools/build/embed-ptx.sh OUTPUT [FILE.ptx...]
set -eu
out=$1
shift
{
    echo '#include "gpu/gpu.h"'
    cat <<'C'
#define EMBED(at, file)                                                                                      \
    __asm__(".pushsection .rodata\n" #at ": .incbin \"" file "\"\n.byte 0\n.popsection"); \
    extern const char at[];
C
    i=0
    for file; do
        echo "EMBED(gpu_kernels_$i, \"$(realpath "$file")\") /* $(cksum <"$file") */"
        i=$((i + 1))
    done
    echo 'const struct gpu_kernels gpu_kernels[] = {'
    i=0
    for file; do
        echo "    {\"$(basename "$file" .ptx)\", gpu_kernels_$i},"
        i=$((i + 1))
    done
    echo '    {NULL, NULL},'
    echo '};'
} >"$out"
