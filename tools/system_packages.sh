#!/usr/bin/env bash
# Makes sure that the programs which the tests start are there: Chromium, PostgreSQL, Redis.
# As root on Debian, what is missing is installed; anywhere else the script says what to install.
set -euo pipefail

has() {
  PATH="$PATH:/usr/sbin:/sbin" command -v "$1" > /dev/null
}

missing=()
has "${SWIPE_CHROMIUM:-chromium}" || has chromium-browser || has google-chrome || missing+=(chromium)
has postgres || compgen -G '/usr/lib/postgresql/*/bin/postgres' > /dev/null || missing+=(postgresql)
has redis-server || missing+=(redis-server)
[ "${#missing[@]}" -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && [ -e /etc/debian_version ]; then
  echo "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
else
  echo "missing: ${missing[*]}; please install it, or the tests that need it are skipped" >&2
fi
