"""A model and an exact partition of its processes, made into a counter system; steps that may move several processes
are linear changes of block counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.logic.formula import FALSE, TRUE, Formula, conjunction, disjunction, negate
from vsym.models.counting.counts import Count, with_meaning
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import AbstractTransition, Block, CounterSystem
from vsym.reductions.counters.guards import (
    ExactGuard,
    Reduction,
    abstract_guards,
    constant_updates,
    guard_of,
    source_first,
)
from vsym.reductions.counters.project import assignments_per_block, rewrite_per_block, term_per_block
from vsym.reductions.counters.starts import initial_counters
from vsym.symmetry.virtual.relations import Relation, Update, is_union, respects, sets_of_update
from vsym.symmetry.virtual.synchronised import Effect, Unit, units


def synchronised_transitions(
    reduction: Reduction, relations: Sequence[Relation], exact: ExactGuard
) -> Iterator[AbstractTransition]:
    """The abstract transitions of relations whose symmetry was decided together; raises UndecidedError and what `exact`
    raises.

    The states in which steps of one kind are enabled need not be a union of orbits: those in which some step with their
    effect is, are.
    """
    every = list(units(reduction.budget.paced(relations), reduction.blocks))
    for kind in _kinds(reduction, every):
        domain = disjunction(unit.domain for unit in kind.members)
        if not (kind.plain and respects(domain, reduction.blocks)):
            alike = (unit for unit in every if unit.relation.overflow == kind.relation.overflow)
            domain = disjunction(conjunction([unit.domain, kind.effect.same(unit.effect)]) for unit in alike)
        guard = exact(reduction, domain)
        if guard != FALSE:
            yield _transition(reduction, kind, source_first(guard, kind.relation.source))


@frozen
class _Kind:
    """Steps of one relation by processes of the same blocks with one effect.

    Where an update counts inside a block, each of its possible values has a kind of its own, which is not `plain`.
    """

    relation: Relation
    block: int
    other: int | None
    effect: Effect
    members: tuple[Unit, ...]
    plain: bool


def _kinds(reduction: Reduction, every: Sequence[Unit]) -> Iterator[_Kind]:
    members: dict[tuple[int, int, int | None, Effect], list[Unit]] = {}
    for unit in every:
        members.setdefault((id(unit.relation), unit.block, unit.other, unit.effect), []).append(unit)
    for (_, block, other, effect), alike in members.items():
        # An update that counts inside a block is one for each of its values.
        plain = all(is_union(one, reduction.blocks) for one in sets_of_update(effect.update))
        for update in [effect.update] if plain else constant_updates(reduction.model, effect.update):
            yield _Kind(alike[0].relation, block, other, replace(effect, update=update), tuple(alike), plain)


def _transition(reduction: Reduction, kind: _Kind, guard: Formula) -> AbstractTransition:
    blocks, relation = reduction.blocks, kind.relation
    numbers = dict.fromkeys(number for unit in kind.members for number in unit.choice.origins)
    origins = tuple(reduction.model.transitions[number] for number in numbers)
    changes = tuple(
        (Count(state, blocks[block]), term_per_block(change, blocks)) for (block, state), change in kind.effect.changes
    )
    return AbstractTransition(
        relation.source,
        relation.target,
        kind.block,
        guard,
        assignments_per_block(blocks, origins[0], kind.effect.update),
        origins,
        relation.overflow,
        changes,
        kind.other,
    )


Guards = Callable[[Reduction, Relation, Processes], Iterable[tuple[Update, Formula]]]
"""The updates that steps of a block can have, each with its guard over block counters."""


def reduce(
    reduction: Reduction,
    relations: Sequence[Relation],
    guards: Guards = abstract_guards,
    exact: ExactGuard = guard_of,
) -> CounterSystem:
    """The counter abstraction of a model, bisimilar to it on the states of the lemma (paper, Theorem 7).

    Where steps may move several processes, `exact` makes their guards. Properties, fairness and the conditions of
    `init` beside homes must not split a block; invariants beside them that do are left out. Raises UndecidedError, and
    what `guards` and `exact` raise.
    """
    model, blocks = reduction.model, reduction.blocks
    if model.joint:
        transitions = list(synchronised_transitions(reduction, relations, exact))
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
        initial=initial_counters(model, blocks),
        transitions=tuple(transitions),
        properties=tuple(prop.rewritten(observed) for prop in model.properties),
        beside=tuple(prop.rewritten(observed) for prop in model.beside if respects(prop.formula, blocks)),
        fairness=tuple(replace(constraint, formula=observed(constraint.formula)) for constraint in model.fairness),
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
    declared = [reduction.model.transitions[place] for place in relation.origins]
    origins = tuple(one for one in declared if any(line.processes & block for line in one.lines))
    for update, guard in guards(reduction, relation, block):
        assignments = assignments_per_block(reduction.blocks, origins[0], update)
        yield AbstractTransition(
            relation.source, relation.target, number, guard, assignments, origins, relation.overflow
        )
