"""The documentation under `/docs`: under the policy of the house, or a page that says how."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.common import open_house
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import say
from tirelire.server.http.middleware import SECURITY_HEADERS
from tirelire.server.pages import docs

pytestmark = pytest.mark.anyio


async def test_a_house_without_the_site_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs, "_PACKAGE", tmp_path)
    monkeypatch.setattr(docs, "_CLONE", tmp_path)
    async with open_house(tmp_path) as house:
        for lang in LANGUAGES:
            response = await house.person().get(f"/docs?lang={lang}", accept="text/html")
            assert response.status_code == 404
            assert "make docs" in response.text
            assert say(lang, "docs.missing") in response.text
        response = await house.person().get("/docs/index.html", accept="text/html")
        assert response.status_code == 404


async def test_a_built_site_is_served_under_the_policy_of_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<h1>Tirelire</h1>", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    monkeypatch.setattr(docs, "_PACKAGE", tmp_path)
    async with open_house(tmp_path) as house:
        person = house.person()
        for path in ("/docs", "/docs/"):
            response = await person.get(path)
            assert (response.status_code, response.headers["location"]) == (307, "/docs/index.html")
        response = await person.get("/docs/index.html")
        assert response.text == "<h1>Tirelire</h1>"
        for name, value in SECURITY_HEADERS.items():
            assert response.headers[name] == value
        for path in ("/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs/nothing.html"):
            assert (await person.get(path)).status_code == 404
