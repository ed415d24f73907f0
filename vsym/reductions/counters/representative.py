"""A model with open sizes seen at one of its sizes, where guards can be projected; what comes out is only a guess.

Comparisons with open parameters have no value there that would do for all: those over block counters become Boolean
variables of their own, which projection leaves alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from vsym.arithmetic.environment import Environment
from vsym.basics.frozen import frozen
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import Comparison, Formula, compare, conjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.model import Model, SharedVariable
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.guards import Reduction, covered, projected
from vsym.reductions.counters.project import over_blocks, rewrite_per_block
from vsym.symmetry.virtual.instances import smallest_values

GENERIC = (3, 2, 1, 0)
"""How many processes each group should have at least, and how long ranges should be, the first of these that is
possible: nothing is special about a size of three."""

Instantiate = Callable[[Mapping[str, int]], Model]
"""A model with values for what was left open."""


@frozen
class Representative:
    """The instance `concrete` of the model of `reduction`, for `values` of its open parameters."""

    reduction: Reduction
    concrete: Model
    values: Mapping[str, int]

    def guesses(self, domain: Formula) -> Iterator[Formula]:
        """Guards over block counters that may be the projection of a domain at every size."""
        opaque: dict[Comparison, str] = {}
        lemma = conjunction(lemma.formula for lemma in self.reduction.model.lemmas)
        there, kept = (
            replace_comparisons(formula, lambda comparison: self._there(comparison, opaque))
            for formula in (domain, lemma)
        )
        span = self.concrete.groups[0].span
        hidden = tuple(SharedVariable(name, 0, 1, 0, True, span) for name in opaque.values())
        model = replace(self.concrete, shared=(*self.concrete.shared, *hidden))
        blocks = tuple(self._group_processes(block) for block in self.reduction.blocks)
        if not all(blocks):
            return
        names = {name: comparison for comparison, name in opaque.items()}
        back = dict(zip(blocks, self.reduction.blocks, strict=True))
        reduction = Reduction(Environment(), model, blocks, kept, self.reduction.budget)
        for project in (projected, covered):
            found = project(reduction, there)
            if found is not None:
                guess = replace_comparisons(found, lambda comparison: _back(comparison, names, back))
                yield rewrite_per_block(guess, self.reduction.blocks)

    def _there(self, comparison: Comparison, opaque: dict[Comparison, str]) -> Formula:
        """The comparison in the instance."""
        parts = [variable for variable, _ in comparison.left.terms]
        if any(isinstance(part, Named) and part.name in self.values for part in parts) and over_blocks(
            comparison, self.reduction.blocks
        ):
            name = opaque.setdefault(comparison, f"comparison {len(opaque)}")
            return compare(linear([(Named(name), 1)]), "=", Linear((), 1))
        total = Linear()
        for variable, coefficient in comparison.left.terms:
            total += self._variable(variable) * coefficient
        return compare(total, comparison.operator, Linear((), comparison.bound))

    def _variable(self, variable: Atom) -> Linear:
        if isinstance(variable, Count):
            return linear([(Count(variable.state, self._group_processes(variable.processes)), 1)])
        if name_of(variable) in self.values:
            return Linear((), self.values[name_of(variable)])
        return linear([(variable, 1)])

    def _group_processes(self, processes: Processes) -> Processes:
        """The processes of the groups that these stand for."""
        groups = [self.concrete.groups[process - 1].processes for process in processes]
        return Processes.of(piece for group in groups for piece in group.ranges)


def _back(comparison: Comparison, opaque: Mapping[str, Comparison], blocks: Mapping[Processes, Processes]) -> Formula:
    parts = comparison.left.terms
    if len(parts) == 1 and isinstance(parts[0][0], Named) and parts[0][0].name in opaque:
        true = (comparison.operator, comparison.bound) in (("=", 1), (">=", 1), ("!=", 0))
        meant = opaque[parts[0][0].name]
        return meant if true else negate(meant)
    terms = (
        (Count(variable.state, blocks[variable.processes]) if isinstance(variable, Count) else variable, coefficient)
        for variable, coefficient in parts
    )
    return compare(linear(terms), comparison.operator, Linear((), comparison.bound))


def representative(reduction: Reduction, instance: Instantiate) -> Representative:
    """The smallest instance that is likely to be like all larger ones; raises UndecidedError."""
    model = reduction.model
    lengths = [high - low for low, high in (variable.ends for variable in model.shared)]
    sizes = [size for size in (*model.sizes.groups, *lengths) if size.terms]
    for least in GENERIC:
        wanted = conjunction(compare(size, ">=", Linear((), least)) for size in sizes)
        values = smallest_values(model, wanted, reduction.budget)
        if values is not None:
            return Representative(reduction, instance(values), values)
    raise AssertionError("a model with open sizes has no size at all")
