#!/bin/sh
# Writes the texts of src/engine/document.h as C: all of ROOT/FOLDER/NAME.ENDING, under a name there.
# Usage: tools/build/texts.sh C DEPFILE ROOT [NAME ENDING]
set -eu
c=$1 depfile=$2 root=$3 array=${4-documents} ending=${5-txt}
{
    printf '#include "engine/document.h"\n\n#include <stddef.h>\n\n'
    echo "const struct document ${array}[] = {"
    for file in "$root"/*/*."$ending"; do
        folder=${file%/*}
        name=${file##*/}
        echo "    {\"${folder##*/}\", \"${name%."$ending"}\","
        sed 's/[\\"]/\\&/g; s/.*/     "&\\n"/' "$file"
        echo '    },'
    done
    echo '    {NULL, NULL, NULL},'
    echo '};'
} >"$c.new"
mv "$c.new" "$c"

# The folders too: a new file counts without configuring anew.
echo "$c:" "$root"/* "$root"/*/*."$ending" >"$depfile"
