#!/usr/bin/env bash
# Run a command in a clone of HEAD on a new Debian that has Python, make and git, and no other program.
#
#   tests/fresh.sh ACCOUNT COMMAND…     ACCOUNT is root, or any other name: an account without sudo
#
# FRESH_SUITE names the release of Debian, and so the version of Python: bookworm (3.11, the usual
# one), trixie (3.13), sid. Needs root, debootstrap and unshare. The new system is a chroot that is thrown away afterwards.
# pip, npm and certificates are configured as here; FRESH_BIND names folders to be seen there too,
# separated by blanks, such as a package index on this disk.
set -euo pipefail
account=$1
shift
here=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
store=${FRESH_FOLDER:-/var/tmp/tirelire-fresh}
suite=${FRESH_SUITE:-bookworm}
base=$store/base-$suite

if [ ! -e "$base.done" ]; then
  rm -rf "$base"
  mkdir -p "$store"
  debootstrap --variant=minbase \
    --include=python3,python3-venv,make,git,ca-certificates "$suite" "$base" >&2
  touch "$base.done"
fi

system=$(mktemp -d "$store/system.XXXXXX")
trap 'rm -rf --one-file-system "$system"' EXIT
cp -a --reflink=auto "$base/." "$system"
cp -a /etc/ssl/certs/. "$system/etc/ssl/certs/"
echo '127.0.0.1 localhost' >"$system/etc/hosts" # as on any installed system
for file in /etc/pip.conf /etc/npmrc /etc/resolv.conf; do
  if [ -e "$file" ]; then cp "$file" "$system/etc/"; fi
done

home=/root
if [ "$account" != root ]; then
  home=/home/$account
  chroot "$system" useradd --create-home "$account"
fi
for file in .config/pip/pip.conf .npmrc; do
  if [ -e "$HOME/$file" ]; then
    mkdir -p "$(dirname "$system$home/$file")"
    cp "$HOME/$file" "$system$home/$file"
  fi
done
git clone --quiet --no-hardlinks "$here" "$system$home/tirelire"
chroot "$system" chown -R "$account:" "$home"

# The mounts and all processes end with the command.
export FRESH_BIND=${FRESH_BIND:-} system
settings=$(env | grep -E '^(PIP_|UV_|npm_config_|SSL_CERT_|NODE_EXTRA_)' || true)
readarray -t settings <<<"$settings"
unshare --mount --pid --fork --kill-child bash -euo pipefail -c '
  mount --make-rprivate /
  mount -t proc proc "$system/proc"
  mount --rbind /dev "$system/dev"
  mount -t tmpfs tmpfs "$system/tmp"
  for folder in $FRESH_BIND; do
    mkdir -p "$system$folder"
    mount --bind "$folder" "$system$folder"
  done
  exec "$@"
' fresh chroot "$system" setpriv --reuid "$account" --regid "$account" --init-groups --reset-env \
  env "${settings[@]:+${settings[@]}}" LANG=C.UTF-8 bash -c 'cd ~/tirelire && exec "$@"' fresh "$@"
