"""Which processes a model tells apart at all, and which of them its properties tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vsym.logic.formula import Formula, atoms
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.processes import Processes, refine


def cells(model: Model) -> tuple[Processes, ...]:
    """The coarsest partition of the processes that cuts no set named anywhere in the model.

    Named are sets in guards and their lines, in what others do, assignments, properties, fairness constraints and the
    initial condition.
    The product of the cells' symmetric groups always gives an exact reduction.
    """
    return tuple(refine([model.processes, *_sets_of_transitions(model), *_sets_of_observations(model)]))


def observed(model: Model) -> tuple[Processes, ...]:
    """The coarsest partition that properties, fairness constraints and the initial condition leave whole."""
    return tuple(refine([model.processes, *_sets_of_observations(model)]))


def respects(formula: Formula, blocks: Iterable[Processes]) -> bool:
    """Whether every set that a formula counts in is a union of blocks."""
    return all(_is_union(processes, blocks) for processes in dict.fromkeys(named_sets(formula)))


def local_states(formula: Formula) -> Iterator[str]:
    """The local states that a formula counts."""
    return (variable.state for variable in atoms(formula) if isinstance(variable, Count))


def _is_union(processes: Processes, blocks: Iterable[Processes]) -> bool:
    return all(not common or common == block for block in blocks for common in [block & processes])


def _sets_of_transitions(model: Model) -> Iterator[Processes]:
    for transition in model.transitions:
        yield from (sweep.processes for sweep in transition.others)
        for line in transition.lines:
            yield line.processes
            if line.partners is not None:
                yield line.partners
            yield from named_sets(line.guard)
            for assignment in line.update:
                for variable, _ in assignment.value.terms:
                    if isinstance(variable, Count):
                        yield variable.processes


def _sets_of_observations(model: Model) -> Iterator[Processes]:
    observations = [model.initial, *(found.formula for found in model.properties)]
    for formula in (*observations, *(constraint.formula for constraint in model.fairness)):
        yield from named_sets(formula)
    for condition, value in (case for rank in model.ranks for level in rank.levels for case in level):
        yield from named_sets(condition)
        yield from (atom.processes for atom, _ in value.terms if isinstance(atom, Count))
