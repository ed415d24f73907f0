"""What steps that may move several processes do to block counters: a linear change, which may be the same for different
ones.

A step is taken by a mover and, maybe, a partner; all others go where the sweep of their set sends them. Its change of
the counters is linear in how many processes are where, once it is known which blocks, and which sets with a sweep of
their own, mover and partner are in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula, compare, conjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Model
from vsym.models.counting.moves import Arrow, Sweep
from vsym.models.counting.presence import present
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.relations import Alternative, Relation
from vsym.symmetry.virtual.updates import Update

Changes = tuple[tuple[tuple[int, str], Linear], ...]
"""By how much the counter of a block, by number, and a local state grows, where it does not keep its value."""


@frozen
class Effect:
    """How steps of one kind change block counters, by block and local state, and shared variables."""

    changes: Changes
    update: Update

    def same(self, other: Effect) -> Formula:
        """Where two effects are the same, over the counts that they depend on."""
        one, another = dict(self.changes), dict(other.changes)
        alike = (compare(one.get(key, Linear()), "=", another.get(key, Linear())) for key in {**one, **another})
        return conjunction([*alike, agree(self.update, other.update)])

    def terms(self) -> Iterator[Linear]:
        """What it changes counters by and assigns."""
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
    """All steps of some relations, as far as anybody can take them."""
    for relation in relations:
        sets = _swept_sets(relation)
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
    """Where two updates lead to the same shared values."""
    values, others = dict(first), dict(second)
    names = dict.fromkeys((*values, *others))
    kept: dict[str, Linear] = {name: linear([(Named(name), 1)]) for name in names}
    return conjunction(compare(values.get(name, kept[name]), "=", others.get(name, kept[name])) for name in names)


def sweep_sets(model: Model) -> Iterator[Processes]:
    """The sets of processes that steps send elsewhere than others: counters exist for blocks that do not cut them."""
    for transition in model.transitions:
        yield from (sweep.processes for sweep in transition.others)


_Taken = tuple[str, str, int, "Sweep | None"]
"""The source and target of a process that takes the step, the number of its block, and the sweep that spares it."""


def _swept_sets(relation: Relation) -> list[tuple[Processes, Sweep]]:
    return [(sweep.processes, sweep) for sweep in relation.others]


def _places(
    processes: Processes, blocks: Sequence[Processes], sets: Sequence[tuple[Processes, Sweep]]
) -> Iterator[tuple[int, Processes, Sweep | None]]:
    """Some processes by block and by the sweep that they would be moved by."""
    for number, block in enumerate(blocks):
        rest = processes & block
        for swept, sweep in sets:
            if common := rest & swept:
                yield number, common, sweep
            rest = rest - swept
        if rest:
            yield number, rest, None


def _changes(
    sets: Sequence[tuple[Processes, Sweep]],
    blocks: Sequence[Processes],
    taken: Iterable[_Taken],
) -> Changes:
    """All go where sweeps send them, but for those who take the step: they go where it sends them instead."""
    found: dict[tuple[int, str], Linear] = {}

    def add(block: int, move: Arrow, many: Linear) -> None:
        for state, sign in ((move.source, -1), (move.target, 1)):
            found[block, state] = found.get((block, state), Linear()) + many * sign

    for swept, sweep in sets:
        for number, block in enumerate(blocks):
            if common := swept & block:
                for move in sweep.moves:
                    add(number, move, linear([(Count(move.source, common), 1)]))
    for source, target, number, spared in taken:
        add(number, Arrow(source if spared is None else spared.image(source), target), Linear((), 1))
    return tuple((key, change) for key, change in sorted(found.items()) if change != Linear())
