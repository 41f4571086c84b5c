"""What the package declares is what its code, and its tests, import."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
IMPORTING = ("import_module", "peer")
"""Functions of ours whose first argument is the name of a module."""
OF_PEERS = {"jax": "jax", "pgx": "pgx", "rlcard": "rlcard"}
"""Modules of packages that only `make bench` installs."""


def declared(*extras: str) -> dict[str, Requirement]:
    """Return all requirements of the package with some extras, by their names."""
    found = {}
    for text in [*PROJECT["dependencies"], *(text for extra in extras for text in EXTRAS[extra])]:
        requirement = Requirement(text)
        if requirement.name == PROJECT["name"]:
            found.update(declared(*requirement.extras))
        else:
            found[canonicalize_name(requirement.name)] = requirement
    return found


def pinned(*files: str) -> dict[str, Requirement]:
    """Return the exact versions that files of `requirements` name."""
    lines = [
        line for file in files for line in (ROOT / "requirements" / file).read_text().split("\n")
    ]
    wanted = [Requirement(line) for line in lines if line and line[0] not in "#-"]
    return {canonicalize_name(requirement.name): requirement for requirement in wanted}


@cache
def imported(folder: str) -> frozenset[str]:
    """Return the distributions whose modules the files of a folder import."""
    distributions = packages_distributions()
    found = set[str]()
    for file in (ROOT / folder).rglob("*.py"):
        for module in modules(ast.parse(file.read_text("utf-8"))):
            name = module.partition(".")[0]
            if name in distributions:
                found.add(canonicalize_name(distributions[name][0]))
            elif name in OF_PEERS:
                found.add(OF_PEERS[name])
    return frozenset(found - {PROJECT["name"]})


def modules(tree: ast.Module) -> Iterator[str]:
    """Yield the names of all modules that a file imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in IMPORTING:
            argument = node.args[0]
            if isinstance(argument, ast.Constant):
                yield str(argument.value)


def test_imports_are_found_wherever_they_stand() -> None:
    tree = ast.parse("import a.b\ndef f():\n    from c import d\n    peer('e.f')\nfrom . import g")
    assert list(modules(tree)) == ["a.b", "c", "e.f"]


def test_whatever_the_code_imports_is_declared() -> None:
    assert imported("src") <= set(declared(*EXTRAS))
    assert imported("src") >= {"numpy", "starlette", "gymnasium", "jax"}


@pytest.mark.parametrize("folder", ["tests", "examples"])
def test_dev_brings_whatever_the_tests_import(folder: str) -> None:
    assert imported(folder) <= set(declared("dev"))


def test_dev_brings_the_tools_that_the_makefile_calls() -> None:
    assert set(declared("dev")) >= {"ruff", "mypy", "pytest", "pytest-xdist", "anyio"}


@pytest.mark.parametrize(
    ("extras", "files"),
    [((), ("run.txt",)), (("dev",), ("run.txt", "dev.txt"))],
)
def test_the_exact_versions_are_those_that_the_bounds_allow(
    extras: tuple[str, ...], files: tuple[str, ...]
) -> None:
    exact = pinned(*files)
    for name, requirement in declared(*extras).items():
        (version,) = (one.version for one in exact[name].specifier)
        assert version in requirement.specifier, name


def test_every_dependency_of_users_has_a_lower_bound() -> None:
    users = [extra for extra in EXTRAS if extra not in ("dev", "bench")]
    for name, requirement in declared(*users).items():
        assert [one.operator for one in requirement.specifier] == [">="], name


@pytest.mark.parametrize(("platform", "is_needed"), [("win32", False), ("linux", True)])
def test_uvloop_is_not_asked_for_where_there_is_none(platform: str, is_needed: bool) -> None:
    for requirement in (declared()["uvloop"], pinned("run.txt")["uvloop"]):
        assert requirement.marker is not None
        assert requirement.marker.evaluate({"sys_platform": platform}) == is_needed


def test_without_uvloop_work_runs_in_the_loop_of_asyncio(monkeypatch: pytest.MonkeyPatch) -> None:
    from tirelire.server.event_loop import run

    async def loop() -> str:
        import asyncio

        return type(asyncio.get_running_loop()).__module__

    assert run(loop()).startswith("uvloop" if sys.platform != "win32" else "asyncio")
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert run(loop()).startswith("asyncio")
