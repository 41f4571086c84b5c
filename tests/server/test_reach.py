"""Which address is put into links of invitation."""

from __future__ import annotations

import pytest

from tirelire.server.http import addresses as reach
from tirelire.server.http.addresses import invitation_origin, is_loopback
from tirelire.server.settings import Settings

NETWORK = "192.168.1.5"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "own_address", lambda: NETWORK)


@pytest.mark.parametrize("host", ["localhost", "house.localhost", "127.0.0.1", "127.8.8.8", "::1"])
def test_an_address_of_this_machine_alone_is_known(host: str) -> None:
    assert is_loopback(host)
    assert not is_loopback(NETWORK)
    assert not is_loopback("localhost.example.org")


@pytest.mark.parametrize("listens", ["127.0.0.1", "::1", "0.0.0.0", NETWORK])
@pytest.mark.parametrize("opened_at", [NETWORK, "cards.example.org", "fe80::1"])
def test_a_page_that_others_can_open_keeps_its_address(listens: str, opened_at: str) -> None:
    assert invitation_origin(Settings(host=listens), opened_at) is None


def test_behind_a_proxy_the_page_keeps_its_address() -> None:
    assert invitation_origin(Settings(tls=True), "127.0.0.1") is None


@pytest.mark.parametrize("listens", ["127.0.0.1", "localhost", "::1"])
def test_a_house_for_this_machine_alone_has_no_address_for_others(listens: str) -> None:
    assert invitation_origin(Settings(host=listens), "localhost") == ""


@pytest.mark.parametrize("listens", ["0.0.0.0", "::"])
def test_a_house_open_to_the_network_is_told_by_the_address_of_the_machine(listens: str) -> None:
    settings = Settings(host=listens, port=8123)
    assert invitation_origin(settings, "127.0.0.1") == f"http://{NETWORK}:8123"


@pytest.mark.parametrize(
    ("listens", "origin"),
    [("10.0.0.7", "http://10.0.0.7:8000"), ("fd00::7", "http://[fd00::7]:8000")],
)
def test_a_house_that_listens_on_one_address_is_told_by_it(listens: str, origin: str) -> None:
    assert invitation_origin(Settings(host=listens), "localhost") == origin


def test_without_a_network_there_is_no_address_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "own_address", lambda: "")
    assert invitation_origin(Settings(host="0.0.0.0"), "127.0.0.1") == ""
