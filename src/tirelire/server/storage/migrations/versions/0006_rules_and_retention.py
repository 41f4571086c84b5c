"""The rules of each table, the archive, and the times by which old rows are removed.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_RULES = 2
"""The version by which all tables were replayed until now."""
_HOUSE_TIME = "COALESCE((SELECT house_time FROM clock WHERE id = 1), created)"
_EVENTS = sa.table(
    "events",
    *(sa.column(name) for name in ("table_id", "number", "text", "client", "at")),
)
_ARCHIVES = sa.table(
    "archives", sa.column("table_id"), sa.column("last"), sa.column("events", sa.LargeBinary)
)
_MOST_AT_ONCE = 100


def upgrade() -> None:
    """Add the columns, and fill them from what is stored.

    Guests count as seen now. A match that is over ended with its last event; that a table is open
    or closed is known since now, so that nothing is removed too early.
    """
    op.add_column("tables", sa.Column("rules", sa.Integer(), server_default="0", nullable=False))
    op.add_column(
        "tables", sa.Column("status_at", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.add_column(
        "tables", sa.Column("is_archived", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column(
        "guests", sa.Column("last_seen", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.add_column("clock", sa.Column("pruned", sa.BigInteger(), server_default="0", nullable=False))
    op.create_table(
        "archives",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_archives_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_archives")),
    )
    op.create_table(
        "probes",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("filler", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_probes")),
    )
    op.execute(f"UPDATE tables SET rules = {_RULES}, status_at = {_HOUSE_TIME}")
    # The times of imported events are 0.
    op.execute(
        "UPDATE tables SET status_at = ended.at FROM"
        " (SELECT table_id, MAX(at) AS at FROM events GROUP BY table_id) AS ended"
        " WHERE ended.table_id = tables.id AND tables.status = 'over' AND ended.at > 0"
    )
    op.execute(f"UPDATE guests SET last_seen = {_HOUSE_TIME}")
    op.create_index("ix_tables_age", "tables", ["status", "is_archived", "status_at"])
    op.create_index("ix_guests_last_seen", "guests", ["last_seen"])


def downgrade() -> None:
    """Unpack the archive, and drop what was added."""
    connection = op.get_bind()
    while rows := connection.execute(sa.select(_ARCHIVES).limit(_MOST_AT_ONCE)).all():
        for table, _, packed in rows:
            events = json.loads(zlib.decompress(packed))
            values = [{"table_id": table, **event} for event in events]
            connection.execute(sa.insert(_EVENTS), values)
            connection.execute(sa.delete(_ARCHIVES).where(_ARCHIVES.c.table_id == table))
    op.drop_table("probes")
    op.drop_table("archives")
    op.drop_index("ix_guests_last_seen", "guests")
    op.drop_index("ix_tables_age", "tables")
    # Not by making the table anew: on SQLite that would delete all rows that refer to it.
    for table, names in (
        ("clock", ["pruned"]),
        ("guests", ["last_seen"]),
        ("tables", ["is_archived", "status_at", "rules"]),
    ):
        for name in names:
            op.drop_column(table, name)
