"""States as bytes: the record in them, and the decisions that entry points write behind it.

An entry point takes a state as an array of bytes, which Python copies ten times faster than an
array of records. Behind the record there is space for a list of decisions, where some entry points
write their answer: each array argument costs time. Compiled code finds the record by its address,
since a view of an array would be reference-counted. Where every nanosecond counts, the caller
passes the address itself: that is twice as fast as an array. Addresses are LLVM code of our own:
with views of arrays, a state driven from Python is 17 to 25 % slower, and Money falls from 1.4 to
1.05 times OpenSpiel's hearts, where the bar is 1 (docs/performance.md). So is the copy of a
record, for which Numba has no form of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from tirelire.core.compiling import COMPILED, allocating, array_type, entry_point, kernel

if COMPILED:
    numba: Any = import_module("numba")
    cgutils: Any = import_module("numba.core.cgutils")
    intrinsic: Any = import_module("numba.extending").intrinsic
    carray = numba.carray

    @intrinsic  # type: ignore[untyped-decorator]
    def _number(_context: Any, array: Any) -> Any:
        """Return the address of an array as a number."""

        def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            proxy = cgutils.create_struct_proxy(array)(target, builder, arguments[0])
            return builder.ptrtoint(proxy.data, cgutils.intp_t)

        return numba.types.intp(array), code

    @intrinsic  # type: ignore[untyped-decorator]
    def _pointer(_context: Any, number: Any) -> Any:  # noqa: ARG001
        """Return an address that is given as a number."""

        def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], cgutils.voidptr_t)

        return numba.types.voidptr(numba.types.intp), code

    @intrinsic  # type: ignore[untyped-decorator]
    def copy_bytes(_context: Any, source: Any, target: Any, size: Any) -> Any:  # noqa: ARG001
        """Copy the first bytes of a record over those of another."""

        def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            cgutils.raw_memcpy(builder, arguments[1], arguments[0], arguments[2], 1)
            return context.get_dummy_value()

        return numba.types.void(source, target, numba.types.intp), code


@cache
def _make_address() -> Callable[[Any], Any]:
    def run(raw: Any) -> int:
        return int(_number(raw))

    compiled: Callable[[Any], Any] = entry_point(run, "address", "core", (array_type(np.uint8),))
    return compiled


def handle_of(raw: Any) -> Any:
    """Return the address of a state, valid while its array lives; uncompiled, the array."""
    return _make_address()(raw) if COMPILED else raw


def record_at(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """Make the function that finds the record at the handle of a state."""
    if COMPILED:

        @allocating
        def find(handle: Any) -> Any:
            return carray(_pointer(handle), (1,), dtype)[0]

        return find
    return record_in(dtype)


def decisions_at(dtype: np.dtype[Any], decisions: int) -> Callable[[Any], Any]:
    """Make the function that finds the space for decisions behind the record at a handle."""
    size = dtype.itemsize
    if COMPILED:

        @allocating
        def find(handle: Any) -> Any:
            return carray(_pointer(handle + size), (decisions,), np.int16)

        return find
    return decisions_behind(dtype, decisions)


@cache
def record_in(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """Make the function that finds the record in the bytes of a state or a view."""
    size = dtype.itemsize
    if COMPILED:

        @allocating
        def find(raw: Any) -> Any:
            return carray(_pointer(_number(raw)), (1,), dtype)[0]

        return find
    return lambda raw: raw[:size].view(dtype)[0]


@cache
def decisions_behind(dtype: np.dtype[Any], decisions: int) -> Callable[[Any], Any]:
    """Make the function that finds the space for decisions behind the record of a state."""
    size = dtype.itemsize
    if COMPILED:

        @allocating
        def find(raw: Any) -> Any:
            return carray(_pointer(_number(raw) + size), (decisions,), np.int16)

        return find
    return lambda raw: raw[size:].view(np.int16)


@cache
def bytes_of(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """Make the function that copies a record into an array of bytes."""
    size = dtype.itemsize
    record, copy = record_in(dtype), copy_record(dtype)

    @allocating
    def read(one: Any) -> Any:
        raw = np.zeros(size, np.uint8)
        copy(one, record(raw))
        return raw

    return read


@cache
def copy_record(dtype: np.dtype[Any]) -> Callable[[Any, Any], None]:
    """Make the function that copies a record over another of the same type."""
    size = dtype.itemsize
    if COMPILED:

        @kernel
        def copy(source: Any, target: Any) -> None:
            copy_bytes(source, target, size)

        return copy

    def copy_fields(source: Any, target: Any) -> None:
        for name in dtype.names or ():
            target[name] = source[name]

    return copy_fields
