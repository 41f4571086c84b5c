#!/usr/bin/env bash
# Build the image of a house as deploy/Containerfile says, start it read-only, and look after it.
#
#   tests/image.sh
#
# Needs root, debootstrap, buildah, podman and runc (Debian's packages). The base is made by debootstrap,
# as Debian makes its own, so that no image has to be fetched. pip and apt are configured as here;
# IMAGE_BIND names further folders that the build sees, such as a package index on this disk.
# IMAGE_ARCH=arm64 builds for another architecture, where this machine can run its programs.
set -euo pipefail
most_megabytes=700
most_seconds=3
port=8137
here=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
store=${IMAGE_FOLDER:-/var/tmp/tirelire-image}
arch=${IMAGE_ARCH:-$(dpkg --print-architecture)}
base=$store/base-$arch
base_image=localhost/tirelire-base:$arch
mkdir -p "$store"
if [ ! -e "$base.done" ]; then
  rm -rf "$base"
  debootstrap --arch="$arch" --variant=minbase --include=ca-certificates bookworm "$base" >&2
  rm -rf "$base"/var/cache/apt/* "$base"/usr/share/{doc,man,locale}/*
  touch "$base.done"
fi
buildah inspect --type image "$base_image" > /dev/null 2>&1 || {
  container=$(buildah from --arch "$arch" scratch)
  buildah add --quiet "$container" "$base" / > /dev/null
  buildah commit --quiet --rm "$container" "$base_image" > /dev/null
}

# What this machine needs to reach its packages; nothing of it becomes part of the image.
binds=()
bind() { if [ -e "$1" ]; then binds+=(--volume "$1:$2:ro"); fi; }
for path in /etc/pip.conf /etc/resolv.conf /etc/ssl/certs/ca-certificates.crt ${IMAGE_BIND:-}; do
  bind "$path" "$path"
done
if grep -qx ID=debian /etc/os-release; then bind /etc/apt/apt.conf.d /etc/apt/apt.conf.d; fi
bind "$HOME/.config/pip/pip.conf" /root/.config/pip/pip.conf
podman=(podman --runtime runc --cgroup-manager cgroupfs) # works without systemd too
clone=$(mktemp -d "$store/clone.XXXXXX")
volume=$(mktemp -d "$store/data.XXXXXX")
trap '"${podman[@]}" rm --force --time 0 tirelire-test > /dev/null 2>&1; rm -rf "$clone" "$volume"' EXIT
git clone --quiet --no-hardlinks "$here" "$clone"
buildah bud --quiet --isolation chroot --format docker --network host --platform "linux/$arch" \
  --build-arg "BASE=$base_image" "${binds[@]}" --file "$clone/deploy/Containerfile" \
  --tag tirelire "$clone" >&2

megabytes=$(($(podman image inspect --format '{{.Size}}' tirelire) / 1000000))
echo "image: $megabytes MB"
[ "$megabytes" -le "$most_megabytes" ] || { echo "more than $most_megabytes MB"; exit 1; }
podman image inspect --format '{{.Config.User}}' tirelire | grep -qx tirelire
podman image inspect --format '{{json .HealthCheck}}{{json .Config.Healthcheck}}' tirelire | grep -q bin/health

chown 10001 "$volume"
start() { # run the image as docs/hosting.md says, on another port than the usual one
  "${podman[@]}" run --detach --name tirelire-test --no-healthcheck --ulimit nofile=4096:4096 \
    --ulimit nproc=1000:1000 --read-only --read-only-tmpfs=false --tmpfs /tmp \
    --cap-drop all --security-opt no-new-privileges --network host --volume "$volume:/data" \
    --env TIRELIRE_PORT=$port tirelire > /dev/null
}
inside() { "${podman[@]}" exec tirelire-test "$@"; }

began=$(date +%s%N)
start
python3 "$here/tests/image_client.py" play "$port" "$began" "$most_seconds" "$store/table"
inside id -u | grep -qx 10001
if inside touch /opt/tirelire/changed 2> /dev/null; then echo "the system can be changed"; exit 1; fi
inside python3 /opt/tirelire/bin/health
if inside env TIRELIRE_PORT=8138 python3 /opt/tirelire/bin/health 2> /dev/null; then
  echo "the health check asks another port"; exit 1
fi
inside python3 -c 'import pywebpush, asyncpg, redis'
inside sh -c '! test -s /etc/pip.conf && ! test -e /root/.config/pip/pip.conf' # nothing of this machine
inside tirelire backup /data --keep 2
"${podman[@]}" stop --time 20 tirelire-test > /dev/null
"${podman[@]}" rm tirelire-test > /dev/null
test "$(stat --format %u "$volume/house.sqlite")" = 10001

start # another container, the same volume
python3 "$here/tests/image_client.py" again "$port" "$store/table"
"${podman[@]}" stop --time 20 tirelire-test > /dev/null
echo "1 passed, 0 failed"
