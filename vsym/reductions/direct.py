"""A model with its processes counted block by block, nothing proved: for blocks that no edge tells apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.logic.formula import TRUE, Formula, conjunction
from vsym.models.counting.counts import at_least_one, home_counts
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem, abstract
from vsym.reductions.counters.guards import Reduction, guard_of
from vsym.reductions.counters.project import assignments_per_block, rewrite_per_block
from vsym.reductions.counters.reduce import block_of, reduce
from vsym.reductions.counters.starts import initial_counters
from vsym.symmetry.virtual.edges import Edge
from vsym.symmetry.virtual.relations import Relation, cells, respects
from vsym.system.result import Path, SystemPath


def direct_system(
    model: Model, edges: Iterable[Edge], blocks: Sequence[Processes], budget: Budget | None = None
) -> CounterSystem:
    """The counter system of blocks whose processes neither an edge nor a condition of `init` beside homes tells apart.

    With one block per process it is the concrete structure, with `friends` that of standard symmetry reduction
    (Adaptive Symmetry Reduction, section 8). It has no properties. Raises UndecidedError where a guard that names parts
    of a block has to be written over blocks and `budget` ends before.
    """
    transitions = []
    for edge in edges:
        if respects(edge.guard, blocks):
            guard = rewrite_per_block(edge.guard, blocks)
        else:
            # The guard alone may tell processes of a block apart where nobody is there to take the step.
            guard = guard_of(Reduction(Environment(), model, tuple(blocks), TRUE, budget or Budget()), edge.domain)
        origins = tuple(model.transitions[origin] for origin in edge.origins)
        update = assignments_per_block(blocks, origins[0], edge.update)
        for number, block in enumerate(blocks):
            if block <= edge.processes:
                enabled = conjunction([at_least_one(edge.source, block), guard])
                transitions.append(
                    AbstractTransition(edge.source, edge.target, number, enabled, update, origins, edge.overflow)
                )
    return replace(view(model, blocks), initial=initial_counters(model, blocks), transitions=tuple(transitions))


def synchronised_system(
    model: Model, relations: Sequence[Relation], blocks: Sequence[Processes], budget: Budget
) -> CounterSystem:
    """The same of a model whose steps may move several processes, for blocks that cut no set that it names.

    It has no properties. Raises UndecidedError.
    """
    bare = replace(model, properties=(), fairness=(), ranks=())

    def exact(reduction: Reduction, domain: Formula) -> Formula:
        return rewrite_per_block(domain, blocks) if respects(domain, blocks) else guard_of(reduction, domain)

    return reduce(Reduction(Environment(), bare, tuple(blocks), TRUE, budget), relations, exact=exact)


def classes(model: Model) -> tuple[Processes, ...]:
    """The coarsest partition that cuts no set which a step names, or `init` beside homes."""
    return cells(replace(model, properties=(), fairness=(), ranks=()))


def friends(model: Model, edges: Iterable[Edge]) -> tuple[Processes, ...]:
    """The classes of processes that neither an edge nor a condition of `init` beside homes tells apart."""
    sets = [cell for edge in edges for cell in edge.partition]
    return tuple(refine([model.processes, *named_sets(home_counts(model)[1]), *sets]))


def everyone_apart(model: Model) -> tuple[Processes, ...]:
    """One block for each process."""
    return tuple(Processes.of([(process, process)]) for process in model.processes)


def view(model: Model, blocks: Sequence[Processes]) -> CounterSystem:
    """A counter system without transitions, which shows the states of concrete paths as counters of each block."""
    named = tuple(block_of(model, processes) for processes in blocks)
    return CounterSystem(model.name, model.states, named, model.shared, TRUE, (), (), ())


def seen(system: CounterSystem, trace: ModelPath) -> SystemPath:
    """A concrete path in the counters of a view, which has no transitions to name its steps by."""
    vectors = tuple(abstract(system, state) for state in trace.states)
    return Path(trace.kind, vectors, (None,) * len(trace.steps), trace.loop)
