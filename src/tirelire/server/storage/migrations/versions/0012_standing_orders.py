"""Seats leave standing orders.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "standing_orders",
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guest", sa.String(24), nullable=False),
        sa.Column("orders", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_standing_orders_table_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["guest"], ["guests.id"], name="fk_standing_orders_guest", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_standing_orders"),
    )
    op.create_index("ix_standing_orders_guest", "standing_orders", ["guest"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("standing_orders")
