"""Players commit to their words before the match, and reveal them when it starts.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_JSON_LISTS = ("void_draws", "barred")


def upgrade() -> None:
    """Add commitments, the time to reveal, and draws that were given up.

    Words at tables that have not begun are dropped: everybody has seen them, so they hide nothing.
    """
    op.add_column(
        "seats", sa.Column("commitment", sa.String(64), server_default="", nullable=False)
    )
    op.add_column("tables", sa.Column("reveal_by", sa.BigInteger(), nullable=True))
    for name in _JSON_LISTS:
        op.add_column("tables", sa.Column(name, sa.JSON(), server_default="[]", nullable=False))
    op.execute(
        "UPDATE seats SET words = '' WHERE table_id IN "
        "(SELECT id FROM tables WHERE status = 'open')"
    )


def downgrade() -> None:
    """Drop them; a table that was starting is open again."""
    op.execute("UPDATE tables SET status = 'open', due = NULL WHERE status = 'starting'")
    # Not in a batch: SQLite would make the table anew, and drop all rows that refer to it.
    for name in ("reveal_by", *_JSON_LISTS):
        op.drop_column("tables", name)
    op.drop_column("seats", "commitment")
