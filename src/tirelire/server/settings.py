"""How a house is run: from the command line, the environment, or a TOML file, in this order."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

PREFIX = "TIRELIRE_"
HANDED_DOWN = "TIRELIRE_SETTINGS"
"""The environment variable in which worker processes find the settings, as JSON."""

REDIS = ("redis://", "rediss://", "unix://")
"""How a URL of Redis begins."""


@dataclass(frozen=True)
class Settings:
    """All settings of a house; each is also an option of `tirelire serve`."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = 8000
    """Port to listen on."""
    db: str = ""
    """Where everything is kept: a URL of SQLite or PostgreSQL; a file of the user's by default."""
    redis: str = ""
    """Where several processes hear of each other; without, they look into the database."""
    workers: int = 1
    """Processes."""
    tls: bool = False
    """Whether people reach the house by HTTPS, through a proxy: cookies are then for HTTPS only."""
    shared: bool = False
    """Whether other processes than these workers use the same database."""
    rate: int = 20
    """Requests a second that one guest, or one address without a guest, may make for long."""

    @property
    def database(self) -> str:
        """The URL of the database."""
        if self.db:
            return self.db
        return f"sqlite:///{data_folder() / 'house.sqlite'}"

    @property
    def is_shared(self) -> bool:
        """Whether several processes may change the same tables."""
        return self.workers > 1 or bool(self.redis) or self.shared

    def hand_down(self) -> str:
        """Write the settings for a worker process."""
        return json.dumps(asdict(self))


def data_folder() -> Path:
    """Return the folder for the user's data."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tirelire"


def handed_down() -> Settings:
    """Read the settings that the serving process handed down, or those of the environment."""
    text = os.environ.get(HANDED_DOWN)
    return Settings(**json.loads(text)) if text else gather({}, None)


def gather(given: Mapping[str, Any], file: Path | None) -> Settings:
    """Put the settings together; what is given counts before the environment and the file."""
    values: dict[str, Any] = {}
    if file is not None:
        try:
            values.update(tomllib.loads(file.read_text("utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise OptionError(f"{file}: {error}") from None
    names = {field.name for field in fields(Settings)}
    for name in names:
        text = os.environ.get(PREFIX + name.upper())
        if text is not None:
            values[name] = text
    values.update({name: value for name, value in given.items() if value is not None})
    unknown = sorted(set(values) - names)
    if unknown:
        allowed = ", ".join(sorted(names))
        raise OptionError(Refusal("setting", name=unknown[0][:40], allowed=allowed))
    settings = Settings()
    for name, value in values.items():
        settings = replace(settings, **{name: _fitting(name, value, getattr(settings, name))})
    if settings.redis and not settings.redis.startswith(REDIS):
        raise OptionError(Refusal("redis", url=settings.redis[:80]))
    if settings.redis and find_spec("redis") is None:
        raise OptionError(Refusal("no_redis"))
    return settings


def _fitting(name: str, value: Any, usual: Any) -> Any:
    """Turn a setting into the type that it has."""
    allowed = type(usual).__name__
    if isinstance(usual, bool):
        words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
        if isinstance(value, bool):
            return value
        if str(value).lower() in words:
            return words[str(value).lower()]
    elif isinstance(usual, int):
        low, high = (0, 65535) if name == "port" else (1, 10_000)
        if str(value).isdecimal() and low <= int(value) <= high:
            return int(value)
        allowed = f"{low}–{high}"
    elif isinstance(value, str):
        return value
    raise OptionError(Refusal("range", name=name, allowed=allowed))
