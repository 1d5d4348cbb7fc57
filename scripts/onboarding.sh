#!/bin/sh
# Runs a command of this release with its own Node, as `npm run` does in a checkout:
#   onboarding backup --into /backups
here=$(dirname "$(readlink -f "$0")")
INIT_CWD=$PWD
PATH=$here:$PATH
export INIT_CWD PATH
cd "$here/.." || exit 1
if [ $# -eq 0 ]; then exec node -p 'Object.keys(require("./package.json").scripts).join("\n")'; fi
command=$1
shift
case $command in
  setup | upgrade) ;;
  *)
    # Files that a command makes belong to the user who runs the server.
    if [ "$(id -u)" = 0 ] && [ -e .env ]; then
      exec runuser -u "$(stat -Lc %U .env)" -- node --run "$command" -- "$@"
    fi
    ;;
esac
exec node --run "$command" -- "$@"
