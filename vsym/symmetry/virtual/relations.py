"""The relations R_r that symmetry is decided for: steps by one A → B that could lead to the same shared values.

Several `trans` of the same A → B whose assignments can give the same values are one relation; their domains are or-ed
(theory, section 1). Those that never can (one sets `free`, the other clears it) are decided apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula, compare, conjunction, disjunction
from vsym.logic.terms import Linear, Named
from vsym.models.counting.counts import Count, at_least_one, name_of
from vsym.models.counting.model import GuardedUpdate, Model, named_sets
from vsym.models.counting.moves import Arrow, Sweep
from vsym.models.counting.presence import somebody
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.updates import Update, agreeing, sets_of_update, update_of

LINES = 100
"""After how many guard lines the clock is asked again."""

UPDATE_VALUES = 256
"""Up to how many combinations of results an update that counts inside a block is split into."""


@frozen
class Alternative:
    """Processes that may take the step under one guard with one update.

    `origins` are the places in the model of the `trans` declarations that say so. `partners` are those with which they
    may take it, None where it is a step without a partner.
    """

    processes: Processes
    guard: Formula
    update: Update
    origins: tuple[int, ...]
    partners: Processes | None = None

    @property
    def counted(self) -> Iterator[Processes]:
        """Every set that the guard and the update count in."""
        yield from named_sets(self.guard)
        yield from sets_of_update(self.update)


@frozen
class Relation:
    """R_r: `source → target` by any of the alternatives, with what `partner` and `others` move at once.

    With `overflow`, the steps would leave a shared variable's range and lead to no state; whether one is enabled must
    be a matter of the orbit all the same.
    """

    source: str
    target: str
    alternatives: tuple[Alternative, ...]
    overflow: bool = False
    partner: Arrow | None = None
    others: tuple[Sweep, ...] = ()

    @property
    def origins(self) -> tuple[int, ...]:
        """The places in the model of the `trans` declarations that the relation comes from."""
        return tuple(dict.fromkeys(origin for choice in self.alternatives for origin in choice.origins))

    @property
    def updates(self) -> tuple[Update, ...]:
        """The different updates among the alternatives."""
        return tuple(dict.fromkeys(choice.update for choice in self.alternatives))

    def sets(self, block: Processes) -> Iterator[Processes]:
        """Every set of processes that the steps of `block` depend on."""
        for choice in self.alternatives:
            if choice.processes & block:
                yield choice.processes & block
                yield from choice.counted

    def domain(self, block: Processes, update: Update | None = None) -> Formula:
        """φ_{r,b}: some process of `block` can take the step (with the given update, where one is given)."""
        return disjunction(
            conjunction([at_least_one(self.source, choice.processes & block), choice.guard])
            for choice in self.alternatives
            if update is None or choice.update == update
        )


def relations(model: Model, possible: Callable[[Formula], bool], budget: Budget) -> tuple[Relation, ...]:
    """The relations of a model, in the order of its transitions, overflows after the steps they belong to.

    `possible` says whether some state satisfies a predicate; it is asked only where interval bounds cannot exclude
    that an assignment leaves its variable's range. Raises UndecidedError.
    """
    inside: dict[_Moves, list[Alternative]] = {}
    outside: dict[_Moves, list[Alternative]] = {}
    lines = 0
    for number, transition in enumerate(model.transitions):
        arrow = transition.source, transition.target, transition.partner, transition.others
        stays, leaves = inside.setdefault(arrow, []), outside.setdefault(arrow, [])
        for line in transition.lines:
            lines += 1
            # What a small model says is known whatever the time.
            if lines % LINES == 0:
                budget.check()
            in_range, out_of_range = _split_by_range(model, number, line, possible)
            stays += in_range
            leaves += out_of_range
    found: list[Relation] = []
    for moves, alternatives in inside.items():
        source, target, partner, others = moves
        merged = _classes(_merge(alternatives), budget)
        found += [Relation(source, target, choices, partner=partner, others=others) for choices in merged]
        if outside[moves]:
            found.append(Relation(source, target, _merge(outside[moves]), True, partner, others))
    return tuple(found)


_Moves: TypeAlias = tuple[str, str, Arrow | None, tuple[Sweep, ...]]
"""Source, target, partner and others of a step."""


def _split_by_range(
    model: Model, origin: int, line: GuardedUpdate, possible: Callable[[Formula], bool]
) -> tuple[list[Alternative], list[Alternative]]:
    """The line where its assignments stay in range, and, if they can leave it, where they do."""
    update = update_of(line)
    stays: list[Formula] = []
    leaves: list[Formula] = []
    for name, value in update:
        variable = next(variable for variable in model.shared if variable.name == name)
        low, high = variable.ends
        if bounds(model, value - low)[0] < 0:
            stays.append(compare(value, ">=", low))
            leaves.append(compare(value, "<", low))
        if bounds(model, value - high)[1] > 0:
            stays.append(compare(value, "<=", high))
            leaves.append(compare(value, ">", high))
    plain = Alternative(line.processes, line.guard, update, (origin,), line.partners)
    outside = conjunction([line.guard, disjunction(leaves)])
    moves = somebody(model.transitions[origin], line)
    if not leaves or not possible(conjunction([moves, outside])):
        return [plain], []
    inside = conjunction([line.guard, *stays])
    return (
        [Alternative(line.processes, inside, update, (origin,), line.partners)],
        [Alternative(line.processes, outside, (), (origin,), line.partners)],
    )


def bounds(model: Model, term: Linear) -> tuple[float, float]:
    """The least and greatest value that a term's variables allow one by one; infinite where no number bounds one."""
    ends_of = {variable.name: variable.ends for variable in model.shared}
    unknown = Linear(((Named(""), 1),))
    low: float = term.constant
    high: float = term.constant
    for variable, coefficient in term.terms:
        if isinstance(variable, Count):
            ends = Linear(), model.size_of(variable.processes)
        else:
            ends = ends_of.get(name_of(variable), (unknown, unknown))
        least = -math.inf if ends[0].terms else ends[0].constant
        most = math.inf if ends[1].terms else ends[1].constant
        low += min(coefficient * least, coefficient * most)
        high += max(coefficient * least, coefficient * most)
    return low, high


