#!/bin/sh
# Runs a test of other processes, which may fall behind on a busy machine: what fails twice is wrong.
"$@" || "$@"
