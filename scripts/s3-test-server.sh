#!/usr/bin/env bash
# A real S3 server for tests, on loopback and in memory: Ceph's gateway over one monitor and one storage daemon.
#
#   scripts/s3-test-server.sh FOLDER PORT MONITOR_PORT
#
# FOLDER is empty or missing, and can be deleted afterwards. Prints one line beginning with "ready" when it takes
# requests, some 15 seconds later; runs until it is told to stop (SIGTERM or Ctrl+C), and ends what it started.
# Takes the keys testkey / testsecret. Needs root, and on Debian:
#
#   apt-get install --no-install-recommends radosgw ceph-mon ceph-osd
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
# How full the disk of the machine is makes no difference to what lies in memory.
mon data avail warn = 1
mon data avail crit = 0

[mon.a]
mon data = $folder/monitor

[osd.0]
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

started=()
stop() {
  trap - EXIT TERM INT
  if ((${#started[@]} > 0)); then
    # In memory there is nothing to save, so nothing has to be asked to end in order.
    kill -KILL "${started[@]}" 2> /dev/null || true
    wait "${started[@]}" 2> /dev/null || true
  fi
  exit "$1"
}
trap 'stop 1' EXIT
trap 'stop 0' TERM INT

run() {
  "$@" > "$folder/log/$1.out" 2>&1 &
  started+=($!)
}

monmaptool --create --fsid "$cluster" --addv a "[v1:127.0.0.1:$monitor_port]" "$folder/monitors" > /dev/null
ceph-mon --mkfs --id a --monmap "$folder/monitors"
run ceph-mon --foreground --id a

# The storage daemon has to be made with the very id that the monitor knows it by.
ceph osd new "$daemon" > /dev/null
ceph-osd --mkfs --id 0 --osd-uuid "$daemon"
ceph osd crush add osd.0 1.0 root=default > /dev/null 2>&1
run ceph-osd --foreground --id 0

run radosgw --foreground --name client.gateway
for _ in $(seq 300); do
  if (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then break; fi
  sleep 0.2
done
radosgw-admin --conf "$CEPH_CONF" user create --uid test --display-name test --access-key testkey --secret-key testsecret > /dev/null

echo "ready at http://127.0.0.1:$port"
wait "${started[@]}"
