"""Virtual symmetry where steps may move several processes at once: effects are compared in the question.

The counters of blocks are exact iff there are no two states with the same counters, such that a step is enabled in the
first and in the second none with the same effect on them. Different steps may have the same effect in some states and
not in others, as a broadcast over an empty local state moves nobody.

A step is taken by a mover and, maybe, a partner; all others go where the sweep of their set sends them. Its change of
the counters is linear in the numbers of processes in local states, once the blocks of mover and partner are known, and
their sets with a sweep of their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from vsym.arithmetic.environment import translate_term
from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula, compare, conjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count, present
from vsym.models.counting.locations import Arrow, Sweep
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.decision import Decision, decide, solution
from vsym.symmetry.virtual.matrix import symbol_of, translate
from vsym.symmetry.virtual.question import OrbitPair, Question, Setting, Sides
from vsym.symmetry.virtual.relations import Alternative, Relation, Update, is_union, respects, sets_of_update

Changes = tuple[tuple[tuple[int, str], Linear], ...]
"""The growth of the counter of each block, by number, and local state, where it does not keep its value."""


@frozen
class Effect:
    """The changes of block counters, by block and local state, and of shared variables, by steps of one kind."""

    changes: Changes
    update: Update

    def same(self, other: Effect) -> Formula:
        """The condition under which two effects are the same, over the counts that they depend on."""
        return conjunction(compare(one, "=", another) for one, another in self.compared(other))

    def compared(self, other: Effect) -> Iterator[tuple[Linear, Linear]]:
        """Pairs of terms, of this effect and of the other, that have to be equal for both to be the same."""
        changes, others = dict(self.changes), dict(other.changes)
        for key in {**changes, **others}:
            yield changes.get(key, Linear()), others.get(key, Linear())
        yield from _assigned(self.update, other.update)

    def may_be(self, other: Effect) -> bool:
        """False where two numbers show that the effects differ."""
        return not any(a != b and not a.terms and not b.terms for a, b in self.compared(other))

    def terms(self) -> Iterator[Linear]:
        """The terms by which it changes counters, and those that it assigns."""
        yield from (change for _, change in self.changes)
        yield from (value for _, value in self.update)


@frozen
class Unit:
    """Steps of a relation with one guard and one effect: by movers inside one block, with partners inside one.

    `block` and `other` are the numbers of these blocks; `other` is None where there is no partner.
    """

    relation: Relation
    choice: Alternative
    block: int
    movers: Processes
    other: int | None
    partners: Processes | None
    effect: Effect

    @property
    def domain(self) -> Formula:
        """Somebody is there to take the step, and the guard holds."""
        there = present(self.relation.source, self.movers, self.relation.partner, self.partners)
        return conjunction([there, self.choice.guard])


def units(relations: Iterable[Relation], blocks: Sequence[Processes]) -> Iterator[Unit]:
    """All steps of some relations, as far as some process can take them."""
    for relation in relations:
        sets = relation.others
        for choice in relation.alternatives:
            for block, movers, mover_sweep in _places(choice.processes, blocks, sets):
                taken = ((relation.source, relation.target, block, mover_sweep),)
                if relation.partner is None or choice.partners is None:
                    effect = Effect(_changes(sets, blocks, taken), choice.update)
                    yield Unit(relation, choice, block, movers, None, None, effect)
                    continue
                for other, partners, sweep in _places(choice.partners, blocks, sets):
                    both = (*taken, (relation.partner.source, relation.partner.target, other, sweep))
                    effect = Effect(_changes(sets, blocks, both), choice.update)
                    yield Unit(relation, choice, block, movers, other, partners, effect)


def agree(first: Update, second: Update) -> Formula:
    """The condition under which two updates lead to the same shared values."""
    return conjunction(compare(one, "=", other) for one, other in _assigned(first, second))


def _assigned(first: Update, second: Update) -> Iterator[tuple[Linear, Linear]]:
    """The terms of two updates for each variable that one of them assigns."""
    values, others = dict(first), dict(second)
    for name in {**values, **others}:
        unchanged = linear([(Named(name), 1)])
        yield values.get(name, unchanged), others.get(name, unchanged)


def sweep_sets(model: Model) -> Iterator[Processes]:
    """The sets of processes that steps send elsewhere than others: counters exist for blocks that do not cut them."""
    for transition in model.transitions:
        yield from (sweep.processes for sweep in transition.others)


_Taken = tuple[str, str, int, "Sweep | None"]
"""The source and target of a process that takes the step, the number of its block, and the sweep that spares it."""


def _places(
    processes: Processes, blocks: Sequence[Processes], sweeps: Sequence[Sweep]
) -> Iterator[tuple[int, Processes, Sweep | None]]:
    """Some processes by block and by the sweep that they would be moved by."""
    for number, block in enumerate(blocks):
        rest = processes & block
        for sweep in sweeps:
            if common := rest & sweep.processes:
                yield number, common, sweep
            rest = rest - sweep.processes
        if rest:
            yield number, rest, None


def _changes(sweeps: Sequence[Sweep], blocks: Sequence[Processes], taken: Iterable[_Taken]) -> Changes:
    """All go where sweeps send them, but for those who take the step: they go where it sends them instead."""
    changes: dict[tuple[int, str], Linear] = {}

    def add(block: int, move: Arrow, many: Linear) -> None:
        for state, sign in ((move.source, -1), (move.target, 1)):
            changes[block, state] = changes.get((block, state), Linear()) + many * sign

    for sweep in sweeps:
        for number, block in enumerate(blocks):
            if common := sweep.processes & block:
                for move in sweep.moves:
                    add(number, move, linear([(Count(move.source, common), 1)]))
    for source, target, number, spared in taken:
        add(number, Arrow(source if spared is None else spared.image(source), target), Linear((), 1))
    return tuple((key, change) for key, change in sorted(changes.items()) if change != Linear())


def decide_relation(setting: Setting, relations: Sequence[Relation], relation: Relation) -> Decision:
    """Decide full virtual symmetry of one of a model's relations; raises UndecidedError."""
    everyone = [setting.model.processes]
    if not setting.model.joint:
        return decide(setting, relation, everyone)
    return decide_synchronised(setting, relations, relation, everyone)


