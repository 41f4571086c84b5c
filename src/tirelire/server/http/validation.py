"""Faults of a message, found by walking the type that it should have had.

msgspec decides whether a message fits; it stops at the first fault and names it in English. For a
message that does not fit, this module walks the same type and names every fault, as a key of the
texts of the house.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import inspect

from tirelire.core.codes import quote
from tirelire.core.texts import say

_KINDS: dict[type, str] = {
    inspect.StrType: "str",
    inspect.LiteralType: "str",
    inspect.IntType: "int",
    inspect.FloatType: "float",
    inspect.BoolType: "bool",
    inspect.ListType: "array",
    inspect.DictType: "object",
    inspect.StructType: "object",
    inspect.NoneType: "null",
}
_KINDS_OF_VALUES: dict[type, str] = {
    str: "str",
    int: "int",
    float: "float",
    bool: "bool",
    list: "array",
    dict: "object",
    type(None): "null",
}
MOST_FAULTS = 20
"""More are not named: a message may be long."""


class Fault(NamedTuple):
    """One thing that is wrong with a message."""

    field: str
    """Where: `pace.decision`, `seats.2`; empty for the message as a whole."""
    key: str
    """The key of its text, below `refusal.field`."""
    values: dict[str, Any]

    def say(self, lang: str) -> str:
        """Say it in a language.

        >>> Fault("", "type", {"wanted": ("int", "null"), "got": ("str",)}).say("en")
        'Expected: a whole number or nothing; got: a text.'
        """
        worded = {name: _worded(name, value, lang) for name, value in self.values.items()}
        return say(lang, f"refusal.field.{self.key}", **worded)


class InvalidMessage(Exception):  # noqa: N818
    """A body or a query does not fit its schema."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__()
        self.faults = faults


def _worded(name: str, value: Any, lang: str) -> Any:
    if name == "n":
        return value
    if name == "name":
        return quote(value).say(lang)
    kinds = [say(lang, f"refusal.field.kind.{kind}") for kind in value]
    return f" {say(lang, 'refusal.field.or')} ".join(kinds)


def faults_of(wanted: Any, value: Any) -> list[Fault]:
    """Name what is wrong with a decoded JSON value that should have had a type."""
    found = []
    for fault in _walk(_type_info(wanted), value, ""):
        found.append(fault)
        if len(found) == MOST_FAULTS:
            break
    return found or [Fault("", "other", {})]


@lru_cache(100)
def _type_info(wanted: Any) -> inspect.Type:
    return inspect.type_info(wanted)


def _walk(wanted: Any, value: Any, path: str) -> Iterator[Fault]:
    while isinstance(wanted, inspect.Metadata):
        wanted = wanted.type
    choices = wanted.types if isinstance(wanted, inspect.UnionType) else (wanted,)
    got = _KINDS_OF_VALUES[type(value)]
    fitting = [one for one in choices if _kind(one) == got]
    if not fitting:
        kinds = tuple(sorted(map(_kind, choices), key=lambda kind: kind == "null"))
        yield Fault(path, "type", {"wanted": kinds, "got": (got,)})
        return
    one = fitting[0]
    if isinstance(one, inspect.Metadata):
        one = one.type
    yield from _WALKS.get(type(one), _accept)(one, value, path)


def _kind(wanted: Any) -> str:
    return _kind(wanted.type) if isinstance(wanted, inspect.Metadata) else _KINDS[type(wanted)]


def _accept(_wanted: Any, _value: Any, _path: str) -> Iterator[Fault]:
    return iter(())


def _walk_struct(wanted: inspect.StructType, value: dict[str, Any], path: str) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in wanted.fields}
    for name, field in fields.items():
        if name in value:
            yield from _walk(field.type, value[name], _below(path, name))
        elif field.required:
            yield Fault(_below(path, name), "missing", {"name": name})
    if wanted.forbid_unknown_fields:
        for name in value:
            if name not in fields:
                yield Fault(_below(path, name), "unknown", {"name": name})


def _walk_dict(wanted: inspect.DictType, value: dict[str, Any], path: str) -> Iterator[Fault]:
    for name, item in value.items():
        yield from _walk(wanted.value_type, item, _below(path, name))


def _walk_list(wanted: inspect.ListType, value: list[Any], path: str) -> Iterator[Fault]:
    yield from _length_faults(wanted, len(value), path, "few", "many")
    for i, item in enumerate(value):
        yield from _walk(wanted.item_type, item, _below(path, str(i)))


def _walk_str(wanted: inspect.StrType, value: str, path: str) -> Iterator[Fault]:
    yield from _length_faults(wanted, len(value), path, "short", "long")
    if wanted.pattern is not None and re.search(wanted.pattern, value) is None:
        yield Fault(path, "characters", {})


def _length_faults(wanted: Any, length: int, path: str, low: str, high: str) -> Iterator[Fault]:
    if wanted.min_length is not None and length < wanted.min_length:
        yield Fault(path, low, {"n": wanted.min_length})
    if wanted.max_length is not None and length > wanted.max_length:
        yield Fault(path, high, {"n": wanted.max_length})


def _walk_int(wanted: inspect.IntType, value: int, path: str) -> Iterator[Fault]:
    if wanted.ge is not None and value < wanted.ge:
        yield Fault(path, "least", {"n": wanted.ge})
    if wanted.le is not None and value > wanted.le:
        yield Fault(path, "most", {"n": wanted.le})


def _walk_literal(wanted: inspect.LiteralType, value: str, path: str) -> Iterator[Fault]:
    if value not in wanted.values:
        yield Fault(path, "choice", {"name": value})


_WALKS: dict[type, Any] = {
    inspect.StructType: _walk_struct,
    inspect.DictType: _walk_dict,
    inspect.ListType: _walk_list,
    inspect.StrType: _walk_str,
    inspect.IntType: _walk_int,
    inspect.LiteralType: _walk_literal,
}


def _below(path: str, name: str) -> str:
    return f"{path}.{name[:40]}" if path else name[:40]
