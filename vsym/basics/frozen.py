"""Frozen values: dataclasses that nothing changes once they are made, which the type checker sees to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")

ABSENT = object()


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(declared: type[T], /) -> type[T]: ...
@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(*, eq: bool = True, repr: bool = True, hash_kept: bool = False) -> Callable[[type[T]], type[T]]: ...
def frozen(
    declared: type[T] | None = None,
    /,
    *,
    eq: bool = True,
    repr: bool = True,  # noqa: A002
    hash_kept: bool = False,
) -> type[T] | Callable[[type[T]], type[T]]:
    """A dataclass that is written with its fields and, unless `eq` is false, compared and hashed by them; with
    `hash_kept` an object computes its hash once, which pays where objects are large and share their parts.

    `dataclass(frozen=True)` compiles six methods for every class at every start, which took a quarter of the processor
    time of a small check. It also refuses assignments, which made each object more than twice as expensive. Here the
    constructor is compiled once for all classes of the same number of fields, and the other methods are closures.
    """

    def made(declared: type[T]) -> type[T]:
        completed: Any = dataclass(init=False, eq=False, repr=False)(declared)
        listed = fields(completed)
        if "__init__" not in declared.__dict__:
            completed.__init__ = _constructor(declared, listed)
        if eq:
            _compare_by_fields(completed, [one.name for one in listed if one.compare])
        if hash_kept:
            _keep_hash(completed)
        if repr and "__repr__" not in declared.__dict__:
            completed.__repr__ = _written([one.name for one in listed if one.repr])
        return declared

    return made if declared is None else made(declared)


def _constructor(declared: type, listed: tuple[Field[Any], ...]) -> FunctionType:
    """Gives the fields their values, by place or by name; its code is that of any class with as many fields."""
    names = tuple(one.name for one in listed)
    made = tuple(place for place, one in enumerate(listed) if one.default_factory is not MISSING)
    code = _code(len(names), made, hasattr(declared, "__post_init__"))
    # The names of the fields replace `f0`, `f1`, …: variables of the code, and attributes that it assigns.
    named = dict(zip((f"f{place}" for place in range(len(names))), names, strict=True))
    code = code.replace(
        co_varnames=tuple(named.get(name, name) for name in code.co_varnames),
        co_names=tuple(named.get(name, name) for name in code.co_names),
    )
    factories = {f"made{place}": listed[place].default_factory for place in made}
    defaults = tuple(ABSENT if place in made else one.default for place, one in enumerate(listed))
    given = tuple(default for default in defaults if default is not MISSING)
    constructor = FunctionType(code, {"ABSENT": ABSENT, **factories}, "__init__", given)
    constructor.__qualname__ = f"{declared.__qualname__}.__init__"
    return constructor


@cache
def _code(size: int, made: tuple[int, ...], continued: bool) -> CodeType:
    """The code of a constructor of `size` fields; those at the places in `made` get a new default where the caller
    gives no value.

    If it is `continued`, the constructor ends by calling `__post_init__`.
    """
    arguments = ", ".join(f"f{place}" for place in range(size))
    lines = [
        f"self.f{place} = made{place}() if f{place} is ABSENT else f{place}"
        if place in made
        else f"self.f{place} = f{place}"
        for place in range(size)
    ]
    if continued:
        lines.append("self.__post_init__()")
    module = compile(f"def __init__(self, {arguments}):\n " + "\n ".join(lines or ["pass"]), "<frozen>", "exec")
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))


def _compare_by_fields(declared: Any, names: list[str]) -> None:
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


def _keep_hash(declared: Any) -> None:
    hashed: Callable[[object], int] = declared.__hash__

    def kept(self: Any) -> int:
        result: int | None = self.__dict__.get("_hash")
        if result is None:
            result = self._hash = hashed(self)
        return result

    def state(self: Any) -> dict[str, object]:
        # Strings are hashed differently in every process, where a pickle may go.
        return {name: value for name, value in self.__dict__.items() if name != "_hash"}

    declared.__hash__, declared.__getstate__ = kept, state


def _written(names: list[str]) -> Callable[[object], str]:
    def written(self: object) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return written
