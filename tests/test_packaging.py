"""What the package declares is what its code, and its tests, import; each extra is enough."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.locks import CONTENT, pinned_programs
from tests.programs import LOCKS
from tirelire import Record
from tirelire.cli.extras import HOUSE_COMMANDS, MODULES, extra_of
from tirelire.core.languages import LANGUAGES

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
GROUPS: dict[str, list[str | dict[str, str]]] = PYPROJECT["dependency-groups"]
IMPORTING = ("import_module", "peer")
"""Functions of ours whose first argument is the name of a module."""
OF_PEERS = {"jax": "jax", "pgx": "pgx", "rlcard": "rlcard"}
"""Modules of packages that only `make bench` installs."""


def declared(*extras: str) -> dict[str, Requirement]:
    """Return all requirements of the package with some extras, by their names."""
    return by_name(
        [*PROJECT["dependencies"], *(text for extra in extras for text in EXTRAS[extra])]
    )


def grouped(*groups: str) -> dict[str, Requirement]:
    """Return all requirements of some dependency groups, by their names."""
    found = {}
    for entry in (entry for group in groups for entry in GROUPS[group]):
        if isinstance(entry, str):
            found.update(by_name([entry]))
        else:
            found.update(grouped(entry["include-group"]))
    return found


def by_name(texts: list[str]) -> dict[str, Requirement]:
    """Read requirements; one of the package itself stands for those of its extras."""
    found = {}
    for requirement in map(Requirement, texts):
        if requirement.name == PROJECT["name"]:
            found.update(declared(*requirement.extras))
        else:
            found[canonicalize_name(requirement.name)] = requirement
    return found


def locked(name: str) -> dict[str, Requirement]:
    """Return the exact versions that a lock names."""
    lines = (LOCKS / f"{name}.txt").read_text("utf-8").splitlines()
    wanted = [Requirement(line.rstrip("\\ ")) for line in lines if line and line[0] not in " #"]
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
    assert imported("src") <= set(declared("all")) | set(grouped("peers"))
    assert imported("src") >= {"numpy", "starlette", "gymnasium", "jax"}


@pytest.mark.parametrize("folder", ["tests", "examples"])
def test_dev_brings_whatever_the_tests_import(folder: str) -> None:
    assert imported(folder) <= set(grouped("dev"))


def test_dev_brings_the_tools_that_the_makefile_calls() -> None:
    assert set(grouped("dev")) >= {"ruff", "mypy", "pytest", "pytest-xdist", "anyio"}


def test_all_is_every_extra() -> None:
    (all_of_them,) = map(Requirement, EXTRAS["all"])
    assert all_of_them.extras == set(EXTRAS) - {"all"}


# --- exact versions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("core", declared()),
        ("run", declared("house")),
        ("house", declared("house", "machines", "notify")),
        ("build", {**declared("cli"), **grouped("docs", "backend")}),
        ("dev", grouped("dev")),
        ("peers", grouped("peers")),
        ("release", grouped("release")),
    ],
)
def test_the_exact_versions_are_those_that_the_bounds_allow(
    lock: str, wanted: dict[str, Requirement]
) -> None:
    exact = locked(lock)
    for name, requirement in wanted.items():
        (version,) = (one.version for one in exact[name].specifier)
        assert version in requirement.specifier, name


def test_all_locks_name_the_same_versions() -> None:
    versions = dict[str, set[str]]()
    for lock in CONTENT:
        for name, requirement in locked(lock).items():
            versions.setdefault(name, set()).add(str(requirement.specifier))
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_programs_are_locked_as_pyproject_pins_them() -> None:
    for program in pinned_programs():
        (exact,) = locked(f"programs/{program.name}").values()
        assert exact.specifier == program.specifier


def test_every_lock_has_hashes_and_names_no_package_index() -> None:
    for path in LOCKS.rglob("*.txt"):
        text = path.read_text("utf-8")
        assert "://" not in text, path
        assert "index" not in text, path
        for entry in re.split(r"\n(?=[a-z])", text)[1:]:
            assert "--hash=sha256:" in entry, (path, entry)


def test_the_image_builds_with_the_backend_that_pyproject_names() -> None:
    assert GROUPS["backend"] == PYPROJECT["build-system"]["requires"]


MAKE_TARGET = re.compile(r"\bmake ([a-z.][\w./-]*)")
OF_CLONE = re.compile(r"(?:tests|docs|deploy|examples|locks|src)/[\w./-]+|\.venv/bin/\w+")


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/workflows").iterdir()), ids=lambda p: p.name
)
def test_a_workflow_calls_what_there_is(path: Path) -> None:
    """Workflows run on a forge only; here each target of make and each file in them exists."""
    made = set(re.findall(r"^([a-z./]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    steps = [
        step["run"]
        for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values()
        for step in job["steps"]
        if "run" in step
    ]
    assert steps
    for step in steps:
        assert set(MAKE_TARGET.findall(step)) <= made, step
        for name in OF_CLONE.findall(step):
            assert name.startswith(".venv/") or (ROOT / name).exists(), step
        done = subprocess.run(
            ["bash", "-n"], input=step, text=True, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr


# --- what a package index shows -----------------------------------------------------------------


def test_the_metadata_name_authors_keywords_and_every_language() -> None:
    assert PROJECT["authors"]
    assert PROJECT["keywords"] == sorted(set(PROJECT["keywords"]))
    languages = [x.rpartition(" ")[2] for x in PROJECT["classifiers"] if "Language ::" in x[:19]]
    known = {"de": "German", "en": "English", "fr": "French"}
    assert languages == sorted(known[lang] for lang in LANGUAGES)


# --- bounds --------------------------------------------------------------------------------------


def test_every_dependency_of_users_has_a_lower_bound() -> None:
    for name, requirement in declared("all").items():
        assert ">=" in [one.operator for one in requirement.specifier], name


def test_only_numba_is_capped_whose_private_parts_we_use() -> None:
    capped = [
        name
        for name, requirement in declared("all").items()
        if any(one.operator in ("<", "<=", "==", "~=") for one in requirement.specifier)
    ]
    assert capped == ["numba"]


@pytest.mark.parametrize(("platform", "is_needed"), [("win32", False), ("linux", True)])
def test_uvloop_is_not_asked_for_where_there_is_none(platform: str, is_needed: bool) -> None:
    for requirement in (declared("house")["uvloop"], locked("run")["uvloop"]):
        assert requirement.marker is not None
        assert requirement.marker.evaluate({"sys_platform": platform}) == is_needed


@pytest.mark.parametrize(("platform", "is_needed"), [("win32", True), ("linux", False)])
def test_time_zones_are_installed_where_the_system_has_none(platform: str, is_needed: bool) -> None:
    marker = declared("house")["tzdata"].marker
    assert marker is not None
    assert marker.evaluate({"sys_platform": platform}) == is_needed
    assert "tzdata" in locked("run")


def test_without_uvloop_work_runs_in_the_loop_of_asyncio(monkeypatch: pytest.MonkeyPatch) -> None:
    from tirelire.bench.event_loop import run

    async def loop() -> str:
        import asyncio

        return type(asyncio.get_running_loop()).__module__

    assert run(loop()).startswith("uvloop" if sys.platform != "win32" else "asyncio")
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert run(loop()).startswith("asyncio")


# --- extras --------------------------------------------------------------------------------------

ONLY = """
import sys
from importlib.abc import MetaPathFinder

