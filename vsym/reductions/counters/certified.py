"""The counter abstraction of a model with open sizes: guards that are the projection of their domains at every size.

They are guessed at one of the sizes, where guards can be projected. Comparisons with open parameters have no value
there that would do for all: those over block counters become Boolean variables of their own, which projection leaves
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from vsym.arithmetic.environment import Environment
from vsym.basics.frozen import frozen
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import FALSE, Comparison, Formula, compare, conjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.counts import Count, at_least_one, name_of
from vsym.models.counting.model import Model, SharedVariable
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.guards import (
    Reduction,
    comparisons_in,
    covered,
    effects,
    is_exact,
    projected,
    source_first,
    without_redundant,
)
from vsym.reductions.counters.project import over_blocks, rewrite_per_block
from vsym.reductions.counters.reduce import reduce
from vsym.symmetry.virtual.instances import smallest_values
from vsym.symmetry.virtual.question import needs_results
from vsym.symmetry.virtual.relations import Relation, Update, cells, respects

GENERIC = (3, 2, 1, 0)
"""The minimum for sizes of groups and lengths of ranges, the first possible one of these: nothing is special about
three."""

Instantiate = Callable[[Mapping[str, int]], Model]
"""The function from values of a model's open parameters to the model with these values."""


Way: TypeAlias = Callable[[Reduction, Formula], Formula | None]
"""The projection of a domain at one size, None where the way leads to none."""


@frozen
class Representative:
    """The instance `concrete` of the model of `reduction`, for `values` of its open parameters."""

    reduction: Reduction
    concrete: Model
    values: Mapping[str, int]

    def guesses(self, domain: Formula, ways: Iterable[Way] = (projected, covered)) -> Iterator[Formula]:
        """Guards over block counters that may be the projection of a domain at every size, by each way to project."""
        opaque: dict[Comparison, str] = {}
        lemma = conjunction(lemma.formula for lemma in self.reduction.model.lemmas)
        there, lemma_there = (
            replace_comparisons(formula, lambda comparison: self._there(comparison, opaque))
            for formula in (domain, lemma)
        )
        blocks = tuple(self._group_processes(block) for block in self.reduction.blocks)
        if not all(blocks):
            return
        span = self.concrete.groups[0].span
        hidden = tuple(SharedVariable(name, 0, 1, 0, True, span) for name in opaque.values())
        model = replace(self.concrete, shared=(*self.concrete.shared, *hidden))
        names = {name: comparison for comparison, name in opaque.items()}
        back = dict(zip(blocks, self.reduction.blocks, strict=True))
        reduction = Reduction(Environment(), model, blocks, lemma_there, self.reduction.budget)
        for project in ways:
            if (guard := project(reduction, there)) is not None:
                guess = replace_comparisons(guard, lambda comparison: _back(comparison, names, back))
                yield rewrite_per_block(guess, self.reduction.blocks)

    def _there(self, comparison: Comparison, opaque: dict[Comparison, str]) -> Formula:
        """The comparison in the instance."""
        parts = [variable for variable, _ in comparison.left.terms]
        if any(isinstance(part, Named) and part.name in self.values for part in parts) and over_blocks(
            comparison, self.reduction.blocks
        ):
            name = opaque.setdefault(comparison, f"comparison {len(opaque)}")
            return compare(linear([(Named(name), 1)]), "=", Linear((), 1))
        terms: list[tuple[Atom, int]] = []
        constant = 0
        for variable, coefficient in comparison.left.terms:
            if isinstance(variable, Count):
                terms.append((Count(variable.state, self._group_processes(variable.processes)), coefficient))
            elif name_of(variable) in self.values:
                constant += self.values[name_of(variable)] * coefficient
            else:
                terms.append((variable, coefficient))
        return compare(linear(terms, constant), comparison.operator, Linear((), comparison.bound))

    def _group_processes(self, processes: Processes) -> Processes:
        """The processes of the groups that these stand for."""
        groups = [self.concrete.groups[process - 1].processes for process in processes]
        return Processes.of(piece for group in groups for piece in group.ranges)


def _back(comparison: Comparison, opaque: Mapping[str, Comparison], blocks: Mapping[Processes, Processes]) -> Formula:
    match comparison.left.terms:
        case ((Named(name), _),) if name in opaque:
            true = (comparison.operator, comparison.bound) in (("=", 1), (">=", 1), ("!=", 0))
            return opaque[name] if true else negate(opaque[name])
    terms = (
        (Count(variable.state, blocks[variable.processes]) if isinstance(variable, Count) else variable, coefficient)
        for variable, coefficient in comparison.left.terms
    )
    return compare(linear(terms), comparison.operator, Linear((), comparison.bound))


