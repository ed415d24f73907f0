"""Recall of expressions that are evaluated again and again, such as those of quantifiers and calls.

An expression is evaluated once for each meaning of its names, where nothing else is known. The result is recalled
wherever no slot that the expression reads has been written yet. With its slots replaced, it serves every piece of the
same outline as well.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.models.program.expressions import Bound, Expression, Local, Referenced
from vsym.models.program.faults import Fault
from vsym.models.program.memory import Location as Memory
from vsym.models.program.traversal import Node, everything
from vsym.models.program.types import Simple, width
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import Frame, Location
from vsym.reductions.programs.predicates import (
    NEVER,
    Always,
    Conjunction,
    Disjunction,
    Equivalence,
    Predicate,
    Relation,
    Sum,
    TooLargeError,
    Within,
)
from vsym.reductions.programs.rule_classes import Outline, Outlines, in_state
from vsym.reductions.programs.trees import EndedError, Fork, Leaf, Switch, Tree, Trees
from vsym.reductions.programs.values import Coded, known_value

_OUTLINES = "outlines"


def outline(flow: Flow, frame: Frame, pieces: Sequence[Node], names: Iterable[int]) -> Outline | None:
    """The outline of pieces of a program in which these names stand; None where there is none."""
    meanings: dict[int, Memory | int] = {}
    # The names that are not in the frame are bound inside.
    for number in filter(frame.names.__contains__, names):
        meaning = frame.names[number]
        there = _place(flow, meaning) if isinstance(meaning, Location) else known_value(meaning)
        if there is None:
            return None
        meanings[number] = there
    memos = flow.trees.memos
    if _OUTLINES not in memos:
        memos[_OUTLINES] = Outlines(frame.program, flow.algebra.base)
    outlines: Outlines = memos[_OUTLINES]
    return outlines.of(pieces, meanings)


def _place(flow: Flow, at: Location) -> Memory | None:
    """A place in the state, or the memory of an alias or a parameter, which keeps its value."""
    if not isinstance(at.addresses, Leaf):
        return None
    address = at.addresses.content
    if address >= 0:
        return in_state(address, at.type)
    if not isinstance(at.type, Simple):
        return None
    match flow.memory.get(address):
        case Leaf(Sum((), code)) if code:
            return Memory([code], 0, at.type)
    return None


class Transport:
    """Other slots for some, each of the same codes, and no two for one: in a `predicate`, and in a `tree`."""

    def __init__(self, trees: Trees, slots: Mapping[int, int]) -> None:
        self._trees, self._algebra, self._slots = trees, trees.algebra, slots
        self.predicate: Callable[[Predicate], Predicate] = cache(self._predicate)
        self.tree: Callable[[Tree[Any]], Tree[Any]] = cache(self._tree)

    def _predicate(self, predicate: Predicate) -> Predicate:
        """A predicate of the other slots."""
        match predicate:
            case Always():
                return predicate
            case Within(slot, codes):
                return self._algebra.within(self._slots[slot], codes)
            case Relation(terms, operator, bound):
                return self._algebra.related(self._sum(Sum(terms, 0)).terms, operator, bound)
            case Conjunction(parts) | Disjunction(parts):
                return self._algebra.combined(type(predicate), map(self.predicate, parts))
            case Equivalence(left, right):
                return self._algebra.equivalent(self.predicate(left), self.predicate(right))
        assert_never(predicate)

    def _sum(self, of: Sum) -> Sum:
        return Sum(tuple(sorted([(self._slots[slot], coefficient) for slot, coefficient in of.terms])), of.constant)

    def _tree(self, tree: Tree[Any]) -> Tree[Any]:
        """A tree over the other slots, of codes or of values."""
        match tree:
            case Leaf(Sum() as content):
                return self._trees.leaf(self._sum(content))
            case Leaf(Coded(code, kind)):
                return self._trees.leaf(Coded(self._sum(code), kind))
            case Leaf(None):
                return tree
            case Leaf(content):
                raise TypeError(f"{content} is neither a code nor a value")
            case Switch(slot, arms):
                return self._trees.switch(self._slots[slot], [(codes, self.tree(below)) for codes, below in arms])
            case Fork(condition, then, otherwise):
                return self._trees.choose(self.predicate(condition), self.tree(then), self.tree(otherwise))
        assert_never(tree)


T = TypeVar("T")

FEW = 1000
"""The most steps of work for an evaluation that may be in vain, as slots have been written."""

_EQUAL = "equal"
"""With an expression: the identity of the first one that is equal to it, wherever it stands."""

_OUTLINE = "outline"
"""With the identity of an expression and the key of its outline: the slots and the memo of its first evaluation."""

_WRITTEN = "written"
"""With the identity of an expression: it reads slots that have been written before, or takes much work."""


@frozen
class Memo(Generic[T]):
    """The evaluation of an expression: its result, None where none is reached, its errors, where it comes to its end,
    and the slots that it reads."""

    result: T | None
    endings: Mapping[Fault, Predicate]
    reached: Predicate
    read: frozenset[int]


def recalled(flow: Flow, frame: Frame, expression: Expression, run: Callable[[Flow], T]) -> T:
    """The result of an expression, as `run` evaluates it; raises EndedError."""
    memos = flow.trees.memos
    entry = memos.get(id(expression))
    if entry is None:
        entry = memos[id(expression)] = _names(expression), memos.setdefault((_EQUAL, expression), id(expression))
    names, equal = entry
    meanings = tuple([_meaning(flow, frame, name) for name in names])
    key = id(expression), meanings
    if key not in memos:
        alike: Memo[T] | None = memos.get((equal, meanings))
        # Errors name the place where they are.
        if alike is not None and not alike.endings:
            memos[key] = alike
        elif (_WRITTEN, id(expression)) in memos:
            return run(flow)
        else:
            try:
                memos[key] = _shared(flow, frame, expression, names, equal, run)
            except TooLargeError:
                if flow.algebra.allowed < 0:
                    # That says nothing of this expression: others have taken all the work that was allowed.
                    raise
                memos[_WRITTEN, id(expression)] = True
                return run(flow)
    memo: Memo[T] | None = memos[key]
    if memo is None:
        return run(flow)
    if not memo.read.isdisjoint(flow.memory):
        # It would most often be evaluated in vain once more.
        memos[_WRITTEN, id(expression)] = True
        return run(flow)
    flow.read |= memo.read
    for fault, where in memo.endings.items():
        flow.fail(where, fault.kind, fault.message, fault.span)
    flow.narrow(memo.reached)
    if memo.result is None:
        raise EndedError
    return memo.result


def _shared(
    flow: Flow, frame: Frame, expression: Expression, names: Sequence[int], equal: int, run: Callable[[Flow], T]
) -> Memo[T] | None:
    """The same as `_evaluated`, but an evaluation of the same outline with other slots is reused."""
    memos = flow.trees.memos
    shape = outline(flow, frame, (expression,), names)
    if shape is None:
        return _evaluated(flow, run)
    for origin in (equal, id(expression)):
        first: tuple[tuple[int, ...], Memo[T]] | None = memos.get((_OUTLINE, origin, shape.key))
        if first is not None:
            return _renamed(flow.trees, first[1], dict(zip(first[0], shape.slots, strict=True)))
    memo = _evaluated(flow, run)
    if memo is not None:
        memos[_OUTLINE, id(expression) if memo.endings else equal, shape.key] = shape.slots, memo
    return memo


def _renamed(trees: Trees, memo: Memo[T], slots: Mapping[int, int]) -> Memo[T]:
    transport = Transport(trees, slots)
    result: Any = memo.result
    if isinstance(result, tuple):
        ((only,),) = (result,)
        result = (tuple(map(transport.tree, only)) if isinstance(only, tuple) else only and transport.tree(only),)
    elif result is not None:
        result = transport.predicate(result)
    endings = {fault: transport.predicate(where) for fault, where in memo.endings.items()}
    read = frozenset(slots.get(address, address) for address in memo.read)
    return Memo(result, endings, transport.predicate(memo.reached), read)


def _evaluated(flow: Flow, run: Callable[[Flow], T]) -> Memo[T] | None:
    """None where something is written, or where it cannot be done without knowing more; raises TooLargeError where that
    takes much work, or some where slots have been written."""
    algebra = flow.algebra
    local = {address: code for address, code in flow.memory.items() if address < 0}
    fresh = Flow(flow.trees, algebra.context(), dict(local))
    before = algebra.allowed
    if len(local) < len(flow.memory):
        algebra.allowed = min(before, FEW)
    limited = before - algebra.allowed
    try:
        result = run(fresh)
    except EndedError:
        return Memo(None, fresh.endings, NEVER, frozenset(fresh.read))
    except TooLargeError:
        raise
    except RefusedError:
        return None
    finally:
        algebra.allowed += limited
    return Memo(result, fresh.endings, fresh.reached, frozenset(fresh.read)) if fresh.memory == local else None


def _meaning(flow: Flow, frame: Frame, name: int) -> Hashable:
    """The meaning of a name; of a local variable, its content."""
    meaning = frame.names.get(name)
    if not isinstance(meaning, Location):
        return meaning
    firsts = flow.trees.reach(meaning.addresses, flow.algebra.context())
    held = (flow.memory.get(first + place) for first in firsts for place in range(width(meaning.type)))
    return meaning.addresses, *held


def _names(expression: Expression) -> tuple[int, ...]:
    """The numbers of the names in an expression, those that it binds itself among them."""
    numbers: dict[int, None] = {}
    for node in everything((expression,)):
        match node:
            case Bound(name) | Local(name) | Referenced(name):
                numbers[name.number] = None
    return tuple(numbers)
