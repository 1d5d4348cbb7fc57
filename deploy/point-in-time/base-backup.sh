#!/bin/sh
# Takes a base backup, from which the archived write-ahead log leads to any moment after it. As PostgreSQL's own user:
#
#   KEEP=3 base-backup.sh /archive [where pg_basebackup is to connect, such as --host or --port]
#
# KEEP base backups stay, and the log since the oldest of them: how far back one can go.
set -eu
if [ $# -lt 1 ]; then
  echo "Usage: base-backup.sh ARCHIVE [OPTIONS OF pg_basebackup]" >&2
  exit 2
fi
archive=$1
shift
umask 077
mkdir -p "$archive/base" "$archive/wal"
rm -rf "$archive/base/unfinished"
pg_basebackup --pgdata="$archive/base/unfinished" --checkpoint=fast --wal-method=stream --no-password "$@"
# Named by when it ended: no moment before that can be reached from it.
mv "$archive/base/unfinished" "$archive/base/$(date -u +%Y-%m-%dT%H-%M-%SZ)"
sync "$archive/base"

cd "$archive/base"
ls -1 | sort -r | tail -n +$((${KEEP:-3} + 1)) | while read -r old; do rm -rf "./$old"; done
oldest=$(ls -1 | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup "$archive/wal" "$first"
