"""Extras of the package: which one brings a module that is missing, and the line to type."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

MODULES = {
    "cli": ("typer", "rich", "matplotlib", "openskill", "jinja2"),
    "house": (
        *("typer", "rich", "jinja2", "starlette", "granian", "msgspec", "sqlalchemy", "alembic"),
        *("uvloop", "greenlet"),
    ),
    "research": ("gymnasium", "pettingzoo", "matplotlib"),
    "openspiel": ("pyspiel", "open_spiel"),
    "machines": ("asyncpg", "redis"),
    "notify": ("cryptography", "py_vapid", "pywebpush"),
    "cluster": ("distributed",),
}
"""The modules that each extra brings; of several extras the first is named."""
HOUSE_COMMANDS = frozenset(("serve", "load", "export", "backup", "import", "house", "upgrade"))
"""Commands that need the server; `tirelire[house]` brings all that they need."""


def need(module: str) -> None:
    """Raise the error of a missing module now, before long work whose end needs it."""
    if find_spec(module) is None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)


def extra_of(module: str, command: str) -> str | None:
    """Return the extra that brings a module for a command, or None for any other module.

    >>> extra_of("typer", "serve"), extra_of("typer.core", "play"), extra_of("yaml", "play")
    ('house', 'cli', None)
    """
    name = module.partition(".")[0]
    found = [extra for extra, modules in MODULES.items() if name in modules]
    if command in HOUSE_COMMANDS and "house" in found:
        return "house"
    return found[0] if found else None


def install_line(missing: ModuleNotFoundError, arguments: Sequence[str]) -> str | None:
    """Say what to type to install a missing module; None where no extra brings it."""
    from tirelire.core.texts import language, say

    command = next((word for word in arguments if not word.startswith("-")), "")
    extra = extra_of(missing.name or "", command)
    if extra is None:
        return None
    called = f"tirelire {command}".strip()
    return say(language(), "cli.extra", command=called, extra=extra)
