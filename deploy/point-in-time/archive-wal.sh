#!/bin/sh
# PostgreSQL's archive_command: stores a finished WAL segment atomically and never overwrites another one.
#
#   archive_command = '/opt/onboarding/deploy/point-in-time/archive-wal.sh "%p" "%f" /archive'
set -eu
if [ $# -ne 3 ]; then
  echo "Usage: archive-wal.sh FILE NAME ARCHIVE" >&2
  exit 2
fi
file=$1 name=$2 wal="$3/wal"
mkdir -p "$wal"
if [ -e "$wal/$name" ]; then
  # PostgreSQL repeats the command when it was stopped before it saw the result.
  cmp -s "$file" "$wal/$name" && exit 0
  echo "$wal/$name exists with other content: two databases write to one archive." >&2
  exit 1
fi
cp "$file" "$wal/$name.part"
sync "$wal/$name.part"
mv "$wal/$name.part" "$wal/$name"
sync "$wal"
