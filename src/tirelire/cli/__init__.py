"""The command line: each command parses, calls one public function, prints."""

from __future__ import annotations

import os
import sys

from tirelire import __version__

WITHOUT_TYPER = ("play",)
"""Commands that need no extra; the others are declared with Typer."""


def main() -> None:
    """Run the command line; where an extra is missing, say in one line how to install it."""
    words = sys.argv[1:]
    if words == ["--version"]:  # needs no extra
        print(__version__)
        return
    try:
        if words and words[0] in WITHOUT_TYPER and not _has_typer():
            from tirelire.cli.parameters import run_command

            run_command(words)
        else:
            from tirelire.cli.app import run

            run()
    except BrokenPipeError:  # the reader has gone, as after `| head`; Typer leaves in the same way
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except ModuleNotFoundError as missing:
        from tirelire.cli.extras import install_line

        line = install_line(missing, words)
        if line is None:
            raise
        print(line, file=sys.stderr)
        sys.exit(2)


def _has_typer() -> bool:
    try:
        import typer  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True
