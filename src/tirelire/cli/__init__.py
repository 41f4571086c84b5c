"""The command line: each command parses, calls one public function, prints."""

from __future__ import annotations

import sys

from tirelire import __version__


def main() -> None:
    """Run the command line; where an extra is missing, say in one line how to install it."""
    if sys.argv[1:] == ["--version"]:  # needs no extra
        print(__version__)
        return
    try:
        from tirelire.cli.app import run

        run()
    except ModuleNotFoundError as missing:
        from tirelire.cli.extras import install_line

        line = install_line(missing, sys.argv[1:])
        if line is None:
            raise
        print(line, file=sys.stderr)
        sys.exit(2)
