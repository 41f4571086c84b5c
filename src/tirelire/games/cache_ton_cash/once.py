"""Kernels that are compiled once.

Numba compiles a function anew for every width of a whole number that it is called with, and for
every constant. Here all whole numbers are widened at the call; what is known of them is found again
when the function is inlined.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from tirelire.core.compiling import COMPILED
from tirelire.core.compiling import kernel as core_kernel

F = TypeVar("F", bound=Callable[..., Any])

if COMPILED:
    types: Any = import_module("numba.types")
    cgutils: Any = import_module("numba.core.cgutils")
    intrinsic: Any = import_module("numba.extending").intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest_bit(_context: Any, bits: Any) -> Any:  # noqa: ARG001
        """Return the place of the lowest bit of a number that is not nought."""

        def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.true_bit)

        return types.int64(types.int64), code

else:

    def lowest_bit(bits: int) -> int:
        """Return the place of the lowest bit of a number that is not nought."""
        return (bits & -bits).bit_length() - 1


def kernel(function: F) -> F:
    """Mark a function of the rules, as in core, for whole numbers of any width."""
    compiled: Any = core_kernel(function)
    if COMPILED:
        resolve = compiled.get_call_template

        def widened(kind: Any) -> Any:
            kind = types.unliteral(kind)
            return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

        def get_call_template(arguments: Any, keywords: Any) -> Any:
            return resolve(tuple(map(widened, arguments)), keywords)

        compiled.get_call_template = get_call_template
        compiled.targetoptions["_nrt"] = False
    result: F = compiled
    return result


def inlined(function: F) -> F:
    """Mark a small function of the rules that is always made part of its caller.

    A function that holds an array and calls another counts its references, which takes longer than
    listing the decisions of a hand.
    """
    compiled: Any = kernel(function)
    if COMPILED:
        compiled.targetoptions["forceinline"] = True
    result: F = compiled
    return result
