#!/bin/sh
# Runs a command of this release with its own Node, as `npm run` does in a checkout:
#   onboarding backup --into /backups
here=$(dirname "$(readlink -f "$0")")
INIT_CWD=$PWD
PATH=$here:$PATH
export INIT_CWD PATH
cd "$here/.." || exit 1
[ "${1-}" != -- ] || shift
commands() { node -p 'Object.keys(require("./package.json").scripts).map((name) => "  " + name).join("\n")'; }
case ${1-} in
  '' | help | -h | --help)
    printf 'Usage: onboarding COMMAND [OPTIONS]\n\n%s\n\nThe options of a command: onboarding COMMAND --help\n' "$(commands)"
    exit
    ;;
esac
command=$1
shift
if ! commands | grep -qxF "  $command"; then
  printf 'There is no command "%s". These exist:\n\n%s\n' "$command" "$(commands)" >&2
  exit 1
fi
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
