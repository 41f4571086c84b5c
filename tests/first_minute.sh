#!/usr/bin/env bash
# The first minute of a new user: each line that README.md offers first, as written there, in clean
# environments: nothing of .venv, another home folder, no cache of packages. The package index does
# not have this version yet, so the wheel that `make dist` builds lies where pip and uv look first.
#
#   tests/first_minute.sh        needs .venv/dev (make minute), which brings uv and builds the wheel
set -euo pipefail
most_megabytes=320 # of a slim install
most_packages=6    # beyond NumPy and Numba
most_seconds=60    # from `make play` in a new clone to an open page
here=$(cd "$(dirname "$0")/.." && pwd)
readme=$here/README.md
work=$(mktemp -d)
house=
stop() { # close the house that was started last
  [ -z "$house" ] || { kill -- "-$house" 2> /dev/null && wait "$house" 2> /dev/null; } || true
  house=
}
trap 'stop; rm -rf "$work"' EXIT
set -m # each house is a group of processes, so that all of it ends

uv=$(cd "$here" && .venv/bin/python -m tests.programs uv)
mkdir -p "$work/wheels" "$work/home"
if [ -n "${WHEEL:-}" ]; then
  cp "$WHEEL" "$work/wheels"
else
  (cd "$here" && .venv/bin/python -m tests.release)
  cp "$here"/dist/*.whl "$work/wheels"
fi
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$here/src/tirelire/__init__.py")

export HOME=$work/home PATH=/usr/local/bin:/usr/bin:/bin LC_ALL=C.UTF-8
export PIP_FIND_LINKS="$work/wheels ${PIP_FIND_LINKS:-}" UV_FIND_LINKS=$work/wheels PIP_NO_CACHE_DIR=1
unset VIRTUAL_ENV PYTHONPATH XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME
python=${PYTHON:-python3}
cd "$work"
written=()

say() { printf '\n%s (%s s)\n' "$1" "$SECONDS"; }
fail() { echo "$1"; exit 1; }
in_readme() { # LINE: it stands in the README
  grep -qF -- "$1" "$readme" || fail "not in README.md: $1"
  written+=("$1")
}
enter() { # NAME: a new environment, and its programs before all others
  "$python" -m venv "$work/$1"
  export PATH=$work/$1/bin:/usr/local/bin:/usr/bin:/bin
}
as_written() { # LINE: run a line of the README
  say "$ $1"
  in_readme "$1"
  timeout 600 bash -c "$1" > "$work/out" 2>&1 || { cat "$work/out"; fail "failed: $1"; }
}
refused() { # LINE COMMAND…: the command exits with 2 and says the line to type
  local line=$1 told status=0
  shift
  told=$(timeout 60 "$@" 2>&1) || status=$?
  echo "$told"
  [ "$status" = 2 ] && [ "$(wc -l <<< "$told")" = 1 ] && [[ $told == *"$line"* ]] || fail "not refused: $*"
}
free_port() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
page() { # URL: fetch a page
  "$python" -c 'import sys, urllib.request as r; print(r.urlopen(sys.argv[1], timeout=10).read().decode())' "$1"
}
wait_for() { # SECONDS TEST…: wait until a test holds, as long as the house runs
  local until=$((SECONDS + $1))
  shift
  until "$@" > "$work/page" 2> /dev/null; do
    kill -0 "$house" 2> /dev/null || { cat "$work/log"; fail "the house has closed"; }
    [ "$SECONDS" -lt "$until" ] || { cat "$work/log"; fail "too late: $*"; }
    sleep 0.2
  done
}
open_house() { # LINE: run a line of the README that opens a house, with a browser that notes its page
  say "$ $1"
  in_readme "$1"
  export TIRELIRE_PORT
  TIRELIRE_PORT=$(free_port)
  rm -f "$work/opened"
  timeout 900 bash -c "$1" > "$work/log" 2>&1 < /dev/null &
  house=$!
}
# A browser: fetches the page that it is told to open, and notes which.
cat > "$work/browser" << END
#!/bin/sh
$(command -v "$python") -c 'import sys, urllib.request as r; r.urlopen(sys.argv[1]).read()' "\$1" && echo "\$1" > "$work/opened"
END
chmod +x "$work/browser"
export BROWSER=$work/browser

# --- play, in a new clone: nothing is compiled, nothing is installed ---
git clone --quiet --no-hardlinks "$here" clone
cd clone
began=$(date +%s%N)
open_house 'make play'
wait_for $((2 * most_seconds)) test -s "$work/opened"
seconds=$((($(date +%s%N) - began) / 1000000000))
echo "make play: $seconds s to an open page, $(cat "$work/opened")"
[ "$seconds" -le "$most_seconds" ] || fail "more than $most_seconds s"
stop
cd "$work"
rm -rf clone

export NUMBA_CACHE_DIR=$work/compiled # one for all that follows, so that rules are compiled once

# --- research: the slim core ---
enter slim
empty=$(du -sm slim | cut -f1)
as_written 'pip install tirelire'
[ "$(tirelire --version)" = "$version" ] || fail "another version"
megabytes=$(du -sm slim | cut -f1)
pip list --format=freeze | sed 's/=.*//' | grep -vixE 'pip|setuptools|wheel|tirelire|numpy|numba' > packages || true
echo "slim: $megabytes MB, $empty of them pip and setuptools of the new environment; beyond NumPy and Numba:" $(cat packages)
[ "$megabytes" -le "$most_megabytes" ] || fail "more than $most_megabytes MB"
[ "$(wc -l < packages)" -le "$most_packages" ] || fail "more than $most_packages packages"
say "The Python of the README, with the slim core"
in_readme '>>> batch = Batch("money", 512, seed=7, players=3)'
timeout 600 python -m doctest "$readme"
refused "pip install 'tirelire[cli]'" tirelire sim money
refused "pip install 'tirelire[house]'" tirelire serve

