#!/usr/bin/env bash
# Runs the commands of docs/install.md as they are written, on a bare Debian with systemd, and times them:
#   npm run release; scripts/bare-debian.sh .tmp/release/client-onboarding-….tar.gz
# As root on Linux, with debootstrap and network access. The Debian is a folder in namespaces of its own: nothing on
# this machine changes. BARE_DEBIAN names a folder that keeps it for the next run.
set -euo pipefail
release=$(readlink -f "${1:?Usage: scripts/bare-debian.sh RELEASE.tar.gz}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d /var/tmp/bare-debian-XXXXXX)
root=$work/root
base=${BARE_DEBIAN:-$work/base}
host=onboarding.yourfirm.example
node=node_modules/node/bin/node
pids=()
trap 'kill "${pids[@]}" 2> /dev/null || true; [[ ! -e $work/pid ]] || kill -KILL "$(cat "$work/pid")" || true; wait; rm -rf "$work"' EXIT

step() {
  local begun=$EPOCHREALTIME title=$1
  shift
  "$@" > "$work/output" 2>&1 || { cat "$work/output"; echo "FAILED: $title"; exit 1; }
  awk -v a="$begun" -v b="$EPOCHREALTIME" -v t="$title" 'BEGIN { printf "%8.1f s  %s\n", b - a, t }'
}

# The shell commands of docs/install.md after a title.
documented() {
  awk -v title="$1" 'index($0, title) { found = 1 } found && /```$/ && inside { exit } inside { print } found && /```sh/ { inside = 1 }' docs/install.md
}

# Runs a command in the booted Debian.
inside() {
  nsenter --target "$(cat "$work/pid")" --all --root --wd env --ignore-environment HOME=/root \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_EXTRA_CA_CERTS=/etc/ssl/client-onboarding/fullchain.pem "$@"
}

follow() {
  { echo 'cd /root'; documented "$1" | sed "${2:-}"; } | inside sh -ex
}

install_debian() {
  [[ ! -e $base/etc/debian_version ]] || return 0
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates bookworm "$base"
}

install_packages() {
  [[ ! -e $base/usr/sbin/nginx ]] || return 0
  cp /etc/resolv.conf "$base/etc/resolv.conf"
  # No server starts before systemd does.
  printf '#!/bin/sh\nexit 101\n' > "$base/usr/sbin/policy-rc.d"
  chmod 755 "$base/usr/sbin/policy-rc.d"
  DEBIAN_FRONTEND=noninteractive chroot "$base" sh -c \
    'apt-get update && apt-get install --yes --no-install-recommends postgresql nginx curl'
  rm "$base/usr/sbin/policy-rc.d"
}

# Starts systemd as process 1 of namespaces of its own; the host's devices are those that programs need.
boot() {
  cp --archive "$base" "$root"
  echo "127.0.0.1 localhost $host" > "$root/etc/hosts"
  mkdir -p "$root/etc/ssl/client-onboarding"
  openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
    -keyout "$root/etc/ssl/client-onboarding/privkey.pem" -out "$root/etc/ssl/client-onboarding/fullchain.pem"
  unshare --pid --mount --fork --net --uts --ipc --cgroup bash -euc '
    mount --make-rprivate / && mount --bind "$1" "$1" && cd "$1"
    mount -t proc proc proc
    mount -t sysfs -o ro sysfs sys
    if [[ -e /sys/fs/cgroup/cgroup.controllers ]]; then mount -t cgroup2 cgroup2 sys/fs/cgroup; else
      mount -t tmpfs tmpfs sys/fs/cgroup
      mkdir sys/fs/cgroup/systemd
      mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
    fi
    mount -t tmpfs tmpfs run
    mount -t tmpfs tmpfs dev
    for device in null zero random urandom full tty; do touch "dev/$device" && mount --bind "/dev/$device" "dev/$device"; done
    mkdir dev/pts dev/shm && mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts && ln -s pts/ptmx dev/ptmx
    exec env --ignore-environment container=other PATH=/usr/sbin:/usr/bin chroot . /lib/systemd/systemd
  ' - "$root" > "$work/systemd.log" 2>&1 < /dev/null &
  local parent=$!
  pids+=("$parent")
  for _ in {1..100}; do
    pgrep --parent "$parent" > "$work/pid" && inside systemctl is-active --quiet nginx postgresql@15-main 2> /dev/null && return
    sleep 0.5
  done
  return 1
}

# Accepts every mail on port 2525 of the Debian.
start_mail() {
  nsenter --target "$(cat "$work/pid")" --net "$node" --eval '
    const { SMTPServer } = require("smtp-server")
    new SMTPServer({ disabledCommands: ["AUTH", "STARTTLS"], onData: (mail, _, done) => mail.resume().on("end", done) })
      .listen(2525, "127.0.0.1")' > "$work/mail.log" 2>&1 &
  pids+=($!)
}

until_ready() {
  for _ in {1..120}; do
    [[ $(status_of /readyz) == 200 ]] && return
    sleep 0.5
  done
  return 1
}

status_of() {
  inside curl --silent --cacert /etc/ssl/client-onboarding/fullchain.pem --output /dev/null --write-out '%{http_code}\n' "https://$host$1" || true
}

# Another version of the same release.
repack() {
  local name
  name=$(tar --list --file "$release" | head --lines 1 | cut --delimiter / --fields 1) || true
  tar --extract --file "$release" --directory "$work"
  sed --in-place "s/\"version\": \"$name\"/\"version\": \"$name.next\"/" "$work/$name/package.json"
  mv "$work/$name" "$work/$name.next"
  tar --create --file "$root/root/next.tar" --directory "$work" "$name.next"
}

upgrade_under_load() {
  touch "$root/root/loaded"
  # shellcheck disable=SC2016
  inside sh -c 'while [ -e /root/loaded ]; do
    curl --silent --cacert "$NODE_EXTRA_CA_CERTS" --output /dev/null --write-out "%{http_code}\n" "https://$0/auth"
  done' "$host" > "$work/statuses" &
  local load=$!
  inside onboarding upgrade /root/next.tar
  rm "$root/root/loaded"
  wait "$load"
  ! grep --invert-match --line-regexp 200 "$work/statuses"
}

restore() {
  local backup
  backup=$(inside sh -c 'ls -d /var/backups/client-onboarding/20*')
  inside systemctl stop client-onboarding
  inside runuser -u postgres -- psql --command 'DROP DATABASE onboarding'
  inside runuser -u postgres -- psql --command "CREATE DATABASE onboarding OWNER onboarding_owner ENCODING 'UTF8' TEMPLATE template0"
  inside mv /var/lib/client-onboarding /var/lib/client-onboarding.before
  inside install -d -m 0700 -o onboarding /var/lib/client-onboarding
  inside onboarding restore "$backup"
  inside systemctl start client-onboarding
  until_ready
  inside onboarding audit:verify
}

step 'install Debian' install_debian
step 'apt-get install postgresql nginx' install_packages
step 'start systemd, PostgreSQL and nginx' boot
start_mail
cp "$release" "$root/root/"
step 'unpack the release' follow '**Unpack**'
step 'set up' follow 'Each question has an option' 's#smtps://[^ ]*#smtp://127.0.0.1:2525#'
step 'start the server and the timers' follow '**Start.**'
step 'proxy' follow '**Proxy.**'
step 'ready behind HTTPS' until_ready
step 'doctor' inside onboarding doctor --send-test-mail you@yourfirm.example
step 'backup' inside systemctl start client-onboarding-backup
step 'check of the backup' inside systemctl start client-onboarding-backup-check
step '(repack the release)' repack
step 'upgrade under load' upgrade_under_load
echo "            $(wc --lines < "$work/statuses") requests, 0 failed"
step 'restore' restore
