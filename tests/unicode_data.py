"""Make the tables of `tirelire.server.names` from the files of the Unicode Consortium.

    python -m tests.unicode_data FOLDER

FOLDER holds `confusables.txt` (of the folder `security` of a version of Unicode), `Scripts.txt`
and `DerivedCoreProperties.txt` (of its folder `ucd`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tirelire.server import names

TARGET = Path(names.__file__).with_name("unicode.toml")
NOTICE = """\
# Look-alike characters, scripts and invisible characters, made by `python -m tests.unicode_data`
# from data files of Unicode: confusables.txt {versions}.
# This is a modified form of these files: only the columns that the house needs, shortened.
#
{licence}
"""
LICENCE = """\
COPYRIGHT AND PERMISSION NOTICE

Copyright © 1991-2022 Unicode, Inc. All rights reserved.
Distributed under the Terms of Use in https://www.unicode.org/copyright.html.

Permission is hereby granted, free of charge, to any person obtaining a copy of the Unicode data
files and any associated documentation (the "Data Files") or Unicode software and any associated
documentation (the "Software") to deal in the Data Files or Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish, distribute, and/or sell copies
of the Data Files or Software, and to permit persons to whom the Data Files or Software are
furnished to do so, provided that either (a) this copyright and permission notice appear with all
copies of the Data Files or Software, or (b) this copyright and permission notice appear in
associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT OF THIRD PARTY RIGHTS. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN
THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THE DATA FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall not be used in advertising
or otherwise to promote the sale, use or other dealings in these Data Files or Software without
prior written authorization of the copyright holder."""
NEUTRAL = ("Common", "Inherited")
"""Scripts that go with any other."""


def lines(path: Path) -> Iterator[list[str]]:
    """Read the fields of a data file."""
    for line in path.read_text("utf-8-sig").splitlines():
        text = line.partition("#")[0].strip()
        if text:
            yield [field.strip() for field in text.split(";")]


def version(path: Path) -> str:
    """Return the version that a data file says it has."""
    found = re.search(r"\d+\.\d+\.\d+", path.read_text("utf-8-sig")[:600])
    assert found is not None, path
    return found[0]


def ranges(path: Path, wanted: str | None = None) -> list[tuple[str, int, int]]:
    """Read which characters have a property, as ranges that are as long as possible."""
    found = []
    for codes, name in lines(path):
        if wanted in (None, name):
            first, _, last = codes.partition("..")
            found.append((name, int(first, 16), int(last or first, 16)))
    joined: list[tuple[str, int, int]] = []
    for name, begin, end in sorted(found, key=lambda one: one[1]):
        if joined and joined[-1][0] == name and joined[-1][2] + 1 == begin:
            joined[-1] = (name, joined[-1][1], end)
        else:
            joined.append((name, begin, end))
    return joined


def written(some: list[tuple[str, int, int]]) -> str:
    """Write ranges: `41-5A 61-7A AA`."""
    return " ".join(f"{a:X}" if a == b else f"{a:X}-{b:X}" for _, a, b in some)


def wrapped(text: str) -> str:
    """Break a long text into lines."""
    return re.sub(r"(.{1,96})(?: |$)", r"\1\n", text)


def make(folder: Path) -> str:
    """Write the tables."""
    files = [folder / name for name in ("confusables.txt", "Scripts.txt")]
    versions = f"{version(files[0])}, Scripts.txt and DerivedCoreProperties.txt {version(files[1])}"
    licence = "\n".join(f"# {line}".rstrip() for line in LICENCE.splitlines())
    text = NOTICE.format(versions=versions, licence=licence)
    alike = sorted((fields[1], fields[0]) for fields in lines(files[0]))
    groups = [
        f"{target.replace(' ', '+')}={','.join(source for _, source in group)}"
        for target, group in groupby(alike, key=lambda pair: pair[0])
    ]
    text += f'\nalike = """\n{wrapped(" ".join(groups))}"""\n'
    hidden = ranges(folder / "DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    text += f'\ninvisible = """\n{wrapped(written(hidden))}"""\n\n[scripts]\n'
    scripts = [one for one in ranges(files[1]) if one[0] not in NEUTRAL]
    for name in sorted({one[0] for one in scripts}):
        of_script = [one for one in scripts if one[0] == name]
        text += f'{name} = """\n{wrapped(written(of_script))}"""\n'
    return text


if __name__ == "__main__":
    TARGET.write_text(make(Path(sys.argv[1])), "utf-8")
