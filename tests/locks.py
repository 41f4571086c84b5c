"""The exact versions of all packages, each with its hashes, for every platform: `locks/`.

    python -m tests.locks [--upgrade]     write the files anew; without --upgrade, versions stay

uv resolves what pyproject.toml asks for; pip and uv install it. The format is that of pip, since it
names no package index: `uv.lock` and `pylock.toml` hold the address of every file.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from tests.programs import LOCKS, need_uv

ROOT = Path(__file__).parents[1]
ALL = "dev"
"""The lock whose versions the others take over."""
CONTENT = {
    "dev": ("pyproject.toml", "--all-extras", "--group=docs", "--group=lint", "--group=test"),
    "core": ("pyproject.toml",),
    "run": ("pyproject.toml", "--extra=cli", "--extra=house", "--extra=machines"),
    "house": ("pyproject.toml", "--extra=house", "--extra=machines", "--extra=notify"),
    "build": ("pyproject.toml", "--extra=cli", "--group=docs", "--group=backend"),
    "peers": ("--group=peers",),
    "release": ("--group=release",),
}
"""What uv reads for each lock: to develop, the slim core, to play, to host, to build the wheel
with its documentation in the image, for `make bench`, and for `make dist`."""


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


def main(arguments: list[str]) -> int:
    """Write all locks; return 0."""
    uv = need_uv()
    for name, content in CONTENT.items():
        others = () if name == ALL else (f"--constraint={LOCKS / ALL}.txt",)
        command = compile_command(uv, name, *content, *others, *arguments)
        subprocess.run(command, cwd=ROOT, check=True)
    for program in pinned_programs():
        # A file for each, without dependencies: only the program in it is used.
        command = compile_command(uv, f"programs/{program.name}", "--no-deps", "-")
        subprocess.run(command, cwd=ROOT, input=str(program), text=True, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
