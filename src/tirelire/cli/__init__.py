"""The command line: each command parses, calls one public function, prints."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from tirelire.cli.app import run

    run()
