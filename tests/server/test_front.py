"""What the house believes of a request: proxies, host names, and the cookie with TLS."""

from __future__ import annotations

from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from tests.server.common import Opened, fine, open_house, refusal
from tirelire.core.errors import OptionError
from tirelire.server.http.addresses import address_of, read_networks
from tirelire.server.runner import answer_once
from tirelire.server.settings import Settings, read_settings

pytestmark = pytest.mark.anyio

OLD, NEW = "tirelire", "__Host-tirelire"


# --- proxies ------------------------------------------------------------------------------------


def address(client: str, proxies: str, *named: str) -> str:
    headers = [(b"x-forwarded-for", name.encode()) for name in named]
    scope = {"type": "http", "client": (client, 1), "headers": headers}
    return address_of(scope, read_networks(proxies))


@pytest.mark.parametrize(
    ("client", "named", "found"),
    [
        ("127.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        ("127.0.0.1", ["198.51.100.7, 203.0.113.1"], "203.0.113.1"),  # the client wrote the first
        ("127.0.0.1", ["198.51.100.7", "203.0.113.1"], "203.0.113.1"),
        ("127.0.0.1", ["203.0.113.1, 10.0.0.5"], "203.0.113.1"),  # a proxy before the proxy
        ("127.0.0.1", ["1.1.1.1, 203.0.113.1, 10.0.0.5"], "203.0.113.1"),
        ("127.0.0.1", ["10.0.0.6, 10.0.0.5"], "10.0.0.6"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", ["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
        ("::ffff:127.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        ("192.0.2.9", ["203.0.113.1"], "192.0.2.9"),  # not listed: not believed
        ("192.0.2.9", ["127.0.0.1"], "192.0.2.9"),
        ("", ["203.0.113.1"], ""),
    ],
)
def test_only_listed_proxies_are_believed(client: str, named: list[str], found: str) -> None:
    assert address(client, "127.0.0.0/8, 10.0.0.0/8", *named) == found
    assert address(client, "") == address(client, "10.0.0.0/8")


async def test_a_client_that_reaches_the_house_itself_is_not_believed_with_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tirelire.server.limiters.monotonic", lambda: 1000.0)
    async with open_house(tmp_path, tls=True, rate=1) as house:

        async def statuses(host: str) -> set[int]:
            return {
                (
                    await house.person(host, x_forwarded_for=f"203.0.113.{n}").get("/api/tables")
                ).status_code
                for n in range(12)
            }

        assert await statuses("127.0.0.1") == {200}
        assert caplog.messages == []
        assert await statuses("198.51.100.7") == {200, 429}
        (line,) = caplog.messages
        assert "--proxies" in line
        assert "198.51" not in line


@pytest.mark.parametrize("name", ["proxies", "hosts"])
@pytest.mark.parametrize("wrong", ["a;b", "http://games.example.org", "10.0.0.0/33"])
def test_what_is_no_proxy_or_host_is_refused_before_the_house_opens(name: str, wrong: str) -> None:
    with pytest.raises(OptionError, match=f"{name}: allowed are"):
        read_settings({name: wrong}, None)


# --- hosts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("games.example.org", True),
        ("Games.Example.ORG:8443", True),
        ("[::1]:8000", True),
        ("games.example.org.evil.net", False),
        ("example.org", False),
        ("192.0.2.1", False),
        ("games.example.org@evil.net", False),
        ("", False),
    ],
)
async def test_a_request_for_another_host_is_refused(
    tmp_path: Path, host: str, is_ours: bool
) -> None:
    async with open_house(tmp_path, hosts="games.example.org, [::1]") as house:
        for path in ("/api/tables", "/healthz", "/", "/static/js/api.js"):
            answer = await house.person().get(path, host=host)
            if is_ours:
                assert answer.status_code != 421
            else:
                assert refusal(answer, 421)["code"] == "refused"
        page = await house.person().get("/", host=host, accept="text/html")
        assert page.status_code == (200 if is_ours else 421)


async def test_without_the_setting_every_host_is_ours(house: Opened) -> None:
    assert (await house.person().get("/api/tables", host="evil.net")).status_code == 200


async def test_a_request_without_a_port_is_for_the_house(tmp_path: Path) -> None:
    settings = Settings(db=f"sqlite:///{tmp_path / 'house.sqlite'}", hosts="games.example.org")
    assert (await answer_once(settings, "/healthz"))[0] == 200


# --- the cookie ---------------------------------------------------------------------------------


def cookies_of(answer: Response) -> Any:
    """Return the cookies that an answer sets, by name."""
    found: SimpleCookie = SimpleCookie()
    for header in answer.headers.get_list("set-cookie"):
        found.load(header)
    return found


async def test_with_tls_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async with open_house(tmp_path, tls=True) as house:
        (cookie,) = cookies_of(await house.person().post("/api/me")).values()
        assert cookie.key == NEW
        assert (cookie["path"], cookie["domain"], cookie["secure"]) == ("/", "", True)
        known = house.person(cookie=f"{NEW}={cookie.value}")
        answer = await known.get("/api/me/tables")
        assert fine(answer) == []
        assert "set-cookie" not in answer.headers


async def test_a_cookie_of_the_time_before_tls_is_replaced(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        person = house.person()
        guest = (await person.do("/api/me"))["guest"]
        secret = person.http.cookies[OLD]
    async with open_house(tmp_path, tls=True) as house:
        answer = await house.person(cookie=f"{OLD}={secret}").post("/api/me")
        assert fine(answer)["guest"] == guest
        cookies = cookies_of(answer)
        assert cookies[NEW].value == secret
        assert (cookies[OLD].value, cookies[OLD]["max-age"]) == ("", "0")
        both = await house.person(cookie=f"{OLD}=other; {NEW}={secret}").post("/api/me")
        assert fine(both)["guest"] == guest
        assert "set-cookie" not in both.headers
        for wrong in (f"{OLD}=unknown", f"{NEW}=unknown; {OLD}={secret}"):
            answer = await house.person(cookie=wrong).get("/api/me/tables")
            refusal(answer, 401)
            assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(("tls", "name"), [(True, NEW), (False, OLD)])
async def test_a_guest_who_is_forgotten_keeps_no_cookie(
    tmp_path: Path, tls: bool, name: str
) -> None:
    """A browser ignores a `__Host-` cookie that is not secure, and so its deletion too."""
    async with open_house(tmp_path, tls=tls) as house:
        (cookie,) = cookies_of(await house.person().post("/api/me")).values()
        known = f"{name}={cookie.value}"
        answer = await house.person(cookie=f"{OLD}={cookie.value}; {known}").http.delete("/api/me")
        assert answer.status_code == 204
        deleted = cookies_of(answer)
        assert set(deleted) == {OLD, name}
        for former in deleted.values():
            assert (former.value, former["max-age"], former["path"]) == ("", "0", "/")
            assert (former["secure"], former["domain"]) == (tls or "", "")


async def test_a_cookie_of_the_time_before_tls_is_deleted_with_its_guest(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        person = house.person()
        await person.do("/api/me")
        secret = person.http.cookies[OLD]
    async with open_house(tmp_path, tls=True) as house:
        answer = await house.person(cookie=f"{OLD}={secret}").http.delete("/api/me")
        deleted = cookies_of(answer)
        assert {name: one.value for name, one in deleted.items()} == {OLD: "", NEW: ""}


async def test_without_tls_the_bound_cookie_means_nothing(house: Opened) -> None:
    person = house.person()
    await person.do("/api/me")
    secret = person.http.cookies[OLD]
    refusal(await house.person(cookie=f"{NEW}={secret}").get("/api/me/tables"), 401)
