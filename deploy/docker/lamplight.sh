#!/bin/sh
# `serve` runs the site; anything else is a command of the lamplight program: migrate, doctor, user create …
set -eu
if [ "${1:-serve}" = serve ]; then
  exec node /app/dist/server.js
fi
exec node /app/dist/cli/lamplight.js "$@"
