#!/bin/sh
# backup-daily.sh <time> <keep> [seconds until a retry]: makes a backup in BACKUP_DIR every day at this time (UTC), and at once
# where none is younger than 25 hours, because the machine may have been off.
set -eu
at=$1 keep=$2 retry=${3:-3600}
sleeping=
trap '[ -z "$sleeping" ] || kill "$sleeping" 2>/dev/null || :; exit 0' TERM INT

pause() {
  # In the background: a shell runs no trap while a command in the foreground runs.
  sleep "$1" &
  sleeping=$!
  wait "$sleeping"
  sleeping=
}

seconds_until_next() {
  now=$(date -u +%s)
  next=$(date -u -d "$at" +%s)
  [ "$next" -gt "$now" ] || next=$((next + 86400))
  echo $((next - now))
}

is_missing() {
  [ -z "$(find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -name '*Z' -mmin -1500 -print -quit)" ]
}

until lamplight migrate --status >/dev/null 2>&1; do pause 10; done
while :; do
  is_missing || pause "$(seconds_until_next)"
  until lamplight backup --keep "$keep"; do pause "$retry"; done
done
