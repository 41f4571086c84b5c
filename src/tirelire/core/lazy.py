"""What is worked out when somebody asks for it, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Owner = TypeVar("Owner")
Kept = TypeVar("Kept")


class lazy(Generic[Owner, Kept]):  # noqa: N801 - used as a decorator
    """An attribute that is worked out once.

    As `functools.cached_property`, which until Python 3.12 takes longer to lock itself than most of
    what we keep takes to work out.

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

    def __init__(self, work_out: Callable[[Owner], Kept]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type[Owner], name: str) -> None:
        """Note under which name it is kept."""
        self._name = name

    @overload
    def __get__(self, owner: None, kind: Any = None) -> lazy[Owner, Kept]: ...
    @overload
    def __get__(self, owner: Owner, kind: Any = None) -> Kept: ...
    def __get__(self, owner: Owner | None, kind: Any = None) -> lazy[Owner, Kept] | Kept:
        """Work it out: the next time it is found without asking here."""
        if owner is None:
            return self
        found = owner.__dict__[self._name] = self._work_out(owner)
        return found
