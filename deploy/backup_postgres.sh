#!/bin/sh
# Copies of a PostgreSQL house: each is restored into a database of its own as a test, and the
# newest are kept. The database is that of libpq's variables (PGHOST, PGUSER, PGPASSWORD, PGDATABASE).
#
#   FOLDER=/backups KEEP=14 [HOURS=24] backup_postgres.sh     without HOURS: one copy
set -eu
part=$FOLDER/.house.part
trap 'rm -f "$part"' EXIT
while true; do
  copy=$FOLDER/house-$(date -u +%Y%m%dT%H%M%SZ).dump
  pg_dump --format=custom --file="$part"
  restored=restore_test_$$
  createdb "$restored"
  if pg_restore --exit-on-error --no-owner --dbname="$restored" "$part"; then good=1; else good=0; fi
  dropdb "$restored"
  [ "$good" = 1 ]
  mv "$part" "$copy"
  echo "$copy: copied and restored"
  # The names are in the order of time.
  ls "$FOLDER" | grep '^house-.*Z\.dump$' | sort -r | tail -n +"$((KEEP + 1))" |
    while read -r old; do rm "$FOLDER/$old"; done
  [ "${HOURS:-}" ] || exit 0
  sleep "$((HOURS * 3600))"
done
