"""A model and an exact partition of its processes, made into a counter system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from vsym.logic.formula import TRUE, Formula, disjunction, negate
from vsym.models.counting.deadlock import with_meaning
from vsym.models.counting.model import LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import AbstractTransition, Block, CounterSystem
from vsym.reductions.counters.guards import ExactGuard, Reduction, abstract_guards, guard_of
from vsym.reductions.counters.joint import joint_transitions
from vsym.reductions.counters.project import assignments_per_block, rewrite_per_block, term_per_block
from vsym.symmetry.virtual.relations import Relation, Update, respects

Guards = Callable[[Reduction, Relation, Processes], Iterable[tuple[Update, Formula]]]
"""The updates that steps of a block can have, each with its guard over block counters."""


def reduce(
    reduction: Reduction,
    relations: Sequence[Relation],
    guards: Guards = abstract_guards,
    exact: ExactGuard = guard_of,
) -> CounterSystem:
    """The counter abstraction of a model, bisimilar to it on the states of the lemma (paper, Theorem 7).

    Where steps may move several processes, `exact` makes their guards. Properties, fairness and initial condition must
    not split a block; invariants beside them that do are left out. Raises UndecidedError, and what `guards` and `exact`
    raise.
    """
    model, blocks = reduction.model, reduction.blocks
    if model.joint:
        transitions = list(joint_transitions(reduction, relations, exact))
    else:
        transitions = [
            transition
            for relation in reduction.budget.paced(relations)
            for number in range(len(blocks))
            for transition in _transitions(reduction, relation, number, guards)
        ]
    deadlock = negate(disjunction(transition.guard for transition in transitions))

    def observed(formula: Formula) -> Formula:
        return rewrite_per_block(with_meaning(formula, deadlock), blocks)

    return CounterSystem(
        name=model.name,
        states=model.states,
        blocks=tuple(block_of(model, processes) for processes in blocks),
        shared=model.shared,
        initial=rewrite_per_block(model.initial, blocks),
        transitions=tuple(transitions),
        properties=tuple(found.rewritten(observed) for found in model.properties),
        beside=tuple(found.rewritten(observed) for found in model.beside if respects(found.formula, blocks)),
        fairness=tuple(replace(found, formula=observed(found.formula)) for found in model.fairness),
        # Lemmas are proved inductive together, so that some of them alone need not be.
        lemma=rewrite_per_block(reduction.lemma, blocks) if respects(reduction.lemma, blocks) else TRUE,
        sizes=model.sizes,
        ranks=tuple(rank.rewritten(observed, lambda term: term_per_block(term, blocks)) for rank in model.ranks),
    )


def block_of(model: Model, processes: Processes) -> Block:
    """The block with the groups that have processes in it; its name joins theirs, or lists indices if it cuts one."""
    inside = [group for group in model.groups if group.processes and group.processes <= processes]
    groups = tuple(group.name for group in inside)
    whole = Processes.of(piece for group in inside for piece in group.processes.ranges) == processes
    if len(inside) == sum(1 for group in model.groups if group.processes):
        name = "all"
    elif whole:
        name = "|".join(groups) if len(groups) <= 3 else f"{groups[0]}|…|{groups[-1]}"
    else:
        name = f"{{{processes}}}"
    return Block(name, processes, groups)


def _transitions(reduction: Reduction, relation: Relation, number: int, guards: Guards) -> Iterator[AbstractTransition]:
    block = reduction.blocks[number]
    for update, guard in guards(reduction, relation, block):
        origins = _origins(reduction.model, relation, block)
        assignments = assignments_per_block(reduction.blocks, origins[0], update)
        yield AbstractTransition(
            relation.source, relation.target, number, guard, assignments, origins, relation.overflow
        )


def _origins(model: Model, relation: Relation, block: Processes) -> tuple[LocalTransition, ...]:
    """The declarations of the relation that have a line for processes of the block."""
    declared = (model.transitions[place] for place in relation.origins)
    return tuple(found for found in declared if any(line.processes & block for line in found.lines))
