"""Abstract transitions of steps that may move several processes: linear changes of block counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.logic.formula import FALSE, Formula, conjunction, disjunction
from vsym.models.counting.counts import Count
from vsym.reductions.counters.abstraction import AbstractTransition
from vsym.reductions.counters.guards import ExactGuard, Reduction, constant_updates, source_first
from vsym.reductions.counters.project import assignments_per_block, term_per_block
from vsym.symmetry.virtual.relations import Relation, Update, respects, sets_of_update
from vsym.symmetry.virtual.synchronised import Effect, Unit, units


def joint_transitions(
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

    It is not `plain` where the effect is only one of the values that what they assign can have.
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
        relation = alike[0].relation
        for update, plain in _updates(reduction, effect.update):
            yield _Kind(relation, block, other, replace(effect, update=update), tuple(alike), plain)


def _updates(reduction: Reduction, update: Update) -> Iterator[tuple[Update, bool]]:
    """The update, or where it counts inside a block, one for each of its values."""
    sets = sets_of_update(update)
    if all(not common or common == block for one in sets for block in reduction.blocks for common in [one & block]):
        yield update, True
    else:
        yield from ((constant, False) for constant in constant_updates(reduction.model, update))


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
