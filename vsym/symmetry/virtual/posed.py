"""Whether exchanging two processes changes a relation's steps, posed with nothing in it but what the answer depends on.

The processes are those of columns numbered in a way that does not depend on which processes they are, so that questions
about different ones are equal, and asked once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Satisfiability
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import Comparison, Formula, compare
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Group, Model, Sizes, named_sets
from vsym.models.counting.processes import Processes, signatures
from vsym.symmetry.virtual.question import psi
from vsym.symmetry.virtual.relations import Alternative, Relation

Names = Mapping[Processes, Processes]
"""For each set of processes the columns that it consists of, as indices."""


@frozen
class Posed:
    """Can exchanging processes of column 1 with processes of column 2 change the steps of a relation, whose processes
    are the indices of columns?

    `sizes` are those of the columns; without them, they may have any.
    """

    relation: Relation
    lemma: Formula
    columns: int
    sizes: tuple[int, ...] | None

    def unchanged(self, environment: Environment, model: Model, budget: Budget) -> bool:
        """Whether no exchange changes them, in the model's local states; raises UndecidedError."""
        apart = [Processes.of([(number, number)]) for number in range(3, self.columns + 1)]
        everyone = Processes.of([(1, self.columns)])
        group = Group("", everyone, model.groups[0].span)
        small = replace(model, groups=(group,), sizes=self._sizes)
        blocks = [Processes.of([(1, 2)]), *apart]
        question = psi(environment, small, self.relation, everyone, blocks, self.lemma)
        with Satisfiability(environment, budget) as session:
            session.add(question.assertions)
            return not session.satisfiable()

    @property
    def _sizes(self) -> Sizes:
        if self.sizes is not None:
            return Sizes(groups=tuple(Linear((), size) for size in self.sizes))
        names = tuple(f"|{number}|" for number in range(1, self.columns + 1))
        return Sizes(names, groups=tuple(linear([(Named(name), 1)]) for name in names))


def posed(
    model: Model, relation: Relation, one: int, other: int, lemma: Formula, budget: Budget, *, sized: bool
) -> Posed | None:
    """The question of two processes of a model; None where nothing tells them apart.

    Without `sized` it is about all sizes that the columns could have. The columns are numbered by what they are in of
    the sets that are named, in the order of their naming. Raises LimitReachedError: many alternatives take their time.
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
    # A process that nothing names is in a column of its own kind, of which nothing needs to be known but its size.
    sizes = tuple(columns[signature].size if signature else 1 for signature in order) if sized else None
    small = Relation(relation.source, relation.target, tuple(alternatives), relation.overflow)
    return Posed(small, _renamed(lemma, names), len(order), sizes)


def _places(order: Sequence[int], sets: int) -> list[Processes]:
    """For each set, which bits of the signatures stand for, its places in their order, from 1."""
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
