"""The exact versions of all packages, each with its hashes, for every platform: `locks/`.

    python -m tests.locks [--upgrade]     write the files anew; without --upgrade, versions stay
    python -m tests.locks --check         only check that they can be installed, see `without_wheel`

uv resolves what pyproject.toml asks for; pip and uv install it. The format is that of pip, since it
names no package index: `uv.lock` and `pylock.toml` hold the address of every file.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

from tests.programs import LOCKS, need_uv

ROOT = Path(__file__).parents[1]
ALL = "dev"
"""The lock whose versions the others take over."""
CONTENT = {
    "dev": ("pyproject.toml", "--all-extras", "--group=docs", "--group=lint", "--group=test"),
    "core": ("pyproject.toml",),
    "run": ("pyproject.toml", "--extra=house"),
    "house": ("pyproject.toml", "--extra=house", "--extra=machines", "--extra=notify"),
    "build": ("pyproject.toml", "--extra=cli", "--group=docs", "--group=backend"),
    "peers": ("--group=peers",),
    "release": ("--group=release",),
}
"""What uv reads for each lock: to develop, the slim core, to play, to host, to build the wheel
with its documentation in the image, for `make bench`, and for `make dist`."""


CHECKED = ("core", "run", "house")
"""Locks that people install without a compiler."""
PLATFORMS = (
    *("x86_64-manylinux_2_28", "aarch64-manylinux_2_28"),
    *("aarch64-apple-darwin", "x86_64-pc-windows-msvc"),
)
"""Where they do. A Mac with an Intel processor is none of them: llvmlite has no wheels for it since
0.45, so that pip chooses an older Numba there, and the locks do not serve."""
FROM_SOURCE = ("http-ece",)
"""Packages of the locks that are there as a source archive only, in pure Python."""


def compile_command(uv: Path, name: str, *options: str) -> list[str]:
    """Return the command that writes one lock."""
    lock = LOCKS / f"{name}.txt"
    form = ("--universal", "--python-version=3.11", "--generate-hashes", "--no-annotate")
    header = "--custom-compile-command=make lock"
    return [str(uv), "pip", "compile", "--quiet", *form, header, f"--output-file={lock}", *options]


def pinned_programs() -> list[Requirement]:
    """Return the packages that carry programs for the tests."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return [Requirement(text) for text in project["dependency-groups"]["programs"]]


def without_wheel(uv: Path, name: str) -> Iterator[str]:
    """Yield the versions of Python and platforms on which a lock has a package without a wheel."""
    lines = (LOCKS / f"{name}.txt").read_text("utf-8").splitlines()
    pins = [line.rstrip("\\ ") for line in lines if line and line[0] not in " #"]
    wanted = "\n".join(pin for pin in pins if not pin.startswith(FROM_SOURCE))
    for version in python_versions():
        for platform in PLATFORMS:
            on = (f"--python-version={version}", f"--python-platform={platform}")
            form = ("--quiet", "--no-deps", "--only-binary=:all:", *on, "--output-file=-", "-")
            command = [str(uv), "pip", "compile", *form]
            done = subprocess.run(
                command, input=wanted, capture_output=True, text=True, check=False
            )
            if done.returncode:
                yield f"{name}, Python {version}, {platform}: {done.stderr.strip()}"


def python_versions() -> list[str]:
    """Return the versions of Python that the package declares."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [one.rpartition(" ")[2] for one in project["classifiers"] if ":: 3." in one]
    return [version for version in named if version.startswith("3.")]


def check_wheels(uv: Path) -> int:
    """Print what cannot be installed from wheels; return the exit status."""
    bad = [one for name in CHECKED for one in without_wheel(uv, name)]
    print(*bad, sep="\n", end="\n" if bad else "")
    return int(bool(bad))


def main(arguments: list[str]) -> int:
    """Write all locks, and check them; return the exit status."""
    uv = need_uv()
    if arguments == ["--check"]:
        return check_wheels(uv)
    for name, content in CONTENT.items():
        others = () if name == ALL else (f"--constraint={LOCKS / ALL}.txt",)
        command = compile_command(uv, name, *content, *others, *arguments)
        subprocess.run(command, cwd=ROOT, check=True)
    for program in pinned_programs():
        # A file for each, without dependencies: only the program in it is used.
        command = compile_command(uv, f"programs/{program.name}", "--no-deps", "-")
        subprocess.run(command, cwd=ROOT, input=str(program), text=True, check=True)
    return check_wheels(uv)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
