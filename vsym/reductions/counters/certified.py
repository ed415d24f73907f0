"""The counter abstraction of a model with open sizes: guards that are the projection of their domains at every size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import FALSE, Comparison, Formula, conjunction
from vsym.models.counting.counts import Count, at_least_one
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.guards import (
    Reduction,
    comparisons_in,
    effects,
    is_exact,
    source_first,
    without_redundant,
)
from vsym.reductions.counters.project import rewrite_per_block
from vsym.reductions.counters.reduce import reduce
from vsym.reductions.counters.representative import Instantiate, Representative, representative
from vsym.symmetry.virtual.question import needs_results
from vsym.symmetry.virtual.relations import Relation, Update, cells, respects


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
        return reduce(finest, relations, _guards_of_cells, _as_written), str(error)


def _of_blocks(reduction: Reduction, relations: Sequence[Relation], instance: Instantiate) -> CounterSystem:
    at_one_size = representative(reduction, instance)

    def exact(_: Reduction, domain: Formula) -> Formula:
        guard = _exact_guard(at_one_size, domain)
        if guard is None:
            raise NoGuardError("no guard over fewer counters was found that is right at every size")
        return guard

    if reduction.model.joint:
        for relation in relations:
            _refuse_counting(reduction, relation)
    return reduce(reduction, relations, lambda _, relation, block: _guards(at_one_size, relation, block), exact)


def _as_written(reduction: Reduction, domain: Formula) -> Formula:
    """A guard over counters of cells: there is nothing to project."""
    return replace_comparisons(rewrite_per_block(domain, reduction.blocks), _as_equation)


def _refuse_counting(reduction: Reduction, relation: Relation) -> None:
    """Raises NoGuardError where a relation's steps assign counts inside a block."""
    for update in relation.updates:
        alternatives = tuple(choice for choice in relation.alternatives if choice.update == update)
        if needs_results(replace(relation, alternatives=alternatives), reduction.blocks):
            label = reduction.model.label(relation.origins)
            raise NoGuardError(f"`{label}` assigns counts of processes that blocks do not tell apart")


def _guards(at_one_size: Representative, relation: Relation, block: Processes) -> Iterator[tuple[Update, Formula]]:
    reduction = at_one_size.reduction
    label = f"`{reduction.model.label(relation.origins)}`"
    _refuse_counting(reduction, relation)
    for update, domain in effects(reduction, relation, block):
        guard = _exact_guard(at_one_size, domain)
        if guard is None:
            raise NoGuardError(f"no guard of {label} over fewer counters was found that is right at every size")
        if guard != FALSE:
            yield update, source_first(guard, relation.source)


def _exact_guard(at_one_size: Representative, domain: Formula) -> Formula | None:
    """The shortest guard known to agree with its domain at every size."""
    found = _agreeing(at_one_size, domain)
    return None if found is None else without_redundant(at_one_size.reduction, found)


def _agreeing(at_one_size: Representative, domain: Formula) -> Formula | None:
    reduction = at_one_size.reduction
    guesses = at_one_size.guesses(domain)
    if respects(domain, reduction.blocks):
        written = replace_comparisons(rewrite_per_block(domain, reduction.blocks), _as_equation)
        found = next(guesses, None)
        if found is None or comparisons_in(written) <= comparisons_in(found):
            return written
        return found if is_exact(reduction, found, domain) else written
    return next((found for found in guesses if is_exact(reduction, found, domain)), None)


def _as_equation(comparison: Comparison) -> Comparison:
    """`#C <= 0` as `#C = 0`; any other comparison as it is."""
    counts = all(isinstance(part, Count) and coefficient > 0 for part, coefficient in comparison.left.terms)
    if counts and (comparison.operator, comparison.bound) == ("<=", 0):
        return Comparison(comparison.left, "=", 0)
    return comparison


def _guards_of_cells(reduction: Reduction, relation: Relation, cell: Processes) -> Iterator[tuple[Update, Formula]]:
    """A cell's processes have one guard, over counters of cells: there is nothing to project."""
    for choice in relation.alternatives:
        if choice.processes & cell:
            guard = conjunction([at_least_one(relation.source, cell), choice.guard])
            written = replace_comparisons(rewrite_per_block(guard, reduction.blocks), _as_equation)
            shown = without_redundant(reduction, written)
            if shown != FALSE:
                yield choice.update, shown
