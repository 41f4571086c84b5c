"""The list of the packages of the server in docs/architecture.md is that of the folders."""

from __future__ import annotations

import re
from pathlib import Path

import tirelire.server

SERVER = Path(tirelire.server.__file__).parent
DOCUMENT = Path(__file__).parents[2] / "docs" / "architecture.md"
_ROW = re.compile(r"^\| `(\w+)/` \| (\d+) \|", re.MULTILINE)


def modules(folder: Path, pattern: str = "**/*.py") -> int:
    """Count the modules of a folder, without migrations."""
    found = [file for file in folder.glob(pattern) if file.name != "__init__.py"]
    return sum("migrations" not in file.relative_to(folder).parts for file in found)


def test_every_package_of_the_server_is_listed_with_its_modules() -> None:
    text = DOCUMENT.read_text("utf-8")
    told = {name: int(count) for name, count in _ROW.findall(text)}
    folders = [file.parent for file in SERVER.glob("*/__init__.py")]
    assert told == {folder.name: modules(folder) for folder in folders}
    beside = modules(SERVER, "*.py")
    assert f"| beside them | {beside} |" in text
    assert f"That is {sum(told.values()) + beside} modules" in text


def test_no_module_of_the_server_is_long_but_the_schemas() -> None:
    long = [
        file.name
        for file in SERVER.rglob("*.py")
        if len(file.read_text("utf-8").splitlines()) > 500
    ]
    assert long == ["responses.py"]
