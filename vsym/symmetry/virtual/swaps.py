"""Symmetry one exchange at a time: the permutations inside the blocks are compositions of exchanges of two processes.

Where what is known of the states does not cut a block, the steps of a relation are a matter of the orbit iff no
exchange of two processes of a block changes who can take them with what results. Neighbouring columns suffice, as
exchanges compose; and such a question is about the few alternatives that tell two columns apart, so that its cost does
not grow with the model.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.logic.formula import TRUE, Formula
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes, refine, signatures
from vsym.symmetry.virtual.cells import respects
from vsym.symmetry.virtual.posed import Posed, posed
from vsym.symmetry.virtual.relations import Alternative, Relation


def decide_by_exchanges(model: Model, lemma: Formula, blocks: Sequence[Processes]) -> bool:
    """Whether exchanges decide for these blocks: the lemma cuts none of them, and the sizes are numbers.

    Through a lemma that cuts a block, a permutation may not be a composition of exchanges that stay inside it; and
    where a size may be 0, two columns may have no neighbours between them.
    """
    return not model.sizes.parameters and respects(lemma, blocks)


class Swaps:
    """The exchanges of two processes that change something for the steps of one relation.

    `answers` are of questions asked before, perhaps for other relations of the same model.
    """

    def __init__(
        self,
        environment: Environment,
        model: Model,
        relation: Relation,
        lemma: Formula,
        budget: Budget,
        answers: dict[Posed, bool] | None = None,
    ) -> None:
        self._environment, self._model, self._lemma, self._budget = environment, model, lemma, budget
        self.relation = relation
        self._answers: dict[Posed, bool] = {} if answers is None else answers
        self._alike: dict[tuple[Processes, int, int], bool] = {}
        choices: dict[Processes, list[int]] = {}
        for number, choice in enumerate(relation.alternatives):
            for processes in (choice.processes, *choice.counted):
                choices.setdefault(processes, []).append(number)
        self._choices = list(choices.values())
        self.columns = signatures([*choices, model.processes])
        """The processes that the relation's alternatives do not tell apart, by which of their sets they are in."""
        pieces = sorted((low, signature) for signature, column in self.columns.items() for low, _ in column.ranges)
        self._lows, self._signatures = [low for low, _ in pieces], [signature for _, signature in pieces]

    def difference(self, one: int, other: int) -> int:
        """The sets that one of two processes is in and not the other, as a bit mask."""
        return self._signature(one) ^ self._signature(other)

    def affected(self, one: int, other: int) -> list[Alternative]:
        """The alternatives that tell two processes apart."""
        difference, found = self.difference(one, other), set[int]()
        while difference:
            lowest = difference & -difference
            found.update(self._choices[lowest.bit_length() - 1])
            difference ^= lowest
        return [self.relation.alternatives[number] for number in sorted(found)]

    def broken(self, block: Processes, blocks: Sequence[Processes]) -> tuple[int, int] | None:
        """Two processes of one of the blocks whose exchange changes something for the steps of `block`.

        None where there are none. Raises UndecidedError.
        """
        for inside in blocks:
            firsts = sorted(common.first for column in self.columns.values() if (common := column & inside))
            for one, other in itertools.pairwise(firsts):
                if not self.alike(block, one, other):
                    return one, other
        return None

    def alike(self, movers: Processes, one: int, other: int) -> bool:
        """Whether an exchange of two processes, both in `movers` or neither, never changes whether some process of
        `movers` can take a step and with what results; raises UndecidedError."""
        key = (movers, self._signature(one), self._signature(other))
        if key not in self._alike:
            self._budget.check()
            self._alike[key] = self._unchanged(movers, one, other)
        return self._alike[key]

    def _unchanged(self, movers: Processes, one: int, other: int) -> bool:
        some = self._relation(self.affected(one, other), movers)
        if not some.alternatives:
            return True
        # What the other alternatives allow stays the same, so that it need not be known where these are unchanged.
        if self._asked(posed(self._model, some, one, other, TRUE, self._budget, sized=False)):
            return True
        every = self._relation(self.relation.alternatives, movers)
        return self._asked(posed(self._model, every, one, other, self._lemma, self._budget, sized=True))

    def _asked(self, question: Posed | None) -> bool:
        if question is None:
            return True
        if question not in self._answers:
            self._answers[question] = question.unchanged(self._environment, self._model, self._budget)
        return self._answers[question]

    def _relation(self, alternatives: Sequence[Alternative], movers: Processes) -> Relation:
        """The steps by some alternatives and by `movers` only."""

        def restricted() -> Iterator[Alternative]:
            for choice in alternatives:
                if processes := choice.processes & movers:
                    yield Alternative(processes, choice.guard, choice.update, ())

        return Relation(self.relation.source, self.relation.target, tuple(restricted()), self.relation.overflow)

    def _signature(self, process: int) -> int:
        return self._signatures[bisect_right(self._lows, process) - 1]

    def joined(self, blocks: Sequence[Processes], one: int, other: int) -> list[Processes]:
        """The columns inside the blocks, those of two processes as one."""
        columns = refine([*blocks, *self.columns.values()])
        pair = [column for column in columns if one in column or other in column]
        rest = (column for column in columns if column not in pair)
        return sorted((*rest, pair[0] | pair[-1]), key=lambda column: column.first)
