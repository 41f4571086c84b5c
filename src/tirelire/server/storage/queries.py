"""Statements for the database, each built once.

Building a statement takes longer than running it, and leaves a reference cycle for Python's garbage
collector, which stops the process.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Integer,
    Select,
    String,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    union,
    update,
)

from tirelire.server.storage.rows import BOT, FREE, IN_USE, PERSON, RUNNING, STARTING
from tirelire.server.storage.schema import (
    ARCHIVES,
    CLOCK,
    EVENTS,
    GUESTS,
    KEYS,
    MUTES,
    NOTICE_ADDRESSES,
    PROBES,
    SEATS,
    TABLES,
    TALK,
)

HOUR = 3_600_000
"""Milliseconds of house time in which the new guests of an origin are counted."""
_GUEST = bindparam("of_guest", type_=String)
_HASH = bindparam("of_hash", type_=String)
_KIND = bindparam("of_kind", type_=String)
_TABLE = bindparam("of_table", type_=String)
_SEAT = bindparam("of_seat", type_=Integer)
_ORIGIN = bindparam("of_origin", type_=String)
_LIMIT = bindparam("limit", type_=Integer)
_NOW = bindparam("now", type_=BigInteger)

HOUSE_TIME = select(CLOCK.c.house_time).where(CLOCK.c.id == 1)
_HOUSE_TIME = HOUSE_TIME.scalar_subquery()
_SINCE_NOW = func.coalesce(_HOUSE_TIME, bindparam("wall", type_=BigInteger))
"""House time; the wall clock in a house that was never open."""

PROBE = insert(PROBES)
"""Needs new pages: a file that cannot grow refuses it."""
END_PROBE = delete(PROBES)

# --- guests and their keys ----------------------------------------------------------------------

ADD_GUEST = insert(GUESTS).values(last_seen=_SINCE_NOW, arrived=_SINCE_NOW)
_OF_GUEST = (GUESTS.c.last_seen, GUESTS.c.muted, GUESTS.c.banned)
"""What is known of a guest whose credentials are looked up."""
GUEST_OF_SECRET: Select[Any] = select(GUESTS.c.id, *_OF_GUEST).where(GUESTS.c.secret == _HASH)
GUESTS_OF_SECRETS: Select[Any] = select(GUESTS.c.secret, GUESTS.c.id, *_OF_GUEST).where(
    GUESTS.c.secret.in_(bindparam("of_hashes", expanding=True))
)
GUEST = select(GUESTS.c.id).where(GUESTS.c.id == _GUEST)
GUESTS_OF_ORIGIN = (
    select(func.count())
    .select_from(GUESTS)
    .where(GUESTS.c.origin == _ORIGIN, GUESTS.c.arrived > _SINCE_NOW - HOUR)
)
DROP_GUEST = delete(GUESTS).where(GUESTS.c.id == _GUEST)
CHANGE_SECRET = update(GUESTS).where(GUESTS.c.id == _GUEST)

ADD_KEY = insert(KEYS)
NOTE_VISIT = (
    update(GUESTS).where(GUESTS.c.id == _GUEST, GUESTS.c.last_seen < _NOW).values(last_seen=_NOW)
)
KEY = (
    select(KEYS, *_OF_GUEST)
    .join(GUESTS, GUESTS.c.id == KEYS.c.guest)
    .where(KEYS.c.hash == _HASH, or_(KEYS.c.expires.is_(None), KEYS.c.expires > _NOW))
)
KEYS_OF_GUEST = (
    select(KEYS).where(KEYS.c.guest == _GUEST, KEYS.c.kind == _KIND).order_by(KEYS.c.created)
)
USE_KEY = (
    delete(KEYS)
    .where(KEYS.c.hash == _HASH, KEYS.c.kind == _KIND, KEYS.c.expires > _NOW)
    .returning(KEYS.c.guest)
)
DROP_KEY = delete(KEYS).where(KEYS.c.hash == _HASH, KEYS.c.guest == _GUEST)
DROP_ALL_KEYS = delete(KEYS).where(KEYS.c.guest == _GUEST)
DROP_DEVICES = delete(NOTICE_ADDRESSES).where(
    NOTICE_ADDRESSES.c.guest == _GUEST, NOTICE_ADDRESSES.c.kind != "email"
)
"""Browsers and programs that are told when it is a guest's turn."""

# --- tables -------------------------------------------------------------------------------------

_FOR_RETENTION = (TABLES.c.status_at, TABLES.c.is_archived)
"""Columns of a table that only `retention` reads."""
_COLUMNS = [column for column in TABLES.c if column not in set(_FOR_RETENTION)]
_NEWEST_FIRST = select(*_COLUMNS).order_by(TABLES.c.created.desc()).limit(_LIMIT)

