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
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

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

GUESTS = Table(
    "guests",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("secret", String(64), nullable=False, unique=True),  # SHA-256 of what the guest holds
    Column("created", BigInteger, nullable=False),
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
    Column("status", String(8), nullable=False),  # open, running, over, closed
    Column("secret", String(64), nullable=False),  # what the deals are made from
    Column("version", Integer, nullable=False),  # grows with every change but moves
    Column("created", BigInteger, nullable=False),
    Column("begun", BigInteger),
    Column("due", BigInteger, index=True),  # house time at which something happens of itself
    Column("followed_by", _ID),  # the table of the rematch
    Index("ix_tables_shown", "listed", "status", "created"),
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
    Column("words", String(100), nullable=False),  # what the person adds to the deal
    Column("away", Boolean, nullable=False),  # a bot plays for the person
    Column("ready", Integer, nullable=False, server_default="0"),  # for the deal after this one
    Column("pawn", String(16), nullable=False, server_default=""),  # the colour chosen (C1)
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

TALK = Table(
    "talk",
    METADATA,
    Column("seq", _SEQUENCE, primary_key=True, autoincrement=True),
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_talk_of_table", "table_id", "seq"),
)

CLOCK = Table(
    "clock",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("house_time", BigInteger, nullable=False),  # milliseconds
)
"""One row: the latest house time that a process stored; see `clock.py`."""
