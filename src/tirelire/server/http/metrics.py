"""Metrics in the format of Prometheus; they name no guest and no table."""

from __future__ import annotations

from collections import Counter
from time import monotonic

from tirelire.server.tables.house import House


class Metrics:
    """Counts, and writes the counts as Prometheus reads them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._began = monotonic()
        self.answers: Counter[int] = Counter()

    def count(self, status: int) -> None:
        """Count an answer."""
        self.answers[status] += 1

    async def text(self) -> str:
        """Write all figures."""
        house = self._house
        sessions = list(house.sessions.by_id.values())
        lines = [
            "# TYPE tirelire_up_seconds gauge",
            f"tirelire_up_seconds {monotonic() - self._began:.0f}",
            "# TYPE tirelire_moves_total counter",
            f"tirelire_moves_total {house.sessions.events_stored}",
            "# TYPE tirelire_tables_in_memory gauge",
            f"tirelire_tables_in_memory {len(sessions)}",
            "# TYPE tirelire_streams gauge",
            f"tirelire_streams {sum(len(session.subscriptions) for session in sessions)}",
            "# TYPE tirelire_answers_total counter",
        ]
        for code, count in sorted(self.answers.items()):
            lines.append(f'tirelire_answers_total{{status="{code}"}} {count}')
        lines.append("# TYPE tirelire_tables gauge")
        for status, count in sorted((await house.repository.counts()).items()):
            lines.append(f'tirelire_tables{{status="{status}"}} {count}')
        return "\n".join(lines) + "\n"
