"""Values that are computed of objects once, by the objects' identity: where comparing them would cost too much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class ByIdentity(Generic[Key, Value]):
    """A function that is computed once for each object."""

    def __init__(self, compute: Callable[[Key], Value]) -> None:
        self._compute = compute
        self._values: dict[int, tuple[Key, Value]] = {}

    def __call__(self, key: Key) -> Value:
        entry = self._values.get(id(key))
        if entry is None:
            # With the object itself, as its identity may be another one's when it is gone.
            entry = self._values[id(key)] = key, self._compute(key)
        return entry[1]
