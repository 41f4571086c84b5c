"""Wheel, source archive and bill of materials, into `dist/`.

    python -m tests.release

The same commit gives the same bytes: both are built twice, in different folders, and compared. The
moment that files bear is that of the commit (`SOURCE_DATE_EPOCH`). The bill of materials
(CycloneDX) lists what `locks/house.txt` installs: names, versions, hashes.

Both carry the documentation, as `tirelire/site`, which a house shows under `/docs`. On a package
index the README has no neighbours: where `REPOSITORY_URL` gives the address of the repository, or
the clone has a remote at one, links get that address and the commit, and the metadata names it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from tests.programs import LOCKS

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
TOOLS = Path(sys.prefix) / "release"
"""An environment of its own: its tools are no part of ours."""
CARRIED = ("tests/", "docs/", "examples/", "locks/", "Makefile", "CHANGELOG.md")
"""What the source archive has beside the package."""
SITE = "tirelire/site"
"""Where the package has the documentation: see src/tirelire/server/pages/docs.py."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|!\[[^]]*\]\([^)]*\))*)\]\((?!#|/|[a-z]+:)([^)\s]+)\)")


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


def repository_url() -> str:
    """Return the address of the repository that is set, or of the remote; empty for none."""
    asked = ["git", "remote", "get-url", "origin"]
    found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    url = os.environ.get("REPOSITORY_URL") or found.strip().removesuffix(".git")
    return url.rstrip("/") if url.startswith("https://") else ""


def absolute_links(text: str, url: str, commit: str) -> str:
    """Give all links of a page to files of the repository the address of a commit there.

    >>> absolute_links("![A](docs/a.png) [L](LICENSE) [B](#b)", "https://x.invalid/t", "c0")
    '![A](https://x.invalid/t/raw/c0/docs/a.png) [L](https://x.invalid/t/blob/c0/LICENSE) [B](#b)'
    """

    def whole(found: re.Match[str]) -> str:
        mark, label, target = found.groups()
        kind = "raw" if mark else "blob"
        return f"{mark}[{absolute_links(label, url, commit)}]({url}/{kind}/{commit}/{target})"

    return _LINK.sub(whole, text)


def with_urls(project: str, url: str, commit: str) -> str:
    """Add the addresses of the repository and of its pages to the text of pyproject.toml."""
    pages = {
        "Source": url,
        "Issues": f"{url}/issues",
        "Documentation": f"{url}/blob/{commit}/docs/index.md",
        "Changelog": f"{url}/blob/{commit}/CHANGELOG.md",
    }
    lines = [f'{name} = "{address}"' for name, address in pages.items()]
    return "\n".join([project, "[project.urls]", *lines, ""])


def prepare(folder: Path) -> Path:
    """Make a copy of the sources ready to be built: links, metadata, the documentation."""
    if url := repository_url():
        asked = ["git", "rev-parse", "HEAD"]
        commit = subprocess.check_output(asked, cwd=ROOT, text=True).strip()
        readme = folder / "README.md"
        readme.write_text(absolute_links(readme.read_text("utf-8"), url, commit), "utf-8")
        project = folder / "pyproject.toml"
        project.write_text(with_urls(project.read_text("utf-8"), url, commit), "utf-8")
    else:
        print("No address of the repository (REPOSITORY_URL): README and metadata do not name it.")
    source = folder / "src"
    command = [sys.executable, str(folder / "docs" / "site"), str(source / SITE)]
    environment = {
        **os.environ,
        "PYTHONPATH": str(source),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": str(TOOLS / "compiled"),
        "SOURCE_DATE_EPOCH": commit_time(),
    }
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return folder


def check(archives: list[Path]) -> None:
    """Refuse a source archive without tests, documents or examples, a wheel without the site."""
    (archive,) = (path for path in archives if path.name.endswith(".tar.gz"))
    with tarfile.open(archive) as opened:
        names = [name.partition("/")[2] for name in opened.getnames()]
    absent = [part for part in CARRIED if not any(name.startswith(part) for name in names)]
    (wheel,) = (path for path in archives if path.name.endswith(".whl"))
    with ZipFile(wheel) as opened_wheel:
        names += opened_wheel.namelist()
    absent += [f"{SITE}/{x}" for x in ("index.html", "lab.html") if f"{SITE}/{x}" not in names]
    strange = [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".nbc"))]
    if absent or strange:
        sys.exit(f"dist: missing {absent}, too much {strange[:3]}")


def write_bill(python: Path, path: Path) -> None:
    """Write the bill of materials."""
    form = (
        "--output-reproducible",
        f"--pyproject={ROOT / 'pyproject.toml'}",
        f"--output-file={path}",
    )
    command = [str(python), "-m", "cyclonedx_py", "requirements", *form, str(LOCKS / "house.txt")]
    subprocess.run(command, check=True)


def main() -> int:
    """Build twice, compare, write the bill of materials; return the exit status."""
    python = make_tools()
    shutil.rmtree(DIST, ignore_errors=True)
    with TemporaryDirectory() as one, TemporaryDirectory() as two, TemporaryDirectory() as again:
        first = build(python, prepare(copy_of_sources(Path(one))), DIST)
        second = build(python, prepare(copy_of_sources(Path(two))), Path(again))
        for path, other in zip(first, second, strict=True):
            if path.read_bytes() != other.read_bytes():
                sys.exit(f"{path.name}: two builds of the same sources differ")
    check(first)
    subprocess.run([str(python), "-m", "twine", "check", "--strict", *map(str, first)], check=True)
    write_bill(python, DIST / "tirelire.cdx.json")
    print(*sorted(path.relative_to(ROOT) for path in DIST.iterdir()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
