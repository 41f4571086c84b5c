"""Wheel, source archive and bill of materials, into `dist/`.

    python -m tests.release

The same commit gives the same bytes: both are built twice, in different folders, and compared. The
moment that files bear is that of the commit (`SOURCE_DATE_EPOCH`). The bill of materials
(CycloneDX) lists what `locks/run.txt` installs: names, versions, hashes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.programs import LOCKS

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
TOOLS = Path(sys.prefix) / "release"
"""An environment of its own: its tools are no part of ours."""
CARRIED = ("tests/", "docs/", "examples/", "locks/", "Makefile", "CHANGELOG.md")
"""What the source archive has beside the package."""


def commit_time() -> str:
    """Return the moment of the commit in seconds, or the one that is set."""
    asked = ["git", "log", "-1", "--format=%ct"]
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return given or subprocess.check_output(asked, cwd=ROOT, text=True).strip()


def make_tools() -> Path:
    """Install the tools by their lock, unless they are there; return their Python."""
    python = TOOLS / "bin" / "python"
    done, lock = TOOLS / "done", LOCKS / "release.txt"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(TOOLS)], check=True)
        options = ("--quiet", "--no-deps", "--require-hashes", f"--requirement={lock}")
        subprocess.run([str(python), "-m", "pip", "install", *options], check=True)
        done.touch()
    return python


def build(python: Path, source: Path, out: Path) -> list[Path]:
    """Build the source archive and the wheel; return both."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": commit_time()}
    command = [str(python), "-m", "build", f"--outdir={out}", str(source)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return sorted(out.iterdir())


def copy_of_sources(folder: Path) -> Path:
    """Copy what git knows of the working tree to another folder."""
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    for name in filter(None, listed.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def check(archives: list[Path]) -> None:
    """Refuse a source archive without tests, documents or examples."""
    (archive,) = (path for path in archives if path.name.endswith(".tar.gz"))
    with tarfile.open(archive) as opened:
        names = [name.partition("/")[2] for name in opened.getnames()]
    absent = [part for part in CARRIED if not any(name.startswith(part) for name in names)]
    strange = [name for name in names if "__pycache__" in name or name.endswith(".pyc")]
    if absent or strange:
        sys.exit(f"{archive.name}: missing {absent}, too much {strange[:3]}")


def write_bill(python: Path, path: Path) -> None:
    """Write the bill of materials."""
    form = (
        "--output-reproducible",
        f"--pyproject={ROOT / 'pyproject.toml'}",
        f"--output-file={path}",
    )
    command = [str(python), "-m", "cyclonedx_py", "requirements", *form, str(LOCKS / "run.txt")]
    subprocess.run(command, check=True)


def main() -> int:
    """Build twice, compare, write the bill of materials; return the exit status."""
    python = make_tools()
    shutil.rmtree(DIST, ignore_errors=True)
    with TemporaryDirectory() as one, TemporaryDirectory() as two, TemporaryDirectory() as again:
        first = build(python, copy_of_sources(Path(one)), DIST)
        second = build(python, copy_of_sources(Path(two)), Path(again))
        for path, other in zip(first, second, strict=True):
            if path.read_bytes() != other.read_bytes():
                sys.exit(f"{path.name}: two builds of the same sources differ")
    check(first)
    write_bill(python, DIST / "tirelire.cdx.json")
    print(*sorted(path.relative_to(ROOT) for path in DIST.iterdir()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
