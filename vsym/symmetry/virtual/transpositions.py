"""Symmetry one exchange at a time: the permutations inside the blocks are compositions of exchanges of two processes.

Where the lemma does not cut a block, the orbit of a state decides the steps of a relation iff no exchange of two
processes of a block changes which processes can take them, or with which results. Neighbouring columns suffice, as
exchanges compose; and such a question concerns only the few alternatives that tell two columns apart, so that its cost
does not grow with the model.

A question contains nothing that its answer does not depend on. Its processes are those of columns, numbered
independently of which processes they are, so that questions about different ones are equal, and asked once.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace

from vsym.arithmetic.solver import Satisfiability
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import TRUE, Comparison, Formula, compare
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Group, Model, Sizes, named_sets
from vsym.models.counting.processes import Processes, refine, signatures
from vsym.symmetry.virtual.question import Setting, psi
from vsym.symmetry.virtual.relations import Alternative, Relation, respects

Names = Mapping[Processes, Processes]
"""For each set of processes the columns that it consists of, as indices."""


@frozen
class ExchangeQuery:
    """Can exchanging processes of column 1 with processes of column 2 change the steps of a relation, whose processes
    are the indices of columns?

    `sizes` are those of the columns; without them, they may have any.
    """

    relation: Relation
    lemma: Formula
    columns: int
    sizes: tuple[int, ...] | None

    def unchanged(self, setting: Setting) -> bool:
        """Tells if no exchange changes them, in the model's local states; raises UndecidedError."""
        apart = [Processes.of([(number, number)]) for number in range(3, self.columns + 1)]
        everyone = Processes.of([(1, self.columns)])
        group = Group("", everyone, setting.model.groups[0].span)
        small = replace(setting.model, groups=(group,), sizes=self._sizes)
        blocks = [Processes.of([(1, 2)]), *apart]
        question = psi(replace(setting, model=small, lemma=self.lemma), self.relation, everyone, blocks)
        with Satisfiability(setting.environment, setting.budget) as session:
            session.add(question.assertions)
            return not session.satisfiable()

    @property
    def _sizes(self) -> Sizes:
        if self.sizes is not None:
            return Sizes(groups=tuple(Linear((), size) for size in self.sizes))
        names = tuple(f"|{number}|" for number in range(1, self.columns + 1))
        return Sizes(names, groups=tuple(linear([(Named(name), 1)]) for name in names))


def exchange_query(
    model: Model, relation: Relation, one: int, other: int, lemma: Formula, budget: Budget, *, sized: bool
) -> ExchangeQuery | None:
    """The question about two processes of a model; None where nothing tells them apart.

    Without `sized` it is about all sizes that the columns could have. The columns are numbered by the named sets that
    contain them, in the order of their naming. Raises LimitReachedError: many alternatives take their time.
    """
    named = dict.fromkeys((*relation.sets(model.processes), *named_sets(lemma)))
    columns = signatures(named)
    of_one, of_other = (next((s for s, column in columns.items() if p in column), 0) for p in (one, other))
    if of_one == of_other:
        return None
    pair = (of_one, of_other)
    order = [*pair, *sorted(signature for signature in columns if signature not in pair)]
    names = dict(zip(named, _places(order, len(named)), strict=True))
    alternatives = (
        Alternative(
            names[choice.processes],
            _renamed(choice.guard, names),
            tuple((name, _renamed_term(term, names)) for name, term in choice.update),
            (),
        )
        for choice in budget.paced(relation.alternatives)
    )
    # A process that nothing names is in a column of its own kind, and only the size of that column matters.
    sizes = tuple(columns[signature].size if signature else 1 for signature in order) if sized else None
    small = replace(relation, alternatives=tuple(alternatives))
    return ExchangeQuery(small, _renamed(lemma, names), len(order), sizes)


def _places(order: Sequence[int], sets: int) -> list[Processes]:
    """For each set, a bit of the signatures, its places in their order, from 1."""
    places: list[list[tuple[int, int]]] = [[] for _ in range(sets)]
    for place, signature in enumerate(order, 1):
        left = signature
        while left:
            lowest = left & -left
            places[lowest.bit_length() - 1].append((place, place))
            left ^= lowest
    return [Processes.of(pieces) for pieces in places]


def _renamed(formula: Formula, names: Names) -> Formula:
    def renamed(comparison: Comparison) -> Formula:
        return compare(_renamed_term(comparison.left, names), comparison.operator, Linear((), comparison.bound))

    return replace_comparisons(formula, renamed)


def _renamed_term(term: Linear, names: Names) -> Linear:
    parts = ((Count(a.state, names[a.processes]) if isinstance(a, Count) else a, factor) for a, factor in term.terms)
    return linear(parts, term.constant)


