"""QR codes of the page, read back by a reader that knows the standard and not our writer."""

from __future__ import annotations

import json
import random
import string
import subprocess
from itertools import groupby
from pathlib import Path
from typing import Any

import tirelire
from tests.programs import NODE, need

SCRIPT = Path(tirelire.__file__).parent / "page/static/js/qr.js"

BLOCKS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 4, 7: 4, 8: 4, 9: 5, 10: 5}
CHECKS = {1: 10, 2: 16, 3: 26, 4: 18, 5: 24, 6: 16, 7: 18, 8: 22, 9: 22, 10: 26}
CAPACITY = {1: 14, 2: 26, 3: 42, 4: 62, 5: 84, 6: 106, 7: 122, 8: 152, 9: 180, 10: 213}
"""Bytes that a code of error correction M holds, by its version."""
FORMATS = {  # printed in the standard, for error correction M
    mask: int(bits, 2)
    for mask, bits in enumerate(
        "101010000010010 101000100100101 101111001111100 101101101001011 "
        "100010111111001 100000011001110 100111110010111 100101010100000".split()
    )
}
VERSION_INFORMATION = {7: 0x07C94, 8: 0x085BC, 9: 0x09A99, 10: 0x0A4D3}
MIDDLES: dict[int, list[int]] = {1: [], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46]}
MIDDLES |= {10: [6, 28, 50], **{version: [6, 10 + 4 * version] for version in range(2, 7)}}

Modules = list[list[int]]