class Only(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

BLOCKED = set(sys.argv.pop().split())
sys.meta_path.insert(0, Only())
"""
"""The beginning of a program that cannot import some modules."""


def brought(*extras: str) -> set[str]:
    """Return the names of all packages that an installation with some extras has."""
    found: set[str] = {canonicalize_name(PROJECT["name"])}
    waiting = list(declared(*extras).values())
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        try:
            texts = distribution(name).requires or []
        except PackageNotFoundError:  # for another platform
            continue
        if name in found and not requirement.extras:
            continue
        found.add(name)
        for inner in map(Requirement, texts):
            options = [{"extra": extra} for extra in ("", *requirement.extras)]
            if not inner.marker or any(map(inner.marker.evaluate, options)):
                waiting.append(inner)
    return found


def run_only(
    program: str, *extras: str, typed: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a program that can import only what some extras bring."""
    allowed = brought(*extras)
    blocked = [
        module
        for module, packages in packages_distributions().items()
        if not allowed & set(map(canonicalize_name, packages))
    ]
    command = [sys.executable, "-c", ONLY + program, *environment.pop("words", "").split()]
    return subprocess.run(
        [*command, " ".join(blocked)],
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_slim_core_is_numpy_numba_and_llvmlite() -> None:
    assert brought() == {"tirelire", "numpy", "numba", "llvmlite"}


PLAY = """
import tirelire
from tirelire import *
from tirelire.bots.registry import find_bot
from tirelire.core.chance import seeded
from tirelire.games import GAMES
from tirelire.sim.simulate import simulate

for name in GAMES if jit == "off" else ["cash_oder_crash"]:
    match, source, bot = Match.begin(name, players=3, seed=7), seeded(1), find_bot("regular")
    for _ in range(20):
        seat = match.asked
        match.play(bot.choose(match.view(seat), source, None), seat)
    record = Record.of(match)
    assert Record.parse(str(record)).replay().position() == match.position()
    batch = Batch(name, 4, seed=1, players=3)
    batch.step(batch.sample())
print("played")
"""


@pytest.mark.parametrize("jit", ["on", "off"])
def test_the_slim_core_plays(jit: str) -> None:
    compiler = {"NUMBA_DISABLE_JIT": "1"} if jit == "off" else {}
    done = run_only(f"jit = {jit!r}\n{PLAY}", **compiler)
    assert done.stdout == "played\n", done.stderr


IMPORT = """
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
"""


SERVER = "tirelire.server.worker tirelire.server.http.app tirelire.server.storage.migrate"


def modules_of(*folders: str) -> str:
    """Return the names of all modules of some folders of the package."""
    source = ROOT / "src"
    files = [file for folder in folders for file in (source / "tirelire" / folder).glob("*.py")]
    parts = [file.relative_to(source).with_suffix("").parts for file in sorted(files)]
    return " ".join(".".join(part) for part in parts if part[-1] != "__init__")


@pytest.mark.parametrize(
    ("extra", "names"),
    [
        ("cli", modules_of("cli", "arena", "lab", "sim")),
        ("house", f"{SERVER} {modules_of('server', 'server/http', 'server/pages')}"),
        ("machines", f"{SERVER} {modules_of('server/storage', 'server/streaming')}"),
        ("notify", f"{SERVER} {modules_of('server/notices')} py_vapid pywebpush"),
        ("research", "tirelire.adapters.gymnasium_vector tirelire.adapters.pettingzoo_parallel"),
        ("openspiel", "tirelire.adapters.openspiel"),
        ("cluster", modules_of("arena")),
    ],
)
def test_an_extra_brings_what_its_modules_import(extra: str, names: str) -> None:
    done = run_only(IMPORT, extra, words=names)
    assert done.returncode == 0, done.stderr


CALL = """
from tirelire.cli import main
main()
"""


@pytest.mark.parametrize(
    ("extras", "words", "wanted"),
    [
        ((), "", "cli"),
        ((), "games", "cli"),
        ((), "serve", "house"),
        (("cli",), "serve", "house"),
        (("cli",), "house list", "house"),
        (("cli",), "backup copy.sqlite", "house"),
        (("house",), "arena money regular greedy", "cli"),
        (("house",), "lab money", "cli"),
        (("house",), "sim money --plot spread.png", "cli"),
    ],
)
def test_a_command_without_its_extra_says_the_line_to_type(
    extras: tuple[str, ...], words: str, wanted: str, tmp_path: Path
) -> None:
    done = run_only(CALL, *extras, words=words, XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert f"pip install 'tirelire[{wanted}]'" in line
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("extras", "words"),
    [
        ((), "--version"),
        (("cli",), "games"),
        (("cli",), "--help"),
        (("house",), "games"),
        (("house",), "--help"),
    ],
)
def test_with_its_extra_a_command_runs(extras: tuple[str, ...], words: str) -> None:
    done = run_only(CALL, *extras, words=words)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_a_match_needs_no_extra_and_reads_the_same_with_one(tmp_path: Path) -> None:
    """Typer reads the words where it is installed, else argparse; all else is one code."""
    record = tmp_path / "match.record"
    words = f"play money --players 3 -s 7 -o match=single --bots random --record {record} --lang en"

    def played(*extras: str) -> tuple[str, str]:
        done = run_only(
            CALL, *extras, words=words, typed="1\n" * 200, XDG_CONFIG_HOME=str(tmp_path)
        )
        assert done.returncode == 0, done.stderr
        return done.stdout, record.read_text("utf-8")

    output, written = played()
    assert "The match is over" in output
    assert Record.parse(written).replay().ended == "match"
    assert played("cli") == (output, written)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("play money --players 9", "3–5"),
        ("play poker", "money"),
        ("play money -o hands", "name=value"),
        ("play money --players x", "--players"),
        ("play money --nonsense", "--nonsense"),
    ],
)
def test_without_extras_a_wrong_request_is_refused_as_with_them(words: str, message: str) -> None:
    for extras in ((), ("cli",)):
        done = run_only(CALL, *extras, words=words)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("extras", ["", "cli"])
