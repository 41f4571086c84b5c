"""House time is stored itself, and no longer worked out from the wall clock.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Keep the house time at which the house was last seen alive.

    Links to another device expired by the wall clock, and do so by house time from now on.
    """
    op.execute(
        "UPDATE keys SET expires = expires - COALESCE((SELECT stopped FROM clock WHERE id = 1), 0)"
        " WHERE expires IS NOT NULL"
    )
    op.execute("UPDATE clock SET seen = seen - stopped")
    with op.batch_alter_table("clock", schema=None) as batch_op:
        batch_op.alter_column(
            "seen", new_column_name="house_time", existing_type=sa.BigInteger(), nullable=False
        )
        batch_op.drop_column("stopped")


def downgrade() -> None:
    """Take house time for the wall clock of a house that was never down."""
    with op.batch_alter_table("clock", schema=None) as batch_op:
        batch_op.alter_column(
            "house_time", new_column_name="seen", existing_type=sa.BigInteger(), nullable=False
        )
        batch_op.add_column(
            sa.Column("stopped", sa.BigInteger(), nullable=False, server_default="0")
        )
