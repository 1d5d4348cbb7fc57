#!/bin/sh
# PostgreSQL's archive_command: compresses and stores a finished WAL segment atomically, and never overwrites another one.
#
#   archive_command = '/opt/client-onboarding/current/deploy/point-in-time/archive-wal.sh "%p" "%f" /archive'
set -eu
if [ $# -ne 3 ]; then
  echo "Usage: archive-wal.sh FILE NAME ARCHIVE" >&2
  exit 2
fi
file=$1 name=$2 wal="$3/wal"
mkdir -p "$wal"
if [ -e "$wal/$name.gz" ]; then
  # PostgreSQL repeats the command when it was stopped before it saw the result.
  gzip -dc "$wal/$name.gz" | cmp -s - "$file" && exit 0
  echo "$wal/$name.gz exists with other content: two databases write to one archive." >&2
  exit 1
fi
# A segment that archive_timeout closes early is mostly zeros: 16 MB become about 20 kB.
gzip < "$file" > "$wal/$name.part"
sync "$wal/$name.part"
mv "$wal/$name.part" "$wal/$name.gz"
sync "$wal"
