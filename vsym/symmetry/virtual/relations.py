"""The relations R_r that symmetry is decided for: steps by one A → B that could lead to the same shared values.

Several `trans` of the same A → B whose assignments can give the same values are one relation; their domains are or-ed
(theory, section 1). Those that never can (one sets `free`, the other clears it) are decided apart.

Before them stand the assignments of steps in a normal form, with those that could give the same values, and the cells:
which processes a model tells apart at all, and which of them its properties do.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.groups.connected import Classes
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import Comparison, Formula, atoms, compare, conjunction, disjunction
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.counts import Count, at_least_one, counted, home_counts, name_of, somebody
from vsym.models.counting.locations import Arrow, Sweep
from vsym.models.counting.model import GuardedUpdate, Model, named_sets
from vsym.models.counting.processes import Processes, refine

Update = tuple[tuple[str, Linear], ...]
"""The assignments of a step, sorted by variable, without those that keep a value; Linear over pre-step values."""

Shape = frozenset[tuple[str, Linear]]
"""The assignments of an update without the constants: updates of one shape that are not the same never agree."""


def update_of(line: GuardedUpdate) -> Update:
    """A line's assignments in normal form."""
    assignments = ((assignment.variable, assignment.value) for assignment in line.update)
    return tuple(sorted(item for item in assignments if item[1] != linear([(Named(item[0]), 1)])))


def precondition(formula: Formula, update: Update, change: Callable[[Count], Linear]) -> Formula:
    """The predicate before an update and a change of counts that says `formula` holds after them."""
    values = dict(update)

    def after(variable: Atom) -> Linear:
        term = linear([(variable, 1)])
        return values.get(variable.name, term) if isinstance(variable, Named) else term + change(counted(variable))

    def shifted(comparison: Comparison) -> Formula:
        terms = (after(variable) * coefficient for variable, coefficient in comparison.left.terms)
        return compare(sum(terms, Linear()), comparison.operator, Linear((), comparison.bound))

    return replace_comparisons(formula, shifted)


def sets_of_update(update: Iterable[tuple[str, Linear]]) -> list[Processes]:
    """The sets that the assignments of a step count in."""
    return [variable.processes for _, term in update for variable, _ in term.terms if isinstance(variable, Count)]


def agreeing(updates: Iterable[Update], budget: Budget) -> dict[Update, Update]:
    """For each update one that stands for all that may agree with it in some state, directly or through others.

    Two that give a variable values which differ by a constant never agree. Raises UndecidedError.
    """
    numbers = {update: number for number, update in enumerate(dict.fromkeys(updates))}
    shapes: dict[Shape, list[Update]] = {}
    for update in numbers:
        shapes.setdefault(frozenset((name, Linear(term.terms)) for name, term in update), []).append(update)
    classes, left = Classes(len(numbers)), len(numbers)
    for (shape, members), (other, others) in itertools.combinations(shapes.items(), 2):
        if left == 1:
            break
        budget.check()
        common = shape & other
        firsts: dict[Sequence[int], Update] = {}
        # An update joins those of the other shape with the same constants where both assign alike.
        both = {_constants(update, common) for update in members} & {_constants(update, common) for update in others}
        for update in (*members, *others):
            constants = _constants(update, common)
            if constants in both:
                first = firsts.setdefault(constants, update)
                left -= classes.join(numbers[first], numbers[update]) is not None
    return dict(zip(numbers, map([*numbers].__getitem__, classes.leasts()), strict=True))


def _constants(update: Update, common: Shape) -> tuple[int, ...]:
    return tuple(term.constant for name, term in update if (name, Linear(term.terms)) in common)


def cells(model: Model) -> tuple[Processes, ...]:
    """The coarsest partition of the processes that cuts no set named anywhere in the model.

    Named are sets in guards and their lines, in moves of others, assignments, properties, fairness constraints and the
    initial condition, but not sets whose processes all start in one local state: no bisimulation asks for symmetric
    starts (theory, section 3). The product of the cells' symmetric groups always gives an exact reduction.
    """
    return tuple(refine([model.processes, *_sets_of_transitions(model), *_sets_of_observations(model)]))


