"""What is asked of the database: every question is written once.

Written anew each time it is asked, a question takes longer to write than to answer, and leaves a
knot of objects that only Python's collector unties, while everybody waits.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Integer,
    String,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    union,
    update,
)

from tirelire.server.storage.rows import OPEN, RUNNING
from tirelire.server.storage.schema import CLOCK, EVENTS, GUESTS, KEYS, SEATS, TABLES, TALK

_GUEST = bindparam("of_guest", type_=String)
_HASH = bindparam("of_hash", type_=String)
_KIND = bindparam("of_kind", type_=String)
_TABLE = bindparam("of_table", type_=String)
_SEAT = bindparam("of_seat", type_=Integer)
_LIMIT = bindparam("limit", type_=Integer)
_NOW = bindparam("now", type_=BigInteger)

# --- guests and their keys ----------------------------------------------------------------------

ADD_GUEST = insert(GUESTS)
GUEST_OF_SECRET = select(GUESTS.c.id).where(GUESTS.c.secret == _HASH)
GUEST = select(GUESTS.c.id).where(GUESTS.c.id == _GUEST)
DROP_GUEST = delete(GUESTS).where(GUESTS.c.id == _GUEST)
CHANGE_SECRET = update(GUESTS).where(GUESTS.c.id == _GUEST)

ADD_KEY = insert(KEYS)
KEY = select(KEYS).where(KEYS.c.hash == _HASH, or_(KEYS.c.expires.is_(None), KEYS.c.expires > _NOW))
KEYS_OF_GUEST = (
    select(KEYS).where(KEYS.c.guest == _GUEST, KEYS.c.kind == _KIND).order_by(KEYS.c.created)
)
USE_KEY = (
    delete(KEYS)
    .where(KEYS.c.hash == _HASH, KEYS.c.kind == _KIND, KEYS.c.expires > _NOW)
    .returning(KEYS.c.guest)
)
DROP_KEY = delete(KEYS).where(KEYS.c.hash == _HASH, KEYS.c.guest == _GUEST)
DROP_KEYS = delete(KEYS).where(KEYS.c.guest == _GUEST, KEYS.c.kind == _KIND)

# --- tables -------------------------------------------------------------------------------------

_NEWEST_FIRST = select(TABLES).order_by(TABLES.c.created.desc()).limit(_LIMIT)

ADD_TABLE = insert(TABLES)
ADD_SEATS = insert(SEATS)
TABLE = select(TABLES).where(TABLES.c.id == _TABLE)
SEATS_OF_TABLES = (
    select(SEATS)
    .where(SEATS.c.table_id.in_(bindparam("of_tables", expanding=True)))
    .order_by(SEATS.c.table_id, SEATS.c.seat)
)
LISTED = _NEWEST_FIRST.where(TABLES.c.listed, TABLES.c.status.in_((OPEN, RUNNING)))
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
            .where(_IS_OF_GUEST, TABLES.c.status.in_((OPEN, RUNNING)))
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
CHANGE_TABLE = update(TABLES).where(
    TABLES.c.id == _TABLE, TABLES.c.version == bindparam("of_version")
)
CHANGE_SEAT = update(SEATS).where(SEATS.c.table_id == _TABLE, SEATS.c.seat == _SEAT)
DROP_TABLE = (
    *(delete(rows).where(rows.c.table_id == _TABLE) for rows in (SEATS, EVENTS, TALK)),
    delete(TABLES).where(TABLES.c.id == _TABLE),
)
COUNTS = select(TABLES.c.status, func.count()).group_by(TABLES.c.status)

# --- events and talk ----------------------------------------------------------------------------

ADD_EVENTS = insert(EVENTS)
EVENTS_AFTER = (
    select(EVENTS.c.number, EVENTS.c.text, EVENTS.c.client, EVENTS.c.at)
    .where(EVENTS.c.table_id == _TABLE, EVENTS.c.number > bindparam("after"))
    .order_by(EVENTS.c.number)
)
LAST_EVENT = select(func.max(EVENTS.c.number)).where(EVENTS.c.table_id == _TABLE)
MARKS = select(
    TABLES.c.id,
    TABLES.c.version,
    select(func.max(EVENTS.c.number)).where(EVENTS.c.table_id == TABLES.c.id).scalar_subquery(),
    select(func.max(TALK.c.seq)).where(TALK.c.table_id == TABLES.c.id).scalar_subquery(),
).where(TABLES.c.id.in_(bindparam("of_tables", expanding=True)))
ADD_TALK = insert(TALK).returning(TALK.c.seq)
LAST_TALK = (
    select(TALK.c.seq, TALK.c.seat, TALK.c.text, TALK.c.at)
    .where(TALK.c.table_id == _TABLE)
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
HOUSE_TIME = select(CLOCK.c.house_time).where(CLOCK.c.id == 1)
ADVANCE_HOUSE_TIME = (
    update(CLOCK)
    .where(CLOCK.c.id == 1)
    .values(house_time=case((CLOCK.c.house_time < _NOW, _NOW), else_=CLOCK.c.house_time))
    .returning(CLOCK.c.house_time)
)
