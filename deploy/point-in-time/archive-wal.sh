#!/bin/sh
# PostgreSQL's archive_command: keeps a finished piece of the write-ahead log, whole or not at all, and never over another.
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
  # PostgreSQL asks again where it was stopped before it heard that this was done.
  cmp -s "$file" "$wal/$name" && exit 0
  echo "$wal/$name is there already, and is another one: two databases write to one archive." >&2
  exit 1
fi
cp "$file" "$wal/$name.part"
sync "$wal/$name.part"
mv "$wal/$name.part" "$wal/$name"
sync "$wal"
