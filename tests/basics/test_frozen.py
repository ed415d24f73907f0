"""Frozen values against the dataclasses that Python makes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

import pytest

from vsym.basics.frozen import frozen


@frozen
class Pair:
    first: int
    second: str = "b"
    note: str = field(default="", compare=False)
    hidden: int = field(default=0, repr=False)

    @cached_property
    def size(self) -> int:
        return len(self.second)


@dataclass(frozen=True)
class Plain:
    first: int
    second: str = "b"
    note: str = field(default="", compare=False)
    hidden: int = field(default=0, repr=False)


@frozen
class Empty:
    pass


@frozen(eq=False)
class Apart:
    first: int


@pytest.mark.parametrize("left", [(1,), (1, "c"), (2, "b", "n"), (1, "b", "n"), (1, "b", "", 1)])
@pytest.mark.parametrize("right", [(1,), (2, "b"), (1, "b", "n"), (1, "b", "", 1)])
def test_values_are_compared_hashed_and_written_as_a_dataclass_does(left: tuple[int], right: tuple[int]) -> None:
    assert (Pair(*left) == Pair(*right)) == (Plain(*left) == Plain(*right))
    assert (hash(Pair(*left)) == hash(Pair(*right))) == (Plain(*left) == Plain(*right))
    assert repr(Pair(*left)).replace("Pair", "Plain") == repr(Plain(*left))


def test_what_else_dataclasses_have() -> None:
    pair = Pair(1, "long")
    assert pair.size == len("long")
    assert pair == pickle.loads(pickle.dumps(pair)) == copy.deepcopy(pair) == replace(pair)
    assert [one.name for one in fields(Pair)] == ["first", "second", "note", "hidden"]
    plain: object = Plain(1, "long")
    assert pair != plain
    assert Empty() == Empty()
    assert {Empty(), Empty()} == {Empty()}
    assert Apart(1) != Apart(1)


@frozen(hash_kept=True)
class Nested:
    inner: object
    note: str = field(default="", compare=False)


class Counting:
    """An object that counts the calls of its hash."""

    asked = 0

    def __hash__(self) -> int:
        self.asked += 1
        return 1


def test_a_hash_that_is_kept_is_worked_out_once_and_not_carried_elsewhere() -> None:
    counting = Counting()
    one = Nested(Nested(counting))
    assert len({hash(one), hash(one), hash(Nested(one.inner, "another note"))}) == 1
    assert counting.asked == 1
    assert one == Nested(Nested(counting)) != Nested(counting)
    again = pickle.loads(pickle.dumps(Nested("text")))
    hash(again)
    carried = pickle.loads(pickle.dumps(again))
    assert carried == again
    assert vars(carried) == {"inner": "text", "note": ""}
    assert hash(replace(again, inner="other")) == hash(Nested("other"))
