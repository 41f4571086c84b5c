#!/usr/bin/env bash
# What a new user does in the first minute, in clean environments: the slim engine, the terminal,
# the house, and a tool of uv. Nothing of .venv is used. The wheel is built from this folder.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
work=$(mktemp -d)
house=
trap '[ -z "$house" ] || kill "$house" 2> /dev/null || true; rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 TIRELIRE_DB=sqlite:///$work/house.sqlite
export UV_TOOL_DIR=$work/tools UV_TOOL_BIN_DIR=$work/bin
export NUMBA_CACHE_DIR=$work/cache # one for all, so that rules are compiled once
cd "$work"

say() { printf '\n%s (%s s)\n' "$1" "$SECONDS"; }
fresh() { # NAME [EXTRA]: make an environment with the wheel and an extra
  "$python" -m venv "$work/$1"
  "$work/$1/bin/pip" install --quiet --disable-pip-version-check "$wheel${2:+[$2]}"
}
refused() { # LINE COMMAND…: the command exits with 2 and says the line to type
  local line=$1 told status=0
  shift
  told=$("$@" 2>&1) || status=$?
  echo "$told"
  [ "$status" = 2 ] && [ "$(echo "$told" | wc -l)" = 1 ] && [[ $told == *"$line"* ]]
}

say "The wheel"
"$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$work" "$here"
wheel=$(echo "$work"/tirelire-*.whl)

say "pip install tirelire"
fresh slim
slim/bin/python - << 'END'
from tirelire import Match
from tirelire.bots.registry import find_bot
from tirelire.core.chance import seeded

match, source = Match.begin("cash_oder_crash", players=3, options={"rounds": 1}, seed=7), seeded(1)
bot = find_bot("regular")
while match.ended != "match":
    match.play(bot.choose(match.view(match.asked), source, None), match.asked)
print("won by", match.winners)
END
echo "$(du -sm slim | cut -f1) MB:" $(slim/bin/pip list --format=freeze | cut -d= -f1)
refused "pip install 'tirelire[cli]'" slim/bin/tirelire play money
refused "pip install 'tirelire[house]'" slim/bin/tirelire serve

say "pip install 'tirelire[cli]'"
fresh cli cli
cli/bin/tirelire --version
printf '1\n1\n' | XDG_CONFIG_HOME=$work/config cli/bin/tirelire play cash_oder_crash --players 3 --seed 1 | tail -3
refused "pip install 'tirelire[house]'" cli/bin/tirelire serve

say "pip install 'tirelire[house]'"
fresh house house
port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
house/bin/tirelire serve --port "$port" > house.log 2>&1 &
house=$!
ask="import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())"
until "$python" -c "$ask" "http://127.0.0.1:$port/healthz" 2> /dev/null; do
  kill -0 "$house" || { cat house.log; exit 1; }
  sleep 1
done
kill "$house"
wait "$house" || true
house=

if command -v uvx > /dev/null; then
  say "uvx --from 'tirelire[cli]' tirelire"
  uvx --quiet --from "tirelire[cli] @ file://$wheel" tirelire games --lang fr | head -4
  printf '1\n' | XDG_CONFIG_HOME=$work/config uvx --quiet --from "tirelire[cli] @ file://$wheel" \
    tirelire play cash_oder_crash --players 3 --seed 1 | tail -2
  uv tool install --quiet "tirelire[cli] @ file://$wheel"
  bin/tirelire --version
fi
say "Done"