def run(code: str) -> Any:
    command = [str(need(NODE)), "--input-type=module", "-"]
    source = f"{SCRIPT.read_text('utf-8')}\nconsole.log(JSON.stringify({code}));"
    done = subprocess.run(command, input=source, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def written(texts: list[str]) -> list[Modules]:
    codes: list[Modules] = run(
        f"{json.dumps(texts)}.map((text) => qr(text).map((x) => x.map(Number)))"
    )
    return codes


def is_fixed(x: int, y: int, version: int) -> bool:
    """Tell whether a module belongs to a pattern and not to the text."""
    size = 17 + 4 * version
    if (
        x == 6
        or y == 6
        or (x < 9 and y < 9)
        or (x < 9 and y > size - 9)
        or (y < 9 and x > size - 9)
    ):
        return True
    if version > 6 and ((x < 6 and y > size - 12) or (y < 6 and x > size - 12)):
        return True
    middles = MIDDLES[version]
    finders = {(6, 6), (6, size - 7), (size - 7, 6)}
    patterns = [(a, b) for a in middles for b in middles if (a, b) not in finders]
    return any(abs(x - a) < 3 and abs(y - b) < 3 for a, b in patterns)


def is_turned(mask: int, i: int, j: int) -> bool:
    """Tell whether a mask turns over the module in row i and column j."""
    return (
        (i + j) % 2,
        i % 2,
        j % 3,
        (i + j) % 3,
        (i // 2 + j // 3) % 2,
        i * j % 2 + i * j % 3,
        (i * j % 2 + i * j % 3) % 2,
        (i * j % 3 + (i + j) % 2) % 2,
    )[mask] == 0


def bits_of(numbers: list[int]) -> int:
    return int("".join(map(str, numbers)), 2)


def mask_of(code: Modules) -> int:
    """Read the mask from both places where it stands."""
    size = len(code)
    first = [code[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [
        code[y][8] for y in (7, 5, 4, 3, 2, 1, 0)
    ]
    second = [code[size - 1 - y][8] for y in range(7)] + [code[8][size - 8 + x] for x in range(8)]
    assert first == second
    assert code[size - 8][8] == 1
    (mask,) = (mask for mask, bits in FORMATS.items() if bits == bits_of(first))
    return mask


def check_version(code: Modules, version: int) -> None:
    size = len(code)
    places = [(size - 11 + i % 3, i // 3) for i in reversed(range(18))]
    assert bits_of([code[y][x] for x, y in places]) == VERSION_INFORMATION[version]
    assert bits_of([code[x][y] for x, y in places]) == VERSION_INFORMATION[version]


def codewords(code: Modules, version: int) -> list[int]:
    """Read the codewords, in columns of two from the right, up and down."""
    mask, size = mask_of(code), len(code)
    bits = []
    columns = [x for x in range(size - 1, 0, -1) if x != 6]
    for number, x in enumerate(columns[::2]):
        rows = range(size) if number % 2 else range(size - 1, -1, -1)
        for i in rows:
            for j in (x, x - 1):
                if not is_fixed(j, i, version):
                    bits.append(code[i][j] ^ is_turned(mask, i, j))
    return [bits_of(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]


def product(a: int, b: int) -> int:
    """Multiply in the field of 256 elements."""
    result = 0
    for bit in range(8):
        if b >> bit & 1:
            result ^= a << bit
    for bit in range(14, 7, -1):
        if result >> bit & 1:
            result ^= 0x11D << (bit - 8)
    return result


def read(code: Modules) -> str:
    """Read a code; every block must be without a fault."""
    version = (len(code) - 17) // 4
    if version > 6:
        check_version(code, version)
    words, count, checks = codewords(code, version), BLOCKS[version], CHECKS[version]
    data_size = len(words) - count * checks
    lengths = [(data_size + i) // count for i in range(count)]
    blocks: list[list[int]] = [[] for _ in range(count)]
    stream = iter(words)
    for place in range(max(lengths)):
        for i in range(count):
            if place < lengths[i]:
                blocks[i].append(next(stream))
    data = [word for block in blocks for word in block]
    for _ in range(checks):
        for block in blocks:
            block.append(next(stream))
    for block in blocks:
        root = 1
        for _ in range(checks):
            value = 0
            for word in block:
                value = product(value, root) ^ word
            assert value == 0
            root = product(root, 2)
    bits = "".join(f"{word:08b}" for word in data)
    assert bits[:4] == "0100"
    head = 12 if version < 10 else 20
    length = int(bits[4:head], 2)
    end = head + 8 * length
    assert bits[end : end + 4] in ("0000", "")
    padding = [int(bits[at : at + 8], 2) for at in range(end + 4, len(bits), 8)]
    assert padding == [(0xEC, 0x11)[i % 2] for i in range(len(padding))]
    return bytes(int(bits[at : at + 8], 2) for at in range(head, end, 8)).decode()


def test_what_is_written_can_be_read() -> None:
    chance = random.Random(7)
    letters = string.ascii_letters + string.digits + "/:.?=&éœ€漢"
    texts = ["", "x", "https://example.org/t/0123456789"]
    texts += ["".join(chance.choices(letters, k=chance.randint(1, 120))) for _ in range(60)]
    assert [read(code) for code in written(texts)] == texts


def test_every_version_is_used_up_to_its_last_byte() -> None:
    lengths = [size for most in CAPACITY.values() for size in (most, most + 1)][:-1]
    codes = written(["a" * length for length in lengths])
    versions = [(len(code) - 17) // 4 for code in codes]
    assert versions == [v for version in CAPACITY for v in (version, version + 1)][:-1]
    assert [len(read(code)) for code in codes] == lengths


def test_a_text_that_is_too_long_is_refused() -> None:
    assert (
        run("(() => { try { qr('a'.repeat(214)); } catch (e) { return e.name; } })()")
        == "RangeError"
    )


def test_every_code_has_the_fixed_patterns() -> None:
    for code in written(["a" * most for most in CAPACITY.values()]):
        size = len(code)
        for x, y in ((0, 0), (size - 7, 0), (0, size - 7)):
            assert [sum(code[y + i][x : x + 7]) for i in range(7)] == [7, 2, 5, 5, 5, 2, 7]
        assert all(code[6][i] == code[i][6] == (i + 1) % 2 for i in range(8, size - 8))


def masked(code: Modules, mask: int) -> Modules:
    """Write a code again with another mask."""
    size, old = len(code), mask_of(code)
    version = (size - 17) // 4
    new = [list(row) for row in code]
    for i in range(size):
        for j in range(size):
            if not is_fixed(j, i, version):
                new[i][j] ^= is_turned(old, i, j) ^ is_turned(mask, i, j)
    bits = [int(bit) for bit in f"{FORMATS[mask]:015b}"]
    across = [0, 1, 2, 3, 4, 5, 7, 8]
    for k, bit in enumerate(bits):
        x, y = (across[k], 8) if k < 8 else (8, across[14 - k])
        new[y][x] = bit
        x, y = (8, size - 1 - k) if k < 7 else (size - 15 + k, 8)
        new[y][x] = bit
    return new


def penalty(code: Modules) -> int:
    """Count what makes a code hard to read, as the standard does."""
    size, points = len(code), 0
    for lines in (code, list(zip(*code, strict=True))):
        for line in lines:
            runs = [len(list(group)) for _, group in groupby(line)]
            points += sum(3 + run - 5 for run in runs if run >= 5)
            text = "".join(map(str, line))
            for at in range(size - 10):
                points += 40 * (text[at : at + 11] in ("10111010000", "00001011101"))
    for i in range(size - 1):
        for j in range(size - 1):
            points += 3 * (code[i][j] == code[i][j + 1] == code[i + 1][j] == code[i + 1][j + 1])
    percent = 100 * sum(map(sum, code)) / size**2
    return points + 10 * int(abs(percent - 50) / 5)


def test_the_mask_is_the_one_that_reads_best() -> None:
    codes = written([f"https://house.example/t/{n}" for n in range(20)])
    for code in codes:
        points = [penalty(masked(code, mask)) for mask in range(8)]
        assert points[mask_of(code)] == min(points)
    assert len({mask_of(code) for code in codes}) > 1
