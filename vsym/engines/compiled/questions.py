"""Which properties a search decides by itself, as it goes, and which need its graph."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.engines.compiled.model import INITIALLY, NEVER, REACHED
from vsym.logic.formula import Formula
from vsym.logic.properties import Property
from vsym.logic.reachability import reachability


@frozen
class Questions:
    """For each property the number of its question, None where its verdict needs the graph; and the questions by kind
    and the predicate that answers them."""

    of: tuple[int | None, ...]
    asked: tuple[tuple[int, Formula], ...]

    @property
    def need_graph(self) -> bool:
        """Whether some property cannot be decided without the graph."""
        return None in self.of

    @property
    def may_need_graph(self) -> bool:
        """Whether that is so where there are several initial states: each has to reach what is to be reached."""
        return self.need_graph or any(kind == REACHED for kind, _ in self.asked)


_KINDS = {"never": NEVER, "initially never": INITIALLY, "reached": REACHED}


def questions(properties: Sequence[Property], *, fair: bool, everywhere: bool) -> Questions:
    """What is asked of the states. Where only `fair` paths count, that is told by the graph alone; but for invariants
    that are asked of the states `everywhere`, on such paths or not."""
    numbers: list[int | None] = []
    asked: list[tuple[int, Formula]] = []
    for prop in properties:
        told = not fair or (everywhere and prop.logic == "invariant")
        question = reachability(prop) if told else None
        numbers.append(None if question is None else len(asked))
        if question is not None:
            asked.append((_KINDS[question.kind], question.target))
    return Questions(tuple(numbers), tuple(asked))