def _merge(alternatives: Iterable[Alternative]) -> tuple[Alternative, ...]:
    """One alternative for all processes that share guard and update."""
    alike: dict[tuple[Formula, Update, Processes | None], list[Alternative]] = {}
    for choice in alternatives:
        alike.setdefault((choice.guard, choice.update, choice.partners), []).append(choice)
    return tuple(
        Alternative(
            Processes.of(piece for choice in choices for piece in choice.processes.ranges),
            guard,
            update,
            tuple(dict.fromkeys(origin for choice in choices for origin in choice.origins)),
            partners,
        )
        for (guard, update, partners), choices in alike.items()
    )


def _classes(alternatives: tuple[Alternative, ...], budget: Budget) -> Iterable[tuple[Alternative, ...]]:
    """Group the alternatives whose updates may agree in some state, directly or through others."""
    classes = agreeing((choice.update for choice in alternatives), budget)
    grouped: dict[Update, list[Alternative]] = {}
    for choice in alternatives:
        grouped.setdefault(classes[choice.update], []).append(choice)
    return map(tuple, grouped.values())


def sets_of_wide_updates(model: Model, found: Iterable[Relation]) -> Iterator[Processes]:
    """The sets counted by updates with more than UPDATE_VALUES possible results: blocks must not cut them."""
    ranges = {v.name: math.inf if v.terms is not None else v.high - v.low + 1 for v in model.shared}
    for relation in found:
        for update in relation.updates:
            if math.prod(ranges[name] for name, _ in update) > UPDATE_VALUES:
                yield from sets_of_update(update)