def representative(reduction: Reduction, instance: Instantiate) -> Representative:
    """The smallest instance that is likely to be like all larger ones; raises UndecidedError."""
    model = reduction.model
    lengths = [high - low for low, high in (variable.ends for variable in model.shared)]
    sizes = [size for size in (*model.sizes.groups, *lengths) if size.terms]
    for least in GENERIC:
        condition = conjunction(compare(size, ">=", Linear((), least)) for size in sizes)
        values = smallest_values(model, condition, reduction.budget)
        if values is not None:
            return Representative(reduction, instance(values), values)
    raise AssertionError("a model with open sizes has no size at all")


class NoGuardError(Exception):
    """No guard over the block counters is known to be exact at every size."""


def reduce_every_size(
    reduction: Reduction, relations: Sequence[Relation], instance: Instantiate
) -> tuple[CounterSystem, str | None]:
    """The counter system of the reduction's blocks or, where a guard is not known at every size, of the cells.

    With it comes the reason for the cells, else None. Raises UndecidedError.
    """
    try:
        return _of_blocks(reduction, relations, instance), None
    except NoGuardError as error:
        finest = replace(reduction, blocks=cells(reduction.model))
        # Over counters of cells, there is nothing to project.
        return reduce(finest, relations, _guards_of_cells, _written), str(error)


def _of_blocks(reduction: Reduction, relations: Sequence[Relation], instance: Instantiate) -> CounterSystem:
    at_one_size = representative(reduction, instance)

    def exact(_: Reduction, domain: Formula) -> Formula:
        guard = _exact_guard(at_one_size, domain)
        if guard is None:
            raise NoGuardError("vsym found no guard over fewer counters that is exact at every size")
        return guard

    if reduction.model.joint:
        for relation in relations:
            _refuse_counting(reduction, relation)
    return reduce(reduction, relations, lambda _, relation, block: _guards(at_one_size, relation, block), exact)


def _written(reduction: Reduction, domain: Formula) -> Formula:
    """A domain over unions of blocks as it is written, over the counters of blocks."""
    return replace_comparisons(rewrite_per_block(domain, reduction.blocks), as_equation)


def _refuse_counting(reduction: Reduction, relation: Relation) -> None:
    """Raises NoGuardError where a relation's steps assign counts inside a block."""
    for update in relation.updates:
        alternatives = tuple(choice for choice in relation.alternatives if choice.update == update)
        if needs_results(replace(relation, alternatives=alternatives), reduction.blocks):
            label = reduction.model.label(relation.origins)
            raise NoGuardError(f"`{label}` assigns counts of processes that blocks do not distinguish")


def _guards(at_one_size: Representative, relation: Relation, block: Processes) -> Iterator[tuple[Update, Formula]]:
    reduction = at_one_size.reduction
    label = f"`{reduction.model.label(relation.origins)}`"
    _refuse_counting(reduction, relation)
    for update, domain in effects(reduction, relation, block):
        guard = _exact_guard(at_one_size, domain)
        if guard is None:
            raise NoGuardError(f"vsym found no guard of {label} over fewer counters that is exact at every size")
        if guard != FALSE:
            yield update, source_first(guard, relation.source)


def _exact_guard(at_one_size: Representative, domain: Formula) -> Formula | None:
    """The shortest guard known to agree with its domain at every size."""
    reduction = at_one_size.reduction
    guesses = at_one_size.guesses(domain)
    if respects(domain, reduction.blocks):
        guard = _written(reduction, domain)
        guess = next(guesses, None)
        if guess is not None and comparisons_in(guess) < comparisons_in(guard) and is_exact(reduction, guess, domain):
            guard = guess
        return without_redundant(reduction, guard)
    exact = next((guess for guess in guesses if is_exact(reduction, guess, domain)), None)
    return None if exact is None else without_redundant(reduction, exact)


def as_equation(comparison: Comparison) -> Comparison:
    """`#C <= 0` as `#C = 0`; any other comparison as it is."""
    counts = all(isinstance(part, Count) and coefficient > 0 for part, coefficient in comparison.left.terms)
    if counts and (comparison.operator, comparison.bound) == ("<=", 0):
        return Comparison(comparison.left, "=", 0)
    return comparison


def _guards_of_cells(reduction: Reduction, relation: Relation, cell: Processes) -> Iterator[tuple[Update, Formula]]:
    """The one guard that a cell's processes have."""
    for choice in relation.alternatives:
        if choice.processes & cell:
            guard = conjunction([at_least_one(relation.source, cell), choice.guard])
            shorter = without_redundant(reduction, _written(reduction, guard))
            if shorter != FALSE:
                yield choice.update, shorter
