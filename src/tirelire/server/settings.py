"""How a house is run: from the command line, the environment, or a TOML file, in this order.

The supervisor reads it too: what checks settings is imported where it is needed.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tirelire.core.errors import OptionError
from tirelire.core.reading import read_text
from tirelire.core.refusals import Refusal

if TYPE_CHECKING:
    from tirelire.server.storage.retention import Periods

PREFIX = "TIRELIRE_"
INHERITED = "TIRELIRE_SETTINGS"
"""The environment variable in which worker processes find the settings, as JSON."""

REDIS = ("redis://", "rediss://", "unix://")
"""How a URL of Redis begins."""
_PUBLIC_URL = re.compile(r"https?://[\w.-]+(?::\d{1,5})?/?", re.ASCII)
_WORDS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
_HIGHEST = {"port": 65_535, "connections": 65_535}
"""The highest number of a setting, where it is not the usual one."""
_USUAL_HIGHEST = 10_000
_DAYS = "_days"
"""How settings end that may be 0."""
_LONGEST = 5
"""Digits of the highest number that a setting can have."""


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
    address_requests: int = 100
    """Requests of one address that may wait for their answers at once, streams not counted."""
    address_streams: int = 200
    """Streams that one address may have open at once."""
    guest_streams: int = 20
    """Streams that one guest may have open at once."""
    address_connections: int = 1000
    """Connections that one address may have open at once, with one process; on Linux."""
    address_guests: int = 200
    """New guests that may come from one address within an hour."""
    address_tables: int = 100
    """Tables that are open or running, and were set from one address."""
    address_bot_tables: int = 30
    """Tables with bots that are running, and were set from one address."""
    connections: int = 10_000
    """Connections that one process may have open at once."""
    header_timeout: int = 5
    """Seconds in which the headers of a request must arrive; idle connections are closed then."""
    body_timeout: int = 10
    """Seconds in which the body of a request must arrive."""
    send_timeout: int = 30
    """Seconds after which a client that takes nothing of what is sent is cut off; on Linux."""
    watchers: str = "127.0.0.0/8, ::1"
    """Addresses and networks from which `/metrics` may be read, separated by commas."""
    proxies: str = "127.0.0.0/8, ::1"
    """Addresses and networks of the proxies that are believed who asks, with `tls`."""
    hosts: str = ""
    """Names under which the house may be asked for, separated by commas; empty: any."""
    guest_days: int = 400
    """Days for which a guest is kept who does not come; 0, here and below: for ever."""
    open_days: int = 7
    """Days after which a table is closed that was not started."""
    stalled_days: int = 0
    """Days without a move after which a running match is closed."""
    closed_days: int = 30
    """Days for which a closed table is kept."""
    talk_days: int = 30
    """Days for which talk is kept after its match."""
    archive_days: int = 30
    """Days after which a finished match is archived."""
    finished_days: int = 0
    """Days for which a finished match is kept."""
    public_url: str = ""
    """Where people reach the house, as links in messages say; empty: no messages are sent."""
    push_key: str = ""
    """The private key of the house for messages by browsers (VAPID); empty: none are sent."""
    smtp: str = ""
    """How e-mails are sent: a URL of SMTP; empty: none are sent."""
    mail_from: str = ""
    """The address from which e-mails are sent."""
    webhooks: bool = False
    """Whether guests may be told by a request to a URL of theirs."""
    private_notices: bool = False
    """Whether such URLs may lead into the own network, or be of plain HTTP."""

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

    @property
    def periods(self) -> Periods:
        """The days for which things are kept."""
        from tirelire.server.storage.retention import Periods

        return Periods(**{field.name: getattr(self, field.name) for field in fields(Periods)})

    def to_json(self) -> str:
        """Write the settings for a worker process."""
        return json.dumps(asdict(self))


def data_folder() -> Path:
    """Return the folder for the user's data."""
    base = os.environ.get("XDG_DATA_HOME")
    try:
        return (Path(base) if base else Path.home() / ".local" / "share") / "tirelire"
    except RuntimeError:  # an account without a home, and no HOME
        raise OptionError(Refusal("no_home")) from None


def inherited_settings() -> Settings:
    """Read the settings that the serving process handed down, or those of the environment."""
    text = os.environ.get(INHERITED)
    return Settings(**json.loads(text)) if text else read_settings({}, None)


def read_settings(given: Mapping[str, Any], file: Path | None) -> Settings:
    """Put the settings together; what is given counts before the environment and the file."""
    from tirelire.server.http.addresses import read_hosts, read_networks
    from tirelire.server.storage.database import check_url

    values: dict[str, Any] = {}
    if file is not None:
        try:
            values.update(tomllib.loads(read_text(file)))
        except tomllib.TOMLDecodeError as error:
            raise OptionError(Refusal("no_toml", path=file, why=error)) from None
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
    check_url(settings.database)
    if settings.redis:
        _check_redis(settings.redis)
    _check_notices(settings)
    for name, read in (
        ("watchers", read_networks),
        ("proxies", read_networks),
        ("hosts", read_hosts),
    ):
        text = getattr(settings, name)
        try:
            read(text)
        except ValueError:
            raise OptionError(Refusal(name, text=text[:80])) from None
    return settings


def _check_redis(url: str) -> None:
    """Refuse what is no URL of Redis, and any where its package is not installed."""
    from tirelire.server.storage.database import without_password

    wrong = OptionError(Refusal("redis", url=without_password(url)[:80]))
    if not url.startswith(REDIS):
        raise wrong
    if find_spec("redis") is None:
        raise OptionError(Refusal("no_redis"))
    from redis.asyncio.connection import parse_url

    try:
        parse_url(url)
    except ValueError:
        raise wrong from None


def _check_notices(settings: Settings) -> None:
    """Refuse settings with which no message could be sent; what is secret is not printed."""
    url = settings.public_url
    if url and not _PUBLIC_URL.fullmatch(url):
        raise OptionError(Refusal("public_url", url=url[:80]))
    if (settings.push_key or settings.smtp or settings.webhooks) and not url:
        raise OptionError(Refusal("no_public_url"))
    if settings.push_key:
        if find_spec("pywebpush") is None:
            raise OptionError(Refusal("no_push"))
        from tirelire.server.notices.channels import check_push_key

        try:
            check_push_key(settings.push_key)
        except ValueError:
            raise OptionError(Refusal("push_key")) from None
    if settings.smtp:
        from tirelire.server.notices.channels import MailServer
        from tirelire.server.storage.database import without_password

        try:
            MailServer.read(settings.smtp, settings.mail_from)
        except ValueError:
            url = without_password(settings.smtp)[:80]
            raise OptionError(Refusal("smtp", url=url)) from None


def _fitting(name: str, value: Any, usual: Any) -> Any:
    """Turn a setting into the type that it has."""
    text = str(value).lower()
    if isinstance(usual, bool):
        if text in _WORDS:
            return _WORDS[text]
        raise OptionError(Refusal("range", name=name, allowed="true | false"))
    if isinstance(usual, int):
        high = _HIGHEST.get(name, _USUAL_HIGHEST)
        low = 0 if name.endswith(_DAYS) else 1
        if text.isdecimal() and len(text) <= _LONGEST and low <= int(text) <= high:
            return int(text)
        raise OptionError(Refusal("range", name=name, allowed=f"{low}–{high}"))
    if not isinstance(value, str):
        raise OptionError(Refusal("not_text", name=name))
    return value
