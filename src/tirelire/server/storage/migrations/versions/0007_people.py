"""Moderation: bans, mutes, removals from a table, and the authors of talk.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_SEATS = sa.table("seats", *map(sa.column, ("table_id", "seat", "guest", "name")))
_TALK = sa.table("talk", *map(sa.column, ("table_id", "seat", "guest", "name")))
_ADDED = {
    "talk": ("guest", "name"),
    "tables": ("removed",),
    "guests": ("muted", "banned", "network"),
}


def upgrade() -> None:
    """Add the columns and tables; what was said belongs to the person in that seat."""
    op.add_column(
        "guests", sa.Column("muted", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("guests", sa.Column("banned", sa.BigInteger()))
    op.add_column("guests", sa.Column("network", sa.String(64), server_default="", nullable=False))
    op.add_column("tables", sa.Column("removed", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("talk", sa.Column("guest", sa.String(24)))
    op.add_column("talk", sa.Column("name", sa.String(40), server_default="", nullable=False))
    op.create_index("ix_talk_guest", "talk", ["guest"])
    for column in ("guest", "name"):
        author = sa.select(_SEATS.c[column]).where(
            _SEATS.c.table_id == _TALK.c.table_id, _SEATS.c.seat == _TALK.c.seat
        )
        op.execute(sa.update(_TALK).values({column: author.scalar_subquery()}))
    op.create_table(
        "mutes",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("guest", sa.String(24), nullable=False),
        sa.Column("muted", sa.String(24), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(
            ["guest"], ["guests.id"], name="fk_mutes_guest", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["muted"], ["guests.id"], name="fk_mutes_muted", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_mutes"),
        sa.UniqueConstraint("guest", "muted", name="uq_mutes_guest_muted"),
    )
    op.create_index("ix_mutes_muted", "mutes", ["muted"])
    op.create_table(
        "network_bans",
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("network", name="pk_network_bans"),
    )
    op.create_table(
        "house_keys",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_house_keys"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("house_keys", "network_bans", "mutes"):
        op.drop_table(table)
    op.drop_index("ix_talk_guest", "talk")
    for table, columns in _ADDED.items():
        for column in columns:
            op.drop_column(table, column)
