"""Frozen values: dataclasses that nothing changes once they are made, which the type checker sees to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(declared: type[T], /) -> type[T]: ...
@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(*, eq: bool = True, repr: bool = True) -> Callable[[type[T]], type[T]]: ...
def frozen(
    declared: type[T] | None = None,
    /,
    *,
    eq: bool = True,
    repr: bool = True,  # noqa: A002
) -> type[T] | Callable[[type[T]], type[T]]:
    """A dataclass that is written with its fields and, unless `eq` is false, compared and hashed by them.

    What `dataclass(frozen=True)` compiles for every class at every start, five methods besides the constructor, was a
    fifth of the processor time of a small check, and the assignments that it refuses made an object cost more than
    twice as much. Here the constructor is compiled and the methods are closures.
    """

    def made(declared: type[T]) -> type[T]:
        completed: Any = dataclass(eq=False, repr=False)(declared)
        if eq:
            _compare_by_fields(completed)
        if repr and "__repr__" not in declared.__dict__:
            completed.__repr__ = _written([one.name for one in fields(completed) if one.repr])
        return declared

    return made if declared is None else made(declared)


def _compare_by_fields(declared: Any) -> None:
    names = [one.name for one in fields(declared) if one.compare]
    key: Callable[[object], Any] = attrgetter(*names) if names else lambda _: ()

    def equal(self: object, other: object) -> Any:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return key(self) == key(other)

    def hashed(self: object) -> int:
        return hash(key(self))

    if "__eq__" not in declared.__dict__:
        declared.__eq__ = equal
    if declared.__dict__.get("__hash__") is None:
        declared.__hash__ = hashed


def _written(names: list[str]) -> Callable[[object], str]:
    def written(self: object) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return written
