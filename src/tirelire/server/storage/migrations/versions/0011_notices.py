"""Guests are told that it is their turn: addresses, notices, quiet hours.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables, and when notices were last looked after."""
    op.add_column(
        "clock", sa.Column("noticed", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.create_table(
        "notice_addresses",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("guest", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("keys", sa.JSON(), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("is_confirmed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("hour", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("sent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["guest"], ["guests.id"], name="fk_notice_addresses_guest", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_notice_addresses"),
    )
    op.create_index("ix_notice_addresses_guest", "notice_addresses", ["guest"])
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("address", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), server_default="0", nullable=False),
        sa.Column("version", sa.Integer(), server_default="-1", nullable=False),
        sa.Column("turn", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due", sa.BigInteger()),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("told_at", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_notices_table_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["address"], ["notice_addresses.id"], name="fk_notices_address", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "address", name="pk_notices"),
    )
    op.create_index("ix_notices_address", "notices", ["address"])
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_table(
        "quiet_hours",
        sa.Column("guest", sa.String(24), nullable=False),
        sa.Column("starts", sa.Integer(), nullable=False),
        sa.Column("ends", sa.Integer(), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["guest"], ["guests.id"], name="fk_quiet_hours_guest", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guest", name="pk_quiet_hours"),
    )
    op.create_table(
        "mail_attempts",
        sa.Column("id", _SEQUENCE, autoincrement=True, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mail_attempts"),
    )
    op.create_index("ix_mail_attempts_key", "mail_attempts", ["key"])


def downgrade() -> None:
    """Drop them."""
    for table in ("mail_attempts", "quiet_hours", "notices", "notice_addresses"):
        op.drop_table(table)
    op.drop_column("clock", "noticed")
