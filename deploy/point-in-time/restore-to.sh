#!/bin/sh
# Creates a data directory from the newest base backup before TIME. PostgreSQL recovers it to TIME from the archived log when
# it starts. Run as PostgreSQL's user:
#
#   restore-to.sh /archive /var/lib/postgresql/15/main '2026-11-22 09:41:00+02'
set -eu
if [ $# -ne 3 ]; then
  echo "Usage: restore-to.sh ARCHIVE NEW-DATA-DIRECTORY TIME" >&2
  exit 2
fi
archive=$1 data=$2 target=$3
if [ -e "$data" ]; then
  echo "$data exists already: move it elsewhere first, and keep it." >&2
  exit 1
fi
latest=$(date -u -d "$target" +%Y-%m-%dT%H-%M-%SZ)
base=
for name in $(ls -1 "$archive/base" | sort); do
  [ "$name" = unfinished ] && continue
  # All names have one length, so their order is chronological.
  [ "$(printf '%s\n%s\n' "$name" "$latest" | sort | head -n 1)" = "$name" ] && base=$name
done
if [ -z "$base" ]; then
  echo "No base backup in $archive/base was taken before $target." >&2
  exit 1
fi
cp -a "$archive/base/$base" "$data"
chmod 700 "$data"
# Segments that release 1.0.0 archived are not compressed.
cat >> "$data/postgresql.auto.conf" <<SETTINGS
restore_command = 'gzip -dc "$archive/wal/%f.gz" > "%p" 2> /dev/null || cp "$archive/wal/%f" "%p"'
recovery_target_time = '$target'
recovery_target_action = 'promote'
SETTINGS
touch "$data/recovery.signal"
echo "Created from $base. Start PostgreSQL on $data: it recovers to $target and then accepts connections."
