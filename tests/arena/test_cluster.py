"""A real Dask cluster on this machine: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from distributed import LocalCluster

from tests.arena.common import BOTS, GAME, contest, played_here
from tests.arena.test_command import parsed, refused
from tirelire import OptionError
from tirelire.arena import executors
from tirelire.arena.run import arena

BOARDS = 6
LOOPBACK = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
"""Any free port: without an address the status page would take a fixed one."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **LOOPBACK) as cluster:
        yield cluster.scheduler_address


def test_a_cluster_plays_the_same_boards(address: str) -> None:
    report = arena(contest(BOARDS), cluster=address)
    assert report.boards == played_here().boards[:BOARDS]
    command = ("arena", GAME, *BOTS, "-o", "rounds=1", "--seed", "3", "--deals", str(BOARDS))
    assert parsed(*command, "--cluster", address) == report.summary()


def test_a_cluster_of_another_version_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "__version__", "9.9.9")
    with pytest.raises(OptionError, match=r"9\.9\.9 runs here, but the cluster has"):
        arena(contest(1), cluster=address)


def test_a_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "SECONDS_FOR_WORKERS", 1)
    with (
        LocalCluster(n_workers=0, **LOOPBACK) as empty,
        pytest.raises(OptionError, match="0/1 workers arrived"),
    ):
        arena(contest(1), cluster=empty.scheduler_address)


@pytest.mark.parametrize("nowhere", ["nonsense", "tcp://127.0.0.1:1", "post://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_refused(
    nowhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "SECONDS_TO_CONNECT", 1)
    told = refused("arena", GAME, *BOTS, "--cluster", nowhere)
    assert f"The cluster “{nowhere}” cannot be used" in told


def test_without_the_package_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = refused("arena", GAME, *BOTS, "--cluster", "tcp://127.0.0.1:1")
    assert "tirelire[cluster]" in told
