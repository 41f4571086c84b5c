"""Attributes that are computed at their first use, and cached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Owner = TypeVar("Owner")
Result = TypeVar("Result")


class lazy(Generic[Owner, Result]):  # noqa: N801 - used as a decorator
    """An attribute that is computed once.

    Like `functools.cached_property`, whose lock until Python 3.12 takes longer than most of our
    computations.

    >>> class Sum:
    ...     @lazy
    ...     def total(self) -> int:
    ...         print("counting")
    ...         return 3
    >>> one = Sum()
    >>> one.total + one.total
    counting
    6
    """

    def __init__(self, compute: Callable[[Owner], Result]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type[Owner], name: str) -> None:
        """Store the name of the attribute."""
        self._name = name

    @overload
    def __get__(self, owner: None, kind: Any = None) -> lazy[Owner, Result]: ...
    @overload
    def __get__(self, owner: Owner, kind: Any = None) -> Result: ...
    def __get__(self, owner: Owner | None, kind: Any = None) -> lazy[Owner, Result] | Result:
        """Compute the value; from then on Python finds it in the object itself."""
        if owner is None:
            return self
        found = owner.__dict__[self._name] = self._compute(owner)
        return found
