"""People choose a face and a colour.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what was chosen; those who sit already have chosen nothing."""
    op.add_column("seats", sa.Column("face", sa.String(16), server_default="", nullable=False))
    op.add_column("seats", sa.Column("colour", sa.Integer(), server_default="-1", nullable=False))


def downgrade() -> None:
    """Drop what was chosen."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("face")
        batch_op.drop_column("colour")
