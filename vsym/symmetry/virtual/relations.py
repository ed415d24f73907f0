"""The relations R_r that symmetry is decided for: steps by one A → B that could lead to the same shared values.

Several `trans` of the same A → B whose assignments can give the same values are one relation; their domains are or-ed
(theory, section 1). Those that never can (one sets `free`, the other clears it) are decided apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula, compare, conjunction, disjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count, at_least_one, name_of
from vsym.models.counting.model import GuardedUpdate, Model, named_sets
from vsym.models.counting.processes import Processes

Update = tuple[tuple[str, Linear], ...]
"""The assignments of a step, sorted by variable, without those that keep a value; Linear over pre-step values."""

UPDATE_VALUES = 256
"""Up to how many combinations of results an update that counts inside a block is split into."""


@frozen
class Alternative:
    """Processes that may take the step under one guard with one update.

    `origins` are the places in the model of the `trans` declarations that say so.
    """

    processes: Processes
    guard: Formula
    update: Update
    origins: tuple[int, ...]


@frozen
class Relation:
    """R_r: `source → target` by any of the alternatives.

    With `overflow`, the steps would leave a shared variable's range and lead to no state; whether one is enabled must
    be a matter of the orbit all the same.
    """

    source: str
    target: str
    alternatives: tuple[Alternative, ...]
    overflow: bool = False

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
                yield from named_sets(choice.guard)
                yield from sets_of_update(choice.update)

    def domain(self, block: Processes, update: Update | None = None) -> Formula:
        """φ_{r,b}: some process of `block` can take the step (with the given update, where one is given)."""
        return disjunction(
            conjunction([at_least_one(self.source, choice.processes & block), choice.guard])
            for choice in self.alternatives
            if update is None or choice.update == update
        )


def relations(model: Model, possible: Callable[[Formula], bool]) -> tuple[Relation, ...]:
    """The relations of a model, in the order of its transitions, overflows after the steps they belong to.

    `possible` says whether some state satisfies a predicate; it is asked only where interval bounds cannot exclude
    that an assignment leaves its variable's range.
    """
    found: list[Relation] = []
    arrows: dict[tuple[str, str], list[int]] = {}
    for number, transition in enumerate(model.transitions):
        arrows.setdefault((transition.source, transition.target), []).append(number)
    for (source, target), numbers in arrows.items():
        inside: list[Alternative] = []
        outside: list[Alternative] = []
        for number in numbers:
            for line in model.transitions[number].lines:
                in_range, out_of_range = _split_by_range(model, number, line, possible)
                inside += in_range
                outside += out_of_range
        found += [Relation(source, target, merged) for merged in _classes(_merge(inside))]
        if outside:
            found.append(Relation(source, target, _merge(outside), overflow=True))
    return tuple(found)


def update_of(line: GuardedUpdate) -> Update:
    """A line's assignments in normal form."""
    kept = ((assignment.variable, assignment.value) for assignment in line.update)
    return tuple(sorted(item for item in kept if item[1] != linear([(Named(item[0]), 1)])))


def sets_of_update(update: Update) -> list[Processes]:
    """The sets that the assignments of a step count in."""
    return [variable.processes for _, term in update for variable, _ in term.terms if isinstance(variable, Count)]


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
    plain = Alternative(line.processes, line.guard, update, (origin,))
    outside = conjunction([line.guard, disjunction(leaves)])
    moves = at_least_one(model.transitions[origin].source, line.processes)
    if not leaves or not possible(conjunction([moves, outside])):
        return [plain], []
    inside = conjunction([line.guard, *stays])
    return (
        [Alternative(line.processes, inside, update, (origin,))],
        [Alternative(line.processes, outside, (), (origin,))],
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
    merged: dict[tuple[Formula, Update], Alternative] = {}
    for choice in alternatives:
        key = (choice.guard, choice.update)
        before = merged.get(key)
        if before is not None:
            origins = tuple(dict.fromkeys((*before.origins, *choice.origins)))
            choice = Alternative(before.processes | choice.processes, choice.guard, choice.update, origins)
        merged[key] = choice
    return tuple(merged.values())


def _classes(alternatives: tuple[Alternative, ...]) -> Iterator[tuple[Alternative, ...]]:
    """Group the alternatives whose updates may agree in some state, directly or through others."""
    classes: list[list[Alternative]] = []
    by_update = groupby(sorted(alternatives, key=lambda choice: repr(choice.update)), key=lambda choice: choice.update)
    for _, choices in by_update:
        members = list(choices)
        touching = [other for other in classes if any(not _differ(members[0].update, c.update) for c in other)]
        joined = [choice for other in touching for choice in other] + members
        classes = [other for other in classes if other not in touching] + [joined]
    order = {id(choice): place for place, choice in enumerate(alternatives)}
    for group in sorted(classes, key=lambda group: min(order[id(choice)] for choice in group)):
        yield tuple(sorted(group, key=lambda choice: order[id(choice)]))


def _differ(first: Update, second: Update) -> bool:
    """Whether some variable gets values that differ by a constant: then the updates never agree."""
    others = dict(second)
    differences = (value - others[name] for name, value in first if name in others)
    return any(not difference.terms and difference.constant for difference in differences)


def sets_of_wide_updates(model: Model, found: Iterable[Relation]) -> Iterator[Processes]:
    """The sets counted by updates with more than UPDATE_VALUES possible results: blocks must not cut them."""
    ranges = {v.name: math.inf if v.terms is not None else v.high - v.low + 1 for v in model.shared}
    for relation in found:
        for update in relation.updates:
            if math.prod(ranges[name] for name, _ in update) > UPDATE_VALUES:
                yield from sets_of_update(update)
