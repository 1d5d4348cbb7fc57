#!/bin/sh
# Takes a base backup, the start of point-in-time recovery from the archived write-ahead log. Run as PostgreSQL's user:
#
#   KEEP=3 base-backup.sh /archive [connection options of pg_basebackup, such as --host or --port]
#
# Keeps KEEP base backups, and the log since the oldest of them: recovery can go back that far.
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
# Named by its end: no earlier time can be recovered from it.
mv "$archive/base/unfinished" "$archive/base/$(date -u +%Y-%m-%dT%H-%M-%SZ)"
sync "$archive/base"

cd "$archive/base"
ls -1 | sort -r | tail -n +$((${KEEP:-3} + 1)) | while read -r old; do rm -rf "./$old"; done
oldest=$(ls -1 | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup -x .gz "$archive/wal" "$first"
