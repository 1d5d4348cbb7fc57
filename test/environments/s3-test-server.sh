#!/usr/bin/env bash
# A real S3 server for tests, on loopback and in memory: Ceph's gateway over one monitor and one storage daemon.
#
#   test/environments/s3-test-server.sh FOLDER PORT MONITOR_PORT
#
# FOLDER is empty or missing, and is removed at the end. Prints one line beginning with "ready" when it takes requests,
# some 15 seconds later; runs until its standard input ends or it receives SIGTERM or Ctrl+C, and ends what it
# started, however it ends itself. Takes the keys testkey / testsecret, and otherkey / othersecret of another user. Needs Linux, and on Debian:
#
#   apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common
set -euo pipefail

folder=$(mkdir -p "$1" && cd "$1" && pwd)
port=$2
monitor_port=$3
cluster=$(cat /proc/sys/kernel/random/uuid)
daemon=$(cat /proc/sys/kernel/random/uuid)
mkdir -p "$folder"/{monitor,storage,gateway,log,run}
touch "$folder/keyring"

cat > "$folder/ceph.conf" <<CONFIG
[global]
fsid = $cluster
mon host = v1:127.0.0.1:$monitor_port
public addr = 127.0.0.1
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
keyring = $folder/keyring
run dir = $folder/run
admin socket = $folder/run/\$name.asok
log file = $folder/log/\$name.log

# One copy of everything is enough for a test, on one daemon and in one group of placement.
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon max pg per osd = 1000
mon allow pool size one = true
mon warn on pool no redundancy = false
# How full the disk of the machine is makes no difference to data in memory.
mon data avail warn = 1
mon data avail crit = 0

[mon.a]
mon data = $folder/monitor

[osd.0]
# Said by hand below: a daemon that says it itself may do so before it knows which cluster it is of, and then gives up.
osd crush update on start = false
osd class update on start = false
osd data = $folder/storage
osd objectstore = memstore
memstore device bytes = 536870912

[client.gateway]
rgw data = $folder/gateway
rgw frontends = beast endpoint=127.0.0.1:$port
rgw enable usage log = false
rgw run sync thread = false
CONFIG
export CEPH_CONF="$folder/ceph.conf"

stop() {
  trap - EXIT TERM INT
  # In memory there is nothing to save, so nothing has to be asked to end in order.
  mapfile -t running < <(jobs -p)
  if ((${#running[@]} > 0)); then
    kill -KILL "${running[@]}" 2> /dev/null || true
    wait "${running[@]}" 2> /dev/null || true
  fi
  rm -rf "$folder"
  exit "$1"
}
trap 'stop 1' EXIT
trap 'stop 0' TERM INT

# The parent process holds the other end of the standard input: when they are gone, however, it ends.
exec 3<&0
cat <&3 > /dev/null &

daemons=()
serve() {
  # Linux ends a daemon together with this script, even where the script itself is killed.
  setpriv --pdeathsig KILL -- "$@" > "$folder/log/$1.out" 2>&1 3<&- &
  daemons+=($!)
}

# Runs a command to its end; in the background, because a signal is heard while waiting and not before.
step() {
  timeout 30 "$@" >> "$folder/log/steps.out" 2>&1 3<&- &
  wait $! || fail "$*"
}

fail() {
  echo "The S3 server does not start: $1" >&2
  tail -n 5 "$folder"/log/*.out >&2
  exit 1
}

step monmaptool --create --fsid "$cluster" --addv a "[v1:127.0.0.1:$monitor_port]" "$folder/monitors"
step ceph-mon --mkfs --id a --monmap "$folder/monitors"
serve ceph-mon --foreground --id a

# The storage daemon has to be made with the very id that the monitor knows it by.
step ceph osd new "$daemon"
step ceph-osd --mkfs --id 0 --osd-uuid "$daemon"
step ceph osd crush add osd.0 1.0 root=default
serve ceph-osd --foreground --id 0

serve radosgw --foreground --name client.gateway
until (exec 4<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do
  ((SECONDS < 60)) || fail 'the gateway takes too long'
  for pid in "${daemons[@]}"; do kill -0 "$pid" 2> /dev/null || fail 'a daemon has ended'; done
  sleep 0.2
done
step radosgw-admin user create --uid test --display-name test --access-key testkey --secret-key testsecret
step radosgw-admin user create --uid other --display-name other --access-key otherkey --secret-key othersecret

echo "ready at http://127.0.0.1:$port"
# The first that ends ends all.
wait -n || true
stop 1
