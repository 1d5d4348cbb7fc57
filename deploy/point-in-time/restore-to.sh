#!/bin/sh
# Makes a data directory that PostgreSQL brings to a moment when it is started: the newest base backup from before it, and
# what the archived log says of the time between. As PostgreSQL's own user:
#
#   restore-to.sh /archive /var/lib/postgresql/15/main '2026-11-22 09:41:00+02'
set -eu
if [ $# -ne 3 ]; then
  echo "Usage: restore-to.sh ARCHIVE NEW-DATA-DIRECTORY MOMENT" >&2
  exit 2
fi
archive=$1 data=$2 moment=$3
if [ -e "$data" ]; then
  echo "$data is there already: move it away first, and keep it." >&2
  exit 1
fi
latest=$(date -u -d "$moment" +%Y-%m-%dT%H-%M-%SZ)
base=
for name in $(ls -1 "$archive/base" | sort); do
  [ "$name" = unfinished ] && continue
  # Both are of one length, so that their order is that of time.
  [ "$(printf '%s\n%s\n' "$name" "$latest" | sort | head -n 1)" = "$name" ] && base=$name
done
if [ -z "$base" ]; then
  echo "No base backup in $archive/base was taken before $moment." >&2
  exit 1
fi
cp -a "$archive/base/$base" "$data"
chmod 700 "$data"
cat >> "$data/postgresql.auto.conf" <<SETTINGS
restore_command = 'cp "$archive/wal/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
SETTINGS
touch "$data/recovery.signal"
echo "Made from $base. Start PostgreSQL on $data: it stops at $moment, and serves from there."
