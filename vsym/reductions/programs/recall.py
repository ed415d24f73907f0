"""Expressions that are asked again and again, as those of quantifiers and calls are: evaluated once, where nothing is
known, for all that stands in them, and then recalled wherever no slot that they read has been written yet."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.models.program.expressions import Bound, Expression, Local, Referenced
from vsym.models.program.faults import Fault
from vsym.models.program.traversal import everything
from vsym.models.program.types import width
from vsym.reductions.programs.comparisons import TooLargeError
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import Frame, Location
from vsym.reductions.programs.predicates import NEVER, Predicate
from vsym.reductions.programs.sharing import outline
from vsym.reductions.programs.transport import Transport
from vsym.reductions.programs.trees import EndedError, Trees

T = TypeVar("T")

FEW = 1000
"""How many steps of work it may take to evaluate what may be in vain, as slots have been written."""

_EQUAL = "equal"
"""With an expression: the identity of the first one that is equal to it, wherever it stands."""

_OUTLINE = "outline"
"""With an expression, and with its outline: its slots, and what it is."""

_WRITTEN = "written"
"""With the identity of an expression: it reads slots that have been written before, or takes much work."""


@frozen
class Memo(Generic[T]):
    """What an expression is: its result, None where none is reached, its errors, where it comes to its end, and the
    slots that it reads."""

    result: T | None
    endings: Mapping[Fault, Predicate]
    reached: Predicate
    read: frozenset[int]


def recalled(flow: Flow, frame: Frame, expression: Expression, run: Callable[[Flow], T]) -> T:
    """What an expression is, as `run` evaluates it; raises EndedError."""
    memos = flow.trees.memos
    known = memos.get(id(expression))
    if known is None:
        known = memos[id(expression)] = _names(expression), memos.setdefault((_EQUAL, expression), id(expression))
    names, equal = known
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
    """The same as `_evaluated`; what has been evaluated with other slots is not evaluated again."""
    memos = flow.trees.memos
    known = outline(flow, frame, (expression,), names)
    if known is None:
        return _evaluated(flow, run)
    for origin in (equal, id(expression)):
        first: tuple[tuple[int, ...], Memo[T]] | None = memos.get((_OUTLINE, origin, known.key))
        if first is not None:
            return _renamed(flow.trees, first[1], dict(zip(first[0], known.slots, strict=True)))
    memo = _evaluated(flow, run)
    if memo is not None:
        memos[_OUTLINE, id(expression) if memo.endings else equal, known.key] = known.slots, memo
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
    """What a name stands for; of a local variable, what it holds."""
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
            case Bound(binder):
                numbers[binder.number] = None
            case Local(variable):
                numbers[variable.number] = None
            case Referenced(reference):
                numbers[reference.number] = None
    return tuple(numbers)