def test_a_match_whose_reader_has_gone_ends_quietly(extras: str, tmp_path: Path) -> None:
    program = f"""
import os
read, write = os.pipe()
os.close(read)
os.dup2(write, 1)
{CALL}
"""
    words = "play money --players 3"
    own = {"words": words, "typed": "1\n" * 3, "XDG_CONFIG_HOME": str(tmp_path)}
    done = run_only(program, *filter(None, [extras]), **own)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_without_extras_help_names_the_same_parameters() -> None:
    def named(*extras: str) -> set[str]:
        done = run_only(CALL, *extras, words="play --help", NO_COLOR="1", COLUMNS="200")
        assert done.returncode == 0, done.stderr
        return set(re.findall(r"--[a-z]+", done.stdout))

    assert named() == named("cli")


def test_a_missing_module_of_nobody_is_an_error() -> None:
    done = run_only(CALL.replace("main()", "import nothing_like_it", 1), "cli")
    assert "nothing_like_it" in done.stderr


def test_every_extra_is_known_by_its_modules() -> None:
    distributions = packages_distributions()
    for extra, modules in MODULES.items():
        packages = {canonicalize_name(distributions[name][0]) for name in modules}
        assert packages <= brought(extra)
    assert set(MODULES) == set(EXTRAS) - {"all"}
    assert {extra_of("starlette", command) for command in HOUSE_COMMANDS} == {"house"}
