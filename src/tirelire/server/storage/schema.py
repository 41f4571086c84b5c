"""What the house keeps: one schema for SQLite and PostgreSQL.

A table's match is an append-only log of events; no two events of a table have the same number, and
no two the same client id. Everything else can be made anew from it.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

SCHEMA_VERSION = "0013"
"""The newest script in `migrations/versions`."""
METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
_SEQUENCE = BigInteger().with_variant(Integer, "sqlite")
_ID = String(24)
_ORIGIN = String(64)
"""Keyed hash of an address: it can be counted, not read."""

GUESTS = Table(
    "guests",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("secret", String(64), nullable=False, unique=True),  # SHA-256 of what the guest holds
    Column("created", BigInteger, nullable=False),
    Column("origin", _ORIGIN, nullable=False, server_default=""),
    Column("arrived", BigInteger, nullable=False, server_default="0"),  # house time
    Index("ix_guests_origin", "origin", "arrived"),
    Column("last_seen", BigInteger, nullable=False, server_default="0"),  # house time, to the day
    Index("ix_guests_last_seen", "last_seen"),
    Column("muted", Boolean, nullable=False, server_default=false()),  # by the owner of the house
    Column("banned", BigInteger),  # until when, by the wall clock
    Column("network", String(64), nullable=False, server_default=""),  # keyed hash, of the last
)
"""Identities: the holder of the secret is this guest."""

KEYS = Table(
    "keys",
    METADATA,
    Column("hash", String(64), primary_key=True),  # SHA-256 of the key
    Column("guest", _ID, ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # token: for programs; move: to another device, once
    Column("scopes", String(80), nullable=False),
    Column("label", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),  # house time
)
"""Bearer tokens for programs, and one-time links that move a guest to another device."""

TABLES = Table(
    "tables",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("pace", JSON, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("talk", Boolean, nullable=False),  # whether people may talk
    Column("level", String(40), nullable=False),  # the bot that plays for absent players
    Column("host", _ID, ForeignKey("guests.id"), nullable=False, index=True),
    Column("status", String(8), nullable=False),  # open, starting, running, over, closed
    Column("secret", String(64), nullable=False),  # what the deals are made from
    Column("version", Integer, nullable=False),  # grows with every change but moves
    Column("created", BigInteger, nullable=False),
    Column("begun", BigInteger),
    Column("due", BigInteger, index=True),  # house time at which something happens of itself
    Column("followed_by", _ID),  # the table of the rematch
    Column("origin", _ORIGIN, nullable=False, server_default=""),
    Column("rules", Integer, nullable=False, server_default="0"),  # version of the rules
    Column("status_at", BigInteger, nullable=False, server_default="0"),  # house time
    Column("is_archived", Boolean, nullable=False, server_default=false()),
    Column("reveal_by", BigInteger),  # house time until which words are awaited
    Column("void_draws", JSON, nullable=False, server_default="[]"),  # draws that were given up
    Column("barred", JSON, nullable=False, server_default="[]"),  # guests who gave up a draw
    Column("removed", JSON, nullable=False, server_default="[]"),  # guests whom the host removed
    Index("ix_tables_shown", "listed", "status", "created"),
    Index("ix_tables_age", "status", "is_archived", "status_at"),
    Index("ix_tables_origin", "origin", "status"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, person, bot
    Column("guest", _ID, ForeignKey("guests.id"), index=True),
    Column("name", String(40), nullable=False),
    Column("bot", String(40), nullable=False),  # which bot, for a bot's seat
    Column("words", String(100), nullable=False),  # what the person revealed for the deal
    Column("away", Boolean, nullable=False),  # a bot plays for the person
    Column("ready", Integer, nullable=False, server_default="0"),  # for the deal after this one
    Column("pawn", String(16), nullable=False, server_default=""),  # the colour chosen (C1)
    Column("commitment", String(64), nullable=False, server_default=""),  # hash of the words
    Column("face", String(16), nullable=False, server_default=""),  # the picture chosen
    Column("colour", Integer, nullable=False, server_default="-1"),  # the colour chosen
)

EVENTS = Table(
    "events",
    METADATA,
    Column("seq", _SEQUENCE, primary_key=True, autoincrement=True),
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("client", String(64)),  # made by the client, so that a move sent twice is made once
    Column("text", Text, nullable=False),  # as in a record
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "number"),
    UniqueConstraint("table_id", "client"),
)

ARCHIVES = Table(
    "archives",
    METADATA,
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("last", Integer, nullable=False),  # the number of the last event
    Column("events", LargeBinary, nullable=False),  # see `rows.pack`
)
"""The events of finished matches, packed into one row each."""

TALK = Table(
    "talk",
    METADATA,
    Column("seq", _SEQUENCE, primary_key=True, autoincrement=True),
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("guest", _ID, index=True),  # who said it, while the house knows them
    Column("name", String(40), nullable=False, server_default=""),  # as they were called
    Index("ix_talk_of_table", "table_id", "seq"),
)

PROBES = Table(
    "probes",
    METADATA,
    Column("id", _SEQUENCE, primary_key=True, autoincrement=True),
    Column("filler", Text, nullable=False),
)
"""Always empty: a row is stored and removed to find out whether there is room."""
MUTES = Table(
    "mutes",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("guest", _ID, ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),  # reader
    Column("muted", _ID, ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(40), nullable=False),  # as the muted guest was called then
    UniqueConstraint("guest", "muted"),
)
"""Whose talk a reader does not want to get."""

NETWORK_BANS = Table(
    "network_bans",
    METADATA,
    Column("network", String(64), primary_key=True),  # keyed hash
    Column("until", BigInteger, nullable=False),  # wall clock
)

HOUSE_KEYS = Table(
    "house_keys",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)
"""Secrets of the house: the key with which addresses are hashed."""

CLOCK = Table(
    "clock",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("house_time", BigInteger, nullable=False),  # milliseconds
    Column("pruned", BigInteger, nullable=False, server_default="0"),  # house time
    Column("noticed", BigInteger, nullable=False, server_default="0"),  # house time
)
"""One row: the latest house time that a process stored, see `clock.py`, when old rows were last
removed, see `retention.py`, and when notices were last looked after, see `notices`."""

SHARED_PADS = Table(
    "shared_pads",
    METADATA,
    Column("id", _ID, primary_key=True),  # who knows it may send a hand
    Column("key", String(64), nullable=False),  # SHA-256 of what the owner of the pad holds
    Column("origin", _ORIGIN, nullable=False, index=True),
    Column("about", JSON, nullable=False),  # game, names, options, the deal that is entered
    Column("expires", BigInteger, nullable=False, index=True),  # house time
)
"""Score pads to which friends send the hands that they hold at a real table."""

SENT_HANDS = Table(
    "sent_hands",
    METADATA,
    Column("pad", _ID, ForeignKey("shared_pads.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("deal", Integer, nullable=False),
    Column("version", Integer, nullable=False),  # grows with every hand that is sent
    Column("hand", JSON, nullable=False),
)
"""The hand that was sent last for each seat of a shared pad."""

NOTICE_ADDRESSES = Table(
    "notice_addresses",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("guest", _ID, ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # push, email, webhook
    Column("address", Text, nullable=False),  # endpoint of a browser, e-mail address, URL
    Column("keys", JSON, nullable=False),  # with which a browser decrypts
    Column("lang", String(2), nullable=False),
    Column("is_confirmed", Boolean, nullable=False),  # by the link in the first e-mail
    Column("created", BigInteger, nullable=False),  # house time
    Column("hour", BigInteger, nullable=False, server_default="0"),  # hour of house time
    Column("sent", Integer, nullable=False, server_default="0"),  # messages in that hour
    Column("failures", Integer, nullable=False, server_default="0"),  # messages given up in a row
)
"""Where guests want to be told that it is their turn."""

NOTICES = Table(
    "notices",
    METADATA,
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "address",
        _ID,
        ForeignKey("notice_addresses.id", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
    Column("number", Integer, nullable=False, server_default="0"),  # last event looked at,
    Column("version", Integer, nullable=False, server_default="-1"),  # and the table's version
    Column("turn", Integer, nullable=False, server_default="0"),  # the turn that is told of
    Column("due", BigInteger, index=True),  # house time of the next try; none: nothing to tell
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("told_at", BigInteger, nullable=False, server_default="0"),  # house time
)
"""Which addresses are told of which table, and the message that each waits for."""

QUIET_HOURS = Table(
    "quiet_hours",
    METADATA,
    Column("guest", _ID, ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("starts", Integer, nullable=False),  # minutes after midnight
    Column("ends", Integer, nullable=False),
    Column("zone", String(64), nullable=False),  # time zone, as IANA calls it
)
"""When guests are not told of anything."""

MAIL_ATTEMPTS = Table(
    "mail_attempts",
    METADATA,
    Column("id", _SEQUENCE, primary_key=True, autoincrement=True),
    Column("key", String(64), nullable=False, index=True),  # keyed hash: recipient or network
    Column("at", BigInteger, nullable=False),  # house time
)
"""E-mails that asked for a confirmation within the last day, to limit them."""

STANDING_ORDERS = Table(
    "standing_orders",
    METADATA,
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", _ID, ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("orders", JSON, nullable=False),  # values by name, as the game calls them
)
"""What seats have ordered the house to answer for them. Not in `seats`: a change must not raise the
version of the table, which everybody sees."""
