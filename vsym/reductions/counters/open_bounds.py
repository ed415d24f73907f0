"""Bounds of a model with open sizes, on predicates and on steps, that are valid at every size.

Where a predicate is possible is guessed at one size, and the guess serves where the solver shows that the predicate
implies it at every size. Else each comparison is weakened by itself: of a block's processes in a local state, a part
has at most all, and at least all but those outside the part. No guard need be exact (theory, section 10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from vsym.arithmetic.cubes import normal_form
from vsym.logic.bounds import Between
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import TRUE, Comparison, Formula, compare, conjunction, conjuncts
from vsym.logic.terms import Linear, linear
from vsym.models.counting.counts import Count
from vsym.reductions.counters.bounds import Bounds, Projection, bounds_by
from vsym.reductions.counters.certified import Instantiate, Representative, as_equation, representative
from vsym.reductions.counters.guards import Reduction, implies, without_redundant
from vsym.reductions.counters.project import over_blocks, per_block, prepare, rewrite_per_block
from vsym.symmetry.virtual.relations import Relation, respects


def bounds_every_size(reduction: Reduction, relations: Sequence[Relation], instance: Instantiate) -> Bounds:
    """The bounds of a model with open sizes; raises UndecidedError."""
    return bounds_by(ProjectionEverySize(reduction, at_one_size=representative(reduction, instance)), relations)


@dataclass(eq=False)
class ProjectionEverySize(Projection):
    """The states of the counters of some blocks in which predicates are possible, as predicates, at every size."""

    at_one_size: Representative = field(kw_only=True)

    def step(self, domain: Formula) -> Between:
        """The domain of steps between its bounds, without conditions that say nothing."""
        both = super().step(domain)
        possible = self._written(both.possible)
        return Between(possible if both.sure == both.possible else self._written(both.sure), possible)

    def _written(self, guard: Formula) -> Formula:
        return replace_comparisons(without_redundant(self.reduction, guard), as_equation)

    def _possible(self, predicate: Formula) -> Formula:
        reduction = self.reduction
        if respects(predicate, reduction.blocks):
            return rewrite_per_block(predicate, reduction.blocks)
        guess = next(self.at_one_size.guesses(predicate, (_at_one_size,)), TRUE)
        if implies(reduction, predicate, guess):
            return guess
        certain = (part for part in conjuncts(guess) if implies(reduction, predicate, part))
        return conjunction([self._weakened(predicate), *certain])

    def _weakened(self, predicate: Formula) -> Formula:
        """The predicate with each comparison that counts in parts of blocks weakened by itself."""
        prepared = normal_form(prepare(normal_form(predicate), self.reduction.blocks))
        return replace_comparisons(prepared, self._weaker)

    def _weaker(self, comparison: Comparison) -> Formula:
        blocks = self.reduction.blocks
        if over_blocks(comparison, blocks):
            return per_block(comparison, blocks)
        term, bound = per_block(comparison, blocks).left, Linear((), comparison.bound)
        least, most = self._end(term, -1), self._end(term, 1)
        match comparison.operator:
            case ">=":
                return compare(most, ">=", bound)
            case "<=":
                return compare(least, "<=", bound)
            case "=":
                return conjunction([compare(least, "<=", bound), compare(most, ">=", bound)])
        return TRUE

    def _end(self, term: Linear, sign: int) -> Linear:
        """The greatest value of a term (for `sign` 1) or the least (for -1), one part of a block after the other."""
        end = Linear((), term.constant)
        for atom, coefficient in term.terms:
            several = linear([(atom, 1)])
            if isinstance(atom, Count):
                block = next(block for block in self.reduction.blocks if atom.processes <= block)
                several = linear([(Count(atom.state, block), 1)])
                if coefficient * sign < 0:
                    several = several - self.reduction.model.size_of(block - atom.processes)
            end = end + several * coefficient
        return end


def _at_one_size(reduction: Reduction, predicate: Formula) -> Formula:
    return Projection(reduction).possible(predicate)
