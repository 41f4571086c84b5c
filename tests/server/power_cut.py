"""What is left of a file when the power goes: calls of a process, traced and played again.

`strace` writes down what a process writes, and what it has synced. A write that no sync has covered
may reach the disk or not, sector by sector; one that a sync has covered is there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

SECTOR = 512
"""Bytes that a disk writes whole or not at all."""
_CALLS = "openat,write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,ftruncate,unlink,rename"
_LINE = re.compile(r"(\d+) +(\d+\.\d+) (.*)", re.DOTALL)
_RESUMED = re.compile(r"<\.\.\. \w+ resumed>(.*)", re.DOTALL)
_CALL = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+)[^\"]* <(\d+\.\d+)>", re.DOTALL)
_FILE = re.compile(r"\d+<([^>]*)>")
_WRITTEN = re.compile(r'\d+<[^>]*>, "([^"]*)", (\d+), (\d+)')
_UNFINISHED = " <unfinished ...>"


def traced(log: Path, files: Sequence[Path]) -> list[str]:
    """Return the beginning of a command that is traced where it changes files."""
    options = ["-f", "--seccomp-bpf", "-qq", "-ttt", "-T", "-y", "-xx", "-s", "1000000"]
    watched = [part for file in files for part in ("-P", str(file))]
    return [
        "strace",
        *options,
        "-e",
        f"trace={_CALLS}",
        "-e",
        "signal=none",
        *watched,
        "-o",
        f"{log}",
    ]


@dataclass(frozen=True)
class Call:
    """A call that changes or syncs a file."""

    name: str
    file: str
    began: float
    ended: float
    offset: int = 0
    data: bytes = b""


def read_calls(log: Path) -> list[Call]:
    """Read a trace; the calls in the order in which they ended."""
    calls = [call for began, ended, text in _whole(log) for call in _call(began, ended, text)]
    return sorted(calls, key=lambda call: call.ended)


def _whole(log: Path) -> Iterator[tuple[float, float, str]]:
    """Put calls together that another thread has interrupted; return when they began and ended."""
    open_calls: dict[str, tuple[float, str]] = {}
    for line in log.read_text("ascii").splitlines():
        found = _LINE.fullmatch(line)
        assert found, line[:200]
        thread, at, text = found[1], float(found[2]), found[3]
        if text.endswith(_UNFINISHED):
            open_calls[thread] = at, text.removesuffix(_UNFINISHED)
        elif resumed := _RESUMED.fullmatch(text):
            began, first = open_calls.pop(thread)
            yield began, at, first + resumed[1]
        else:
            seconds = text.rpartition(" <")[2].rstrip(">")
            yield at, at + float(seconds), text


def _call(began: float, ended: float, text: str) -> Iterator[Call]:
    found = _CALL.fullmatch(text)
    assert found, text[:200]
    name, given, result = found[1], found[2], int(found[3])
    if result < 0 or name == "openat":
        return
    if name == "unlink":
        yield Call(name, _text(given.strip('"')), began, ended)
        return
    of = _FILE.match(given)
    assert of, text[:200]
    file = _text(of[1])
    if name in ("fsync", "fdatasync"):
        yield Call("sync", file, began, ended)
    elif name == "ftruncate":
        yield Call(name, file, began, ended, offset=int(given.rpartition(", ")[2]))
    else:
        assert name == "pwrite64", name  # SQLite uses no other
        written = _WRITTEN.fullmatch(given)
        assert written, text[:200]
        data = _bytes(written[1])
        assert len(data) == int(written[2]) == result
        yield Call("write", file, began, ended, int(written[3]), data)


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _text(text: str) -> str:
    return _bytes(text).decode()


class Disk:
    """Files as a disk has them: what is safe, and what was written since."""

    def __init__(self) -> None:
        self._safe: dict[str, bytearray] = defaultdict(bytearray)
        self._unsafe: dict[str, list[Call]] = defaultdict(list)

    def apply(self, call: Call) -> None:
        """Take over a call that has ended."""
        if call.name == "unlink":
            self._safe.pop(call.file, None)
            self._unsafe.pop(call.file, None)
        elif call.name == "sync":
            waiting = self._unsafe[call.file]
            for change in waiting:
                if change.ended <= call.began:
                    _change(self._safe[call.file], change, 1.0, Random(0))
            waiting[:] = [change for change in waiting if change.ended > call.began]
        else:
            self._unsafe[call.file].append(call)

    def after_cut(self, share: float, chance: Random) -> dict[str, bytes]:
        """Return the files after a power cut that a share of the unsafe sectors survived."""
        left = {}
        for file in {*self._safe, *self._unsafe}:
            content = bytearray(self._safe[file])
            for change in self._unsafe[file]:
                _change(content, change, share, chance)
            left[file] = bytes(content)
        return left


def _change(content: bytearray, change: Call, share: float, chance: Random) -> None:
    """Apply a change to the content of a file: each sector with the probability `share`."""
    if change.name == "ftruncate":
        if chance.random() < share:
            del content[change.offset :]
        return
    for first in range(0, len(change.data), SECTOR):
        part = change.data[first : first + SECTOR]
        if chance.random() < share:
            at = change.offset + first
            content.extend(bytes(max(0, at + len(part) - len(content))))
            content[at : at + len(part)] = part