ADD_TABLE = insert(TABLES).values(status_at=_SINCE_NOW)
ADD_SEATS = insert(SEATS)
TABLE = select(*_COLUMNS).where(TABLES.c.id == _TABLE)
SEATS_OF_TABLES = (
    select(SEATS)
    .where(SEATS.c.table_id.in_(bindparam("of_tables", expanding=True)))
    .order_by(SEATS.c.table_id, SEATS.c.seat)
)
LISTED = _NEWEST_FIRST.where(TABLES.c.listed, TABLES.c.status.in_(IN_USE))
_IS_OF_GUEST = TABLES.c.id.in_(
    union(
        select(SEATS.c.table_id).where(SEATS.c.guest == _GUEST),
        select(TABLES.c.id).where(TABLES.c.host == _GUEST),
    )
)
TABLES_OF_GUEST = _NEWEST_FIRST.where(_IS_OF_GUEST)
RAISE_VERSIONS = (
    update(TABLES)
    .where(
        TABLES.c.id.in_(
            select(TABLES.c.id)
            .where(_IS_OF_GUEST, TABLES.c.status.in_(IN_USE))
            # In the order in which the writer changes tables: they never wait for each other.
            .order_by(TABLES.c.id)
            .with_for_update(key_share=True)
        )
    )
    .values(version=TABLES.c.version + 1)
    .returning(TABLES.c.id, TABLES.c.version)
)
ALL_TABLES = _NEWEST_FIRST
TABLES_OF_STATUS = _NEWEST_FIRST.where(TABLES.c.status == bindparam("of_status"))
IDS_OF_STATUS = (
    select(TABLES.c.id)
    .where(TABLES.c.status == bindparam("of_status"))
    .order_by(TABLES.c.created, TABLES.c.id)
)
TABLE_OF_SECRET = select(TABLES.c.id).where(TABLES.c.secret == bindparam("of_secret"))
CHANGE_TABLE = (
    update(TABLES)
    .where(TABLES.c.id == _TABLE, TABLES.c.version == bindparam("of_version"))
    .values(
        status_at=case(
            (TABLES.c.status == bindparam("new_status", type_=String), TABLES.c.status_at),
            else_=func.coalesce(_HOUSE_TIME, TABLES.c.status_at),
        )
    )
)
ADOPT_RULES = update(TABLES).where(TABLES.c.id == _TABLE)
CHANGE_SEAT = update(SEATS).where(SEATS.c.table_id == _TABLE, SEATS.c.seat == _SEAT)
DROP_TABLE = (
    *(delete(rows).where(rows.c.table_id == _TABLE) for rows in (SEATS, EVENTS, ARCHIVES, TALK)),
    delete(TABLES).where(TABLES.c.id == _TABLE),
)
_OF_ORIGIN = select(func.count()).select_from(TABLES).where(TABLES.c.origin == _ORIGIN)
TABLES_OF_ORIGIN = _OF_ORIGIN.where(TABLES.c.status.in_(IN_USE))
_HAS_BOTS = exists().where(
    SEATS.c.table_id == TABLES.c.id, or_(SEATS.c.kind.in_((BOT, FREE)), SEATS.c.away)
)
"""Bots play there or will, also for people who are away."""
BOT_TABLES_OF_ORIGIN = _OF_ORIGIN.where(TABLES.c.status.in_((STARTING, RUNNING)), _HAS_BOTS)
_HAS_PLAYERS = exists().where(
    SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == PERSON, SEATS.c.away.is_(False)
)
BOT_TABLES_BEYOND_QUOTA = (
    select(TABLES.c.id)
    .where(TABLES.c.origin == _ORIGIN, TABLES.c.status == RUNNING, _HAS_BOTS)
    .order_by(case((_HAS_PLAYERS, 0), else_=1), TABLES.c.begun, TABLES.c.id)
    .limit(_LIMIT)
    .offset(bindparam("most", type_=Integer))
)
"""Tables of an origin with bots, but for the first `most`: of those at which people play, then of
the others, the oldest."""
COUNTS = select(TABLES.c.status, func.count()).group_by(TABLES.c.status)

# --- events and talk ----------------------------------------------------------------------------

ADD_EVENTS = insert(EVENTS)
EVENTS_AFTER = (
    select(EVENTS.c.number, EVENTS.c.text, EVENTS.c.client, EVENTS.c.at)
    .where(EVENTS.c.table_id == _TABLE, EVENTS.c.number > bindparam("after"))
    .order_by(EVENTS.c.number)
)
ARCHIVE = select(ARCHIVES.c.events).where(ARCHIVES.c.table_id == _TABLE)
_LAST_STORED = select(func.max(EVENTS.c.number)).where(EVENTS.c.table_id == TABLES.c.id)
_LAST_ARCHIVED = select(ARCHIVES.c.last).where(ARCHIVES.c.table_id == TABLES.c.id)
LAST_NUMBER = func.coalesce(_LAST_STORED.scalar_subquery(), _LAST_ARCHIVED.scalar_subquery())
LAST_EVENT = select(LAST_NUMBER).where(TABLES.c.id == _TABLE)
VERSIONS = select(
    TABLES.c.id,
    TABLES.c.version,
    LAST_NUMBER,
    select(func.max(TALK.c.seq)).where(TALK.c.table_id == TABLES.c.id).scalar_subquery(),
).where(TABLES.c.id.in_(bindparam("of_tables", expanding=True)))
ADD_TALK = insert(TALK).returning(TALK.c.seq)
LAST_TALK = (
    select(TALK.c.seq, TALK.c.seat, TALK.c.name, TALK.c.text, TALK.c.at)
    .where(
        TALK.c.table_id == _TABLE,
        ~exists().where(MUTES.c.guest == _GUEST, MUTES.c.muted == TALK.c.guest),
    )
    .order_by(TALK.c.seq.desc())
    .limit(_LIMIT)
)

# --- time ---------------------------------------------------------------------------------------

DUE = (
    select(TABLES.c.id, TABLES.c.due)
    .where(TABLES.c.due <= bindparam("until"))
    .order_by(TABLES.c.due)
    .limit(_LIMIT)
)
CLAIM = update(TABLES).where(TABLES.c.id == _TABLE, TABLES.c.due == bindparam("due_at"))
ADVANCE_HOUSE_TIME = (
    update(CLOCK)
    .where(CLOCK.c.id == 1)
    .values(house_time=case((CLOCK.c.house_time < _NOW, _NOW), else_=CLOCK.c.house_time))
    .returning(CLOCK.c.house_time)
)
