"""People choose the colour of their pawn (C1).

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the colour that was chosen; nothing stands for the usual one."""
    op.add_column("seats", sa.Column("pawn", sa.String(16), server_default="", nullable=False))


def downgrade() -> None:
    """Drop the colours."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("pawn")
