#!/bin/sh
# Start a command of the house in its container, with the rules that were compiled for the image.
# Numba reads compiled code only from a folder that it may write to; /tmp is one also where the
# system is read-only.
if [ ! -d "$NUMBA_CACHE_DIR" ]; then
  mkdir -p "$(dirname "$NUMBA_CACHE_DIR")" && cp -R /opt/tirelire/compiled "$NUMBA_CACHE_DIR"
fi
exec tirelire "$@"
