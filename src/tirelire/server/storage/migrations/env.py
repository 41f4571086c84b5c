"""Brings the schema of a house up to date; run by `tirelire serve` before it listens."""

from __future__ import annotations

from alembic import context

from tirelire.server.storage.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
