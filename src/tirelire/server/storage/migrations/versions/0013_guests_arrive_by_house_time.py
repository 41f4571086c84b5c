"""New guests of an address are counted by house time, which no change of the wall clock moves.

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the arrivals. The newest guest arrives now, the others as long before as they did.

    So guests of the last hour go on being counted, even where the wall clock was wrong.
    """
    op.add_column(
        "guests", sa.Column("arrived", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.execute(
        "UPDATE guests SET arrived = created - (SELECT MAX(created) FROM guests)"
        " + COALESCE((SELECT house_time FROM clock WHERE id = 1), created)"
    )
    op.drop_index("ix_guests_origin", "guests")
    op.create_index("ix_guests_origin", "guests", ["origin", "arrived"])


def downgrade() -> None:
    """Count by the wall clock again."""
    op.drop_index("ix_guests_origin", "guests")
    op.create_index("ix_guests_origin", "guests", ["origin", "created"])
    op.drop_column("guests", "arrived")