def observed(model: Model) -> tuple[Processes, ...]:
    """The coarsest partition that properties, fairness constraints and the initial condition leave whole.

    Sets whose processes all start in one local state may be cut.
    """
    return tuple(refine([model.processes, *_sets_of_observations(model)]))


def respects(formula: Formula, blocks: Iterable[Processes]) -> bool:
    """True where every set that a formula counts in is a union of blocks."""
    return all(is_union(processes, blocks) for processes in dict.fromkeys(named_sets(formula)))


def local_states(formula: Formula) -> Iterator[str]:
    """The local states that a formula counts."""
    return (variable.state for variable in atoms(formula) if isinstance(variable, Count))


def is_union(processes: Processes, blocks: Iterable[Processes]) -> bool:
    """True where a set cuts none of the blocks."""
    return all(not common or common == block for block in blocks for common in [block & processes])


def _sets_of_transitions(model: Model) -> Iterator[Processes]:
    for transition in model.transitions:
        yield from (sweep.processes for sweep in transition.others)
        for line in transition.lines:
            yield line.processes
            if line.partners is not None:
                yield line.partners
            yield from named_sets(line.guard)
            yield from sets_of_update((one.variable, one.value) for one in line.update)


def _sets_of_observations(model: Model) -> Iterator[Processes]:
    observations = [home_counts(model)[1], *(prop.formula for prop in model.properties)]
    for formula in (*observations, *(constraint.formula for constraint in model.fairness)):
        yield from named_sets(formula)
    for condition, value in (case for rank in model.ranks for level in rank.levels for case in level):
        yield from named_sets(condition)
        yield from sets_of_update([("", value)])


LINES = 100
"""The number of guard lines between two checks of the budget."""

UPDATE_VALUES = 256
"""The most combinations of results into which an update that counts inside a block is split."""


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
    """R_r: `source → target` by any of the alternatives, with the moves of `partner` and `others` in the same step.

    With `overflow`, the steps would leave a shared variable's range and lead to no state; the orbit must still decide
    whether one is enabled.
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

    `possible` says whether some state satisfies a predicate; `relations` calls it only where interval bounds cannot
    exclude that an assignment leaves its variable's range. Raises UndecidedError.
    """
    inside: dict[_Moves, list[Alternative]] = {}
    outside: dict[_Moves, list[Alternative]] = {}
    lines = 0
    for number, transition in enumerate(model.transitions):
        arrow = transition.source, transition.target, transition.partner, transition.others
        stays, leaves = inside.setdefault(arrow, []), outside.setdefault(arrow, [])
        for line in transition.lines:
            lines += 1
            # A model of fewer lines is read even without any time left.
            if lines % LINES == 0:
                budget.check()
            in_range, out_of_range = _split_by_range(model, number, line, possible)
            stays += in_range
            leaves += out_of_range
    related: list[Relation] = []
    for moves, alternatives in inside.items():
        source, target, partner, others = moves
        merged = _merge(alternatives)
        leaders = agreeing((choice.update for choice in merged), budget)
        classes: dict[Update, list[Alternative]] = {}
        for choice in merged:
            classes.setdefault(leaders[choice.update], []).append(choice)
        related += [Relation(source, target, tuple(same), False, partner, others) for same in classes.values()]
        if outside[moves]:
            related.append(Relation(source, target, _merge(outside[moves]), True, partner, others))
    return tuple(related)


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
    return [replace(plain, guard=inside)], [replace(plain, guard=outside, update=())]


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


def sets_of_wide_updates(model: Model, related: Iterable[Relation]) -> Iterator[Processes]:
    """The sets counted by updates with more than UPDATE_VALUES possible results: blocks must not cut them."""
    ranges = {v.name: math.inf if v.terms is not None else v.high - v.low + 1 for v in model.shared}
    for relation in related:
        for update in relation.updates:
            if math.prod(ranges[name] for name, _ in update) > UPDATE_VALUES:
                yield from sets_of_update(update)
