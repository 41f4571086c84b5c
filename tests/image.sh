#!/usr/bin/env bash
# Build the image of a house as deploy/Containerfile says, start it read-only, and look after it.
#
#   tests/image.sh
#
# Needs root, debootstrap, buildah, podman and runc (Debian's packages). The base is made by debootstrap,
# as Debian makes its own, so that no image has to be fetched. pip and apt are configured as here;
# IMAGE_BIND names further folders that the build sees, such as a package index on this disk.
set -euo pipefail
here=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
store=${IMAGE_FOLDER:-/var/tmp/tirelire-image}
base=$store/base
mkdir -p "$store"
if [ ! -e "$base.done" ]; then
  rm -rf "$base"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$base" >&2
  rm -rf "$base"/var/cache/apt/* "$base"/usr/share/{doc,man,locale}/*
  touch "$base.done"
fi
buildah inspect --type image localhost/debian-base > /dev/null 2>&1 || {
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$base" / > /dev/null
  buildah commit --quiet --rm "$container" localhost/debian-base > /dev/null
}

# What this machine needs to reach its packages; nothing of it becomes part of the image.
binds=()
for path in /etc/pip.conf /etc/apt/apt.conf.d /etc/apt/sources.list.d /etc/resolv.conf \
  ${IMAGE_BIND:-}; do
  if [ -e "$path" ]; then binds+=(--volume "$path:$path:ro"); fi
done
trusted=/etc/ssl/certs/ca-certificates.crt
binds+=(--volume "$trusted:/usr/local/share/ca-certificates/build.crt:ro")
podman=(podman --runtime runc --cgroup-manager cgroupfs) # works without systemd too
clone=$(mktemp -d "$store/clone.XXXXXX")
trap '"${podman[@]}" rm --force --time 0 tirelire-test > /dev/null 2>&1; rm -rf "$clone"' EXIT
git clone --quiet --no-hardlinks "$here" "$clone"
buildah bud --quiet --isolation chroot --format docker --network host --build-arg BASE=localhost/debian-base \
  "${binds[@]}" --file "$clone/deploy/Containerfile" --tag tirelire "$clone" >&2

bytes=$(podman image inspect --format '{{.Size}}' tirelire)
echo "image: $((bytes / 1000000)) MB"
volume=$(mktemp -d "$store/data.XXXXXX")
chown 10001 "$volume"
began=$(date +%s%N)
"${podman[@]}" run --detach --name tirelire-test --no-healthcheck --ulimit nofile=4096:4096 \
  --ulimit nproc=1000:1000 --read-only --read-only-tmpfs=false --tmpfs /tmp \
  --cap-drop all --security-opt no-new-privileges --network host --volume "$volume:/data" \
  --env TIRELIRE_PORT=8137 tirelire > /dev/null
python3 - "$began" << 'END'
import json, sys, time
from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, Request, build_opener

opener = build_opener(HTTPCookieProcessor(CookieJar()))

def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"http://127.0.0.1:8137{path}", data, {"content-type": "application/json"})
    return json.load(opener.open(request, timeout=30))

for _ in range(600):
    try:
        opener.open("http://127.0.0.1:8137/healthz", timeout=5)
        break
    except OSError:
        time.sleep(0.02)
else:
    sys.exit("the house does not answer")
table = ask("/api/tables", {"game": "money", "seats": ["open", "regular", "regular"]})["id"]
ask(f"/api/tables/{table}/join", {"name": "Zoé", "seat": "A"})
ask(f"/api/tables/{table}/start", {})
while not ask(f"/api/tables/{table}/view?seat=A")["asked"]:
    time.sleep(0.02)
seconds = (time.time_ns() - int(sys.argv[1])) / 1e9
print(f"from the start of the container to the first decision: {seconds:.1f} s")
END
"${podman[@]}" exec tirelire-test id -u | grep -qx 10001
"${podman[@]}" exec tirelire-test tirelire backup /data --keep 2
"${podman[@]}" stop --time 20 tirelire-test > /dev/null
test "$(stat --format %u "$volume/house.sqlite")" = 10001
rm -rf "$volume"
echo "1 passed, 0 failed"
