"""A model with its processes counted block by block, nothing proved: for blocks that no edge tells apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vsym.abstraction.counters import AbstractTransition, CounterSystem
from vsym.abstraction.reduce import assignments_per_block, block_of
from vsym.formula import at_least_one, conjunction
from vsym.model import Model, named_sets
from vsym.presburger.project import rewrite_per_block
from vsym.processes import Processes, refine
from vsym.symmetry.edges import Edge


def direct_system(model: Model, edges: Iterable[Edge], blocks: Sequence[Processes]) -> CounterSystem:
    """The counter system of blocks inside which no edge and not the initial condition tells processes apart.

    With one block per process it is the concrete structure, with `friends` that of standard symmetry reduction
    (Adaptive Symmetry Reduction, section 8). It has no properties.
    """
    transitions = []
    for edge in edges:
        guard = rewrite_per_block(edge.guard, blocks)
        origins = tuple(model.transitions[origin] for origin in edge.origins)
        update = assignments_per_block(blocks, origins[0], edge.update)
        for number, block in enumerate(blocks):
            if block <= edge.processes:
                enabled = conjunction([at_least_one(edge.source, block), guard])
                transitions.append(
                    AbstractTransition(edge.source, edge.target, number, enabled, update, origins, edge.overflow)
                )
    return CounterSystem(
        name=model.name,
        states=model.states,
        blocks=tuple(block_of(model, processes) for processes in blocks),
        shared=model.shared,
        initial=rewrite_per_block(model.initial, blocks),
        transitions=tuple(transitions),
        properties=(),
        fairness=(),
    )


def friends(model: Model, edges: Iterable[Edge]) -> tuple[Processes, ...]:
    """The classes of processes that no edge and not the initial condition tells apart."""
    sets = [cell for edge in edges for cell in edge.partition]
    return tuple(refine([model.processes, *named_sets(model.initial), *sets]))


def everyone_apart(model: Model) -> tuple[Processes, ...]:
    """One block for each process."""
    return tuple(Processes.of([(process, process)]) for process in model.processes)
