#!/bin/sh
# A broken game is refused, and by the right sentence. Usage: mutants.sh CONFORM SENTENCE
out=$(MATCH="*: $2*" ASAN_OPTIONS=detect_leaks=0 "$1" 2>&1)
if [ $? -eq 0 ] || ! echo "$out" | grep -q "FAILED.*: $2"; then
    echo "$out" | tail -n 20
    echo "expected it to be refused by: $2"
    exit 1
fi
