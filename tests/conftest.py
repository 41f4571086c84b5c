"""What holds for all tests: a missing program skips what needs it, and the run says so."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.programs import NOTHING_SKIPPED, not_tested


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a skipped test fail where nothing may be skipped."""
    report = yield
    if NOTHING_SKIPPED and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"skipped, and nothing may be skipped: {_reason(report)}"
    return report


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end what was not tested, and how to install what it needs."""
    line = not_tested([_reason(report) for report in terminalreporter.stats.get("skipped", [])])
    if line:
        terminalreporter.write_line(line, yellow=True)


def _reason(report: pytest.TestReport) -> str:
    """Return why a test was skipped."""
    told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return told.removeprefix("Skipped: ")
