#!/bin/sh
# Writes the strategies of src/bots/strategy.h as C: all files of a folder. Usage: tools/build/strategies.sh C DEPFILE FOLDER
set -eu
c=$1 depfile=$2 folder=$3
{
    printf '#include "bots/strategy.h"\n\n'
    echo 'const struct strategy_file strategy_files[] = {'
    for file in "$folder"/*-[0-9]; do
        [ -e "$file" ] || continue
        echo "    {\"${file##*/}\","
        sed 's/.*/     "&\\n"/' "$file"
        echo '    },'
    done
    echo '    {NULL, NULL},'
    echo '};'
} >"$c.new"
mv "$c.new" "$c"

# The folder too: a new file counts without configuring anew.
echo "$c:" "$folder" "$folder"/*-[0-9] | sed "s|$folder/\*-\[0-9\]||" >"$depfile"