def decide_synchronised(
    setting: Setting,
    relations: Sequence[Relation],
    relation: Relation,
    blocks: Sequence[Processes],
    *,
    readable: bool = True,
) -> Decision:
    """Decide one of a model's relations for the group that permutes processes inside each block.

    A step of any relation may match one of its steps. Raises UndecidedError.
    """
    started = time.monotonic()
    if alike_by_text(relation, blocks):
        return Decision(relation, "symmetric", time.monotonic() - started)
    # Only overflows can match an overflow, and only other steps another step.
    rivals = list(units((other for other in relations if other.overflow == relation.overflow), blocks))

    def broken(unit: Unit, others: Iterable[Unit], *, readable: bool) -> OrbitPair | None:
        return solution(setting, question_of(setting, unit, others, blocks), blocks[unit.block], readable=readable)

    beside: dict[int, None] = {}
    for unit in units([relation], blocks):
        pair = broken(unit, rivals, readable=readable)
        if pair is not None:
            partners = None if unit.other is None else blocks[unit.other]
            return Decision(relation, "broken", time.monotonic() - started, replace(pair, partners=partners))
        if readable:
            beside |= dict.fromkeys(
                _needed(unit, rivals, lambda one, left: broken(one, left, readable=False) is not None)
            )
    return Decision(relation, "virtually symmetric", time.monotonic() - started, beside=tuple(beside))


def _needed(unit: Unit, rivals: Sequence[Unit], is_broken: Callable[[Unit, Iterable[Unit]], bool]) -> Iterator[int]:
    """The places of other local transitions without whose steps a unit that is not broken would be."""
    others = [one for one in rivals if one.relation != unit.relation and unit.effect.may_be(one.effect)]
    own = [one for one in rivals if one.relation == unit.relation]
    if not others or not is_broken(unit, own):
        return
    left = list(dict.fromkeys(one.relation for one in others))
    for relation in tuple(left):
        fewer = [one for one in left if one != relation]
        if not is_broken(unit, [*own, *(one for one in others if one.relation in fewer)]):
            left = fewer
    for relation in left:
        yield from relation.origins


def alike_by_text(relation: Relation, blocks: Sequence[Processes]) -> bool:
    """Tells if the text alone shows that exchanging processes inside blocks changes nothing for a relation's steps."""
    sets = [sweep.processes for sweep in relation.others]
    for choice in relation.alternatives:
        partners = () if choice.partners is None else (choice.partners,)
        sets += [choice.processes, *partners, *sets_of_update(choice.update)]
    whole = all(is_union(one, blocks) for one in sets)
    return whole and all(respects(choice.guard, blocks) for choice in relation.alternatives)


def question_of(setting: Setting, unit: Unit, rivals: Iterable[Unit], blocks: Sequence[Processes]) -> Question:
    """Two states with equal block counters: in the first a step is enabled, in the second no rival with its effect."""
    environment, manager = setting.environment, setting.environment.formula_manager
    possible = [rival for rival in rivals if unit.effect.may_be(rival.effect)]
    units_named = [unit, *possible]
    terms = [term for one in units_named for term in one.effect.terms()]
    sides = Sides(setting, blocks, [one.domain for one in units_named], terms)
    can = translate(environment, unit.domain, sides.enabled, sides.shared)
    symbols = [symbol_of(matrix, sides.shared) for matrix in (sides.enabled, sides.disabled)]
    cannot = []
    for rival in possible:
        same = [translate(environment, rival.domain, sides.disabled, sides.shared)]
        for pair in unit.effect.compared(rival.effect):
            one, other = (translate_term(environment, term, of) for term, of in zip(pair, symbols, strict=True))
            same.append(manager.Equals(one, other))
        cannot.append(manager.Not(manager.And(same)))
    return sides.question({}, [can, *cannot])
