"""Growing figures tell that somebody moved: only the owner of the house may watch them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.common import Opened, open_house, refusal
from tirelire.core.errors import OptionError
from tirelire.server.runner import answer_once
from tirelire.server.settings import Settings, read_settings

pytestmark = pytest.mark.anyio


async def status(house: Opened, host: str, **headers: str) -> int:
    """Ask for the figures from somewhere."""
    return (await house.person(host, **headers).get("/metrics")).status_code


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"])
async def test_the_figures_are_there_for_this_machine(house: Opened, host: str) -> None:
    answer = await house.person(host).get("/metrics")
    assert (answer.status_code, answer.headers["content-type"]) == (
        200,
        "text/plain; charset=utf-8",
    )
    assert "tirelire_moves_total 0\n" in answer.text


@pytest.mark.parametrize("host", ["192.0.2.1", "10.0.0.1", "::ffff:192.0.2.1", "", "nonsense"])
async def test_nobody_else_watches(house: Opened, host: str) -> None:
    for person in (house.person(host), house.person(host, x_forwarded_for="127.0.0.1")):
        assert refusal(await person.get("/metrics"), 403)["code"] == "not_allowed"


async def test_a_client_behind_a_proxy_is_not_taken_for_it(house: Opened) -> None:
    assert await status(house, "127.0.0.1", x_forwarded_for="192.0.2.1") == 403
    assert await status(house, "127.0.0.1", x_forwarded_for="127.0.0.1, 192.0.2.1") == 403
    assert await status(house, "127.0.0.1", x_forwarded_for="") == 403
    assert await status(house, "127.0.0.1", forwarded="for=127.0.0.1") == 403
    assert await status(house, "127.0.0.1", x_forwarded_for="192.0.2.1, 127.0.0.1") == 200


async def test_the_owner_says_from_where_figures_are_watched(tmp_path: Path) -> None:
    async with open_house(tmp_path, watchers="10.1.0.0/16,2001:db8::5") as house:
        found = [await status(house, host) for host in ("10.1.2.3", "2001:db8::5")]
        others = [await status(house, host) for host in ("10.2.0.1", "2001:db8::6", "127.0.0.1")]
    assert (found, others) == ([200, 200], [403, 403, 403])


async def test_the_refusal_says_how_in_both_languages(house: Opened) -> None:
    for lang, word in (("en", "for its owner"), ("fr", "réservés à la personne qui la tient")):
        answer = await house.person(accept_language=lang).get("/metrics")
        assert word in refusal(answer, 403)["message"]


@pytest.mark.parametrize("wrong", ["here", "127.0.0.1;10.0.0.1", "10.0.0.0/33", "1.2.3.4.5"])
def test_what_is_no_address_is_refused_before_the_house_opens(wrong: str) -> None:
    with pytest.raises(OptionError, match="watchers"):
        read_settings({"watchers": wrong}, None)


@pytest.mark.parametrize("text", ["", " 10.0.0.7 , 10.0.1.1/24 "])
def test_addresses_are_read_as_people_write_them(text: str) -> None:
    assert read_settings({"watchers": text}, None).watchers == text


async def test_one_request_without_a_port_comes_from_this_machine(tmp_path: Path) -> None:
    settings = Settings(db=f"sqlite:///{tmp_path / 'house.sqlite'}")
    found, body = await answer_once(settings, "/metrics")
    assert (found, b"tirelire_tables_in_memory 0" in body) == (200, True)