enter research
as_written 'pip install "tirelire[research]"'
say "examples/quick_start.py"
timeout 600 python "$here/examples/quick_start.py" > out
in_readme '"tirelire[openspiel]"'
enter openspiel
say '$ pip install "tirelire[openspiel]"'
timeout 600 pip install --quiet "tirelire[openspiel]"
timeout 600 python -c 'import pyspiel, tirelire.adapters.openspiel as a; print(a.__name__, pyspiel.__name__)'

# --- play: the house and its browser ---
enter house
as_written 'pip install "tirelire[house]"'
open_house 'tirelire serve --open'
wait_for 300 test -s "$work/opened"
echo "opened: $(cat "$work/opened")"
page "http://127.0.0.1:$TIRELIRE_PORT/docs/index.html" > docs.html
grep -q '<h1>' docs.html || fail "no documentation under /docs"
refused "pip install 'tirelire[cli]'" tirelire arena money regular greedy
stop

# --- host: /var/lib of its own, so that nothing of this machine is written ---
own=(unshare --mount)
[ "$(id -u)" = 0 ] || own=(unshare --user --map-root-user --mount)
line='tirelire serve --host 0.0.0.0 --db sqlite:////var/lib/tirelire/house.sqlite'
in_readme "$line"
say "$ $line"
TIRELIRE_PORT=$(free_port)
export TIRELIRE_PORT
timeout 900 "${own[@]}" bash -c 'mount -t tmpfs tmpfs /var/lib && eval "$1"' - "$line" > log 2>&1 < /dev/null &
house=$!
wait_for 300 page "http://127.0.0.1:$TIRELIRE_PORT/healthz"
cat "$work/page"
stored=
for process in $(pgrep -g "$house"); do
  if [ -s "/proc/$process/root/var/lib/tirelire/house.sqlite" ]; then stored=yes; fi
done
[ -n "$stored" ] || fail "no database"
stop

# --- the terminal, without installing ---
export PATH=$(dirname "$uv"):/usr/local/bin:/usr/bin:/bin UV_TOOL_DIR=$work/tools UV_TOOL_BIN_DIR=$work/bin
export UV_PYTHON_DOWNLOADS=never UV_CACHE_DIR=$work/uv
line='uvx tirelire play money'
in_readme "$line"
say "$ $line"
printf '\n1\n1\n' > answers # the usual number of players, then two moves
timeout 600 bash -c "$line" < answers > out 2>&1 || { cat out; fail "failed: $line"; }
sed -n 1,6p out
grep -q Money out || fail "no match of Money!"
timeout 300 uv tool install --quiet tirelire
[ "$(bin/tirelire --version)" = "$version" ] || fail "another version"

# --- each line of the three doors was run ---
awk '/^## /{door++} /^```sh/{sh = 1; next} /^```/{sh = 0} sh && door <= 3' "$readme" > lines
while IFS= read -r line; do
  printf '%s\n' "${written[@]}" | grep -qxF -- "$line" || fail "not run: $line"
done < lines
say "Done: 1 passed, 0 failed"
