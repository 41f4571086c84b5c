"""Friends enter their own hands into somebody's score pad.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add shared pads, and the hands that were sent to them."""
    op.create_table(
        "shared_pads",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("origin", sa.String(64), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shared_pads"),
    )
    op.create_index("ix_shared_pads_origin", "shared_pads", ["origin"])
    op.create_index("ix_shared_pads_expires", "shared_pads", ["expires"])
    op.create_table(
        "sent_hands",
        sa.Column("pad", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("hand", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pad"], ["shared_pads.id"], name="fk_sent_hands_pad", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("pad", "seat", name="pk_sent_hands"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("sent_hands")
    op.drop_table("shared_pads")
