"""The outlines of pieces of a program where they stand while it runs symbolically."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vsym.models.program.memory import Location as Memory
from vsym.models.program.traversal import Node
from vsym.models.program.types import Simple
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import Frame, Location
from vsym.reductions.programs.known_parts import Names, in_state
from vsym.reductions.programs.outlines import Outline, Outlines
from vsym.reductions.programs.predicates import Sum
from vsym.reductions.programs.trees import Leaf
from vsym.reductions.programs.values import known_value

_OUTLINES = "outlines"


def outline(flow: Flow, frame: Frame, pieces: Sequence[Node], names: Iterable[int]) -> Outline | None:
    """The outline of pieces of a program in which these names stand; None where there is none."""
    meanings = _meanings(flow, frame, names)
    return None if meanings is None else _outlines(flow, frame).of(pieces, meanings)


def _outlines(flow: Flow, frame: Frame) -> Outlines:
    kept: Outlines | None = flow.trees.memos.get(_OUTLINES)
    if kept is None:
        kept = flow.trees.memos[_OUTLINES] = Outlines(frame.program, flow.algebra.base)
    return kept


def _meanings(flow: Flow, frame: Frame, names: Iterable[int]) -> Names | None:
    """What names stand for; None where that depends on the state."""
    found: dict[int, Memory | int] = {}
    for number in names:
        meaning = frame.names.get(number)
        if meaning is None:
            # It is bound inside.
            continue
        known = _place(flow, meaning) if isinstance(meaning, Location) else known_value(meaning)
        if known is None:
            return None
        found[number] = known
    return found


def _place(flow: Flow, at: Location) -> Memory | None:
    """A place in the state, or the memory of an alias or a parameter, which keeps its value."""
    if not isinstance(at.addresses, Leaf):
        return None
    address = at.addresses.content
    if address >= 0:
        return in_state(address, at.type)
    if not isinstance(at.type, Simple):
        return None
    held = flow.memory.get(address)
    content = held.content if isinstance(held, Leaf) else None
    known = isinstance(content, Sum) and not content.terms and content.constant
    return Memory([known], 0, at.type) if known else None
