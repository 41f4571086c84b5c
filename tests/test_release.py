"""What `make dist` does to the sources before it builds them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests import release

ROOT = Path(__file__).resolve().parents[1]
URL, COMMIT = "https://forge.invalid/house/tirelire", "0123abc"


@pytest.mark.parametrize("name", ["README.md", "README.fr.md"])
def test_no_link_of_the_front_page_stays_relative(name: str) -> None:
    text = release.absolute_links((ROOT / name).read_text("utf-8"), URL, COMMIT)
    for mark, target in re.findall(r"(!?)\[[^]]*\]\(([^)]+)\)", text):
        assert target.startswith(("https://", "#")), target
        if target.startswith(URL):
            kind, _, path = target.removeprefix(f"{URL}/").partition(f"/{COMMIT}/")
            assert kind == ("raw" if mark else "blob")
            assert (ROOT / path.partition("#")[0]).is_file(), path
    assert f"]({URL}/blob/{COMMIT}/LICENSE)" in text


def test_the_rest_of_a_page_stays_as_it_is() -> None:
    text = 'a[0](x) = 1? `b[1]` <https://x.invalid> [#](#top) [m](mailto:a@b) pip "t[house]" (so)'
    changed = release.absolute_links(text, URL, COMMIT)
    assert changed == text.replace("(x)", f"({URL}/blob/{COMMIT}/x)")
    picture = "[![P](p.svg)](page.md)"
    inner = f"![P]({URL}/raw/{COMMIT}/p.svg)"
    assert release.absolute_links(picture, URL, COMMIT) == (
        f"[{inner}]({URL}/blob/{COMMIT}/page.md)"
    )
    assert release.absolute_links(changed, URL, COMMIT) == changed


def test_the_metadata_names_the_repository_and_its_pages() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    before, after = tomllib.loads(text), tomllib.loads(release.with_urls(text, URL, COMMIT))
    urls = after["project"].pop("urls")
    assert after == before
    assert urls.pop("Source") == URL
    assert urls.pop("Issues") == f"{URL}/issues"
    for address in urls.values():
        assert (ROOT / address.removeprefix(f"{URL}/blob/{COMMIT}/")).is_file()


@pytest.mark.parametrize(
    ("given", "wanted"), [(URL, URL), (f"{URL}/", URL), ("git@forge.invalid:house/tirelire", "")]
)
def test_the_address_of_the_repository_is_one_of_the_web(
    given: str, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REPOSITORY_URL", given)
    assert release.repository_url() == wanted
