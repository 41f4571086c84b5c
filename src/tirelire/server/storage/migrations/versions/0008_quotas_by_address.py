"""Guests and tables are counted by a keyed hash of the address that they come from.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the origins; what was there before has none, and counts for no address."""
    for table, second in (("guests", "created"), ("tables", "status")):
        op.add_column(table, sa.Column("origin", sa.String(64), server_default="", nullable=False))
        op.create_index(f"ix_{table}_origin", table, ["origin", second])


def downgrade() -> None:
    """Drop the origins."""
    for table in ("guests", "tables"):
        op.drop_index(f"ix_{table}_origin", table)
        op.drop_column(table, "origin")
