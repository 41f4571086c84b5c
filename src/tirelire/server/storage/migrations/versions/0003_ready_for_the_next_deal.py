"""People say when they are ready for the next deal.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_TABLES = sa.table("tables", sa.column("pace", sa.JSON))
_FORMER_USUAL = 8
"""Seconds between two deals, before they could be chosen on a page."""


def upgrade() -> None:
    """Add the readiness of each seat; the former usual pause becomes the present one."""
    op.add_column("seats", sa.Column("ready", sa.Integer(), server_default="0", nullable=False))
    _replace_pause(_FORMER_USUAL, None)


def downgrade() -> None:
    """Drop the readiness; a pause without an own limit has the former usual one."""
    _replace_pause(None, _FORMER_USUAL)
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("ready")


def _replace_pause(old: int | None, new: int | None) -> None:
    """Replace the pause in the pace of all tables; there are few different paces."""
    connection = op.get_bind()
    as_text = sa.cast(_TABLES.c.pace, sa.Text)
    for text in connection.scalars(sa.select(as_text).distinct()).all():
        pace: dict[str, Any] = json.loads(text)
        if pace["pause"] == old:
            change = sa.update(_TABLES).where(as_text == text)
            connection.execute(change.values(pace={**pace, "pause": new}))