def decide_by_exchanges(model: Model, lemma: Formula, blocks: Sequence[Processes]) -> bool:
    """Tells if exchanges decide for these blocks: the lemma cuts none of them, and the sizes are numbers.

    Through a lemma that cuts a block, a permutation may not be a composition of exchanges that stay inside it; and
    where a size may be 0, two columns may have no neighbours between them.
    """
    return not model.sizes.parameters and respects(lemma, blocks)


class Transpositions:
    """The exchanges of two processes that change something for the steps of one relation.

    `answers` are of questions asked before, perhaps for other relations of the same model.
    """

    def __init__(self, setting: Setting, relation: Relation, answers: dict[ExchangeQuery, bool] | None = None) -> None:
        self._setting, self.relation = setting, relation
        self._answers: dict[ExchangeQuery, bool] = {} if answers is None else answers
        self._alike: dict[tuple[Processes, int, int], bool] = {}
        choices: dict[Processes, list[int]] = {}
        for number, choice in enumerate(relation.alternatives):
            for processes in (choice.processes, *choice.counted):
                choices.setdefault(processes, []).append(number)
        self._choices = list(choices.values())
        places = {processes: place for place, processes in enumerate(choices)}
        self._moving: dict[int, list[int]] = {}
        """The alternatives of the processes in each set, under the set's bit."""
        for number, choice in enumerate(relation.alternatives):
            self._moving.setdefault(1 << places[choice.processes], []).append(number)
        self._sets_moving = sum(self._moving)
        self.columns = signatures([*choices, setting.model.processes])
        """The processes that the relation's alternatives do not tell apart, by which of their sets they are in."""
        pieces = sorted((low, signature) for signature, column in self.columns.items() for low, _ in column.ranges)
        self._lows, self._signatures = [low for low, _ in pieces], [signature for _, signature in pieces]

    def difference(self, one: int, other: int) -> int:
        """The sets that one of two processes is in and not the other, as a bit mask."""
        return self._signature(one) ^ self._signature(other)

    def affected(self, one: int, other: int) -> list[Alternative]:
        """The alternatives that tell two processes apart."""
        difference, numbers = self.difference(one, other), set[int]()
        while difference:
            lowest = difference & -difference
            numbers.update(self._choices[lowest.bit_length() - 1])
            difference ^= lowest
        return [self.relation.alternatives[number] for number in sorted(numbers)]

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
        """Tells if an exchange of two processes, both in `movers` or neither, never changes whether some process of
        `movers` can take a step and with which results; raises UndecidedError."""
        key = (movers, self._signature(one), self._signature(other))
        if key not in self._alike:
            self._setting.budget.check()
            self._alike[key] = self._unchanged(movers, one, other)
        return self._alike[key]

    def _unchanged(self, movers: Processes, one: int, other: int) -> bool:
        some = self._relation(self.affected(one, other), movers)
        if not some.alternatives:
            return True
        # What the other alternatives allow stays the same, so that it need not be known where these are unchanged.
        model, budget = self._setting.model, self._setting.budget
        if self._asked(exchange_query(model, some, one, other, TRUE, budget, sized=False)):
            return True
        every = self._relation(self._choices_of(movers), movers)
        return self._asked(exchange_query(model, every, one, other, self._setting.lemma, budget, sized=True))

    def _asked(self, question: ExchangeQuery | None) -> bool:
        if question is None:
            return True
        if question not in self._answers:
            self._answers[question] = question.unchanged(self._setting)
        return self._answers[question]

    def _choices_of(self, movers: Processes) -> list[Alternative]:
        """The alternatives of the relation for some of `movers`."""
        sets, numbers = 0, list[int]()
        for low, high in movers.ranges:
            for signature in self._signatures[bisect_right(self._lows, low) - 1 : bisect_right(self._lows, high)]:
                sets |= signature
        sets &= self._sets_moving
        while sets:
            lowest = sets & -sets
            numbers += self._moving[lowest]
            sets ^= lowest
        return [self.relation.alternatives[number] for number in sorted(numbers)]

    def _relation(self, alternatives: Sequence[Alternative], movers: Processes) -> Relation:
        """The steps by some alternatives and by `movers` only."""
        restricted = tuple(
            Alternative(processes, choice.guard, choice.update, ())
            for choice in alternatives
            if (processes := choice.processes & movers)
        )
        return replace(self.relation, alternatives=restricted)

    def _signature(self, process: int) -> int:
        return self._signatures[bisect_right(self._lows, process) - 1]

    def joined(self, blocks: Sequence[Processes], one: int, other: int) -> list[Processes]:
        """The columns inside the blocks, those of two processes as one."""
        columns = refine([*blocks, *self.columns.values()])
        pair = [column for column in columns if one in column or other in column]
        rest = (column for column in columns if column not in pair)
        return sorted((*rest, pair[0] | pair[-1]), key=lambda column: column.first)
