"""Threshold automata by brute force, from the definitions; nothing of vsym is imported.

Processes of one size are counted in locations without cycles. A rule moves one of them where its guards hold and raises
shared variables, which nothing lowers. LTL of `F` and `G` is decided twice by listing states: on all runs as they are,
by progression (Bacchus, Kabanza: Using temporal logics to express search control knowledge, AIJ 2000), and by shapes
(theory, section 12), in which a run is a path to the state that it stays in, with events on the way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Literal, TypeAlias

State: TypeAlias = tuple[int, ...]
"""The number of processes in each location, then the values of the shared variables."""

Formula: TypeAlias = Any
"""True, False, an Atom, `("not", f)`, `("and", fs)`, `("or", fs)` with a frozenset, `("F", f)` or `("G", f)`."""


@dataclass(frozen=True)
class Atom:
    """Σ weight · entry of the state >= Σ weight · parameter + constant."""

    weights: tuple[int, ...]
    sizes: tuple[int, int]
    constant: int


@dataclass(frozen=True)
class Rule:
    """A process moves from `source` to `target`, the same for a self-loop, if all guards have the value beside them."""

    source: int
    target: int
    guards: tuple[tuple[Atom, bool], ...]
    raised: tuple[int, ...]


@dataclass(frozen=True)
class Automaton:
    """Locations from 0 on, `shared` variables that start at 0, and rules from a location to it or a later one.

    All processes start in `starts`, each anywhere there. Where it `stutters`, every state can stay as it is; else one
    with an enabled self-loop, and one in which no rule is enabled.
    """

    locations: int
    shared: int
    starts: tuple[int, ...]
    rules: tuple[Rule, ...]
    stutters: bool


@dataclass(frozen=True)
class Instance:
    """An automaton with n processes and a number t."""

    automaton: Automaton
    n: int
    t: int

    def true(self, atom: Atom, state: State) -> bool:
        """The truth of an atom."""
        bound = atom.sizes[0] * self.n + atom.sizes[1] * self.t + atom.constant
        return sum(weight * value for weight, value in zip(atom.weights, state, strict=True)) >= bound

    def starts(self) -> Iterator[State]:
        """The initial states."""
        automaton = self.automaton
        for counts in product(range(self.n + 1), repeat=len(automaton.starts)):
            if sum(counts) == self.n:
                at = dict(zip(automaton.starts, counts, strict=True))
                yield (*(at.get(place, 0) for place in range(automaton.locations)), *(0,) * automaton.shared)

    def enabled(self, rule: Rule, state: State) -> bool:
        """True where a process can take the rule."""
        return state[rule.source] > 0 and all(self.true(atom, state) == value for atom, value in rule.guards)

    def successors(self, state: State) -> set[State]:
        """The states after one rule that moves a process."""
        return {
            after(self.automaton, rule, state)
            for rule in self.automaton.rules
            if rule.source != rule.target and self.enabled(rule, state)
        }

    def stays(self, state: State) -> bool:
        """True where a run can stay in a state for ever."""
        rules = [rule for rule in self.automaton.rules if self.enabled(rule, state)]
        return self.automaton.stutters or not rules or any(rule.source == rule.target for rule in rules)


def after(automaton: Automaton, rule: Rule, state: State) -> State:
    """The state after a rule."""
    moved = list(state)
    moved[rule.source] -= 1
    moved[rule.target] += 1
    for place, by in enumerate(rule.raised, automaton.locations):
        moved[place] += by
    return tuple(moved)


def both(*parts: Formula) -> Formula:
    """The conjunction, with constants folded."""
    return _joined("and", False, parts)


def either(*parts: Formula) -> Formula:
    """The disjunction, with constants folded."""
    return _joined("or", True, parts)


def _joined(word: str, absorbing: bool, parts: tuple[Formula, ...]) -> Formula:
    flat: set[Formula] = set()
    for part in parts:
        flat |= part[1] if isinstance(part, tuple) and part[0] == word else {part}
    if absorbing in flat:
        return absorbing
    flat.discard(not absorbing)
    return (not absorbing) if not flat else next(iter(flat)) if len(flat) == 1 else (word, frozenset(flat))


def negated(formula: Formula) -> Formula:
    """The negation, with negations moved to the atoms."""
    match formula:
        case bool():
            return not formula
        case ("not", inner):
            return positive(inner)
        case ("and", parts):
            return either(*map(negated, parts))
        case ("or", parts):
            return both(*map(negated, parts))
        case ("F", inner):
            return ("G", negated(inner))
        case ("G", inner):
            return ("F", negated(inner))
    return ("not", formula)


def positive(formula: Formula) -> Formula:
    """The formula with negations moved to the atoms."""
    match formula:
        case ("not", inner):
            return negated(inner) if not isinstance(inner, Atom) else formula
        case ("and", parts):
            return both(*map(positive, parts))
        case ("or", parts):
            return either(*map(positive, parts))
        case ("F" | "G" as word, inner):
            return (word, positive(inner))
    return formula


def at_the_end(instance: Instance, formula: Formula, state: State) -> bool:
    """The truth of a formula on the run that is in one state for ever, or of a predicate in a state."""
    match formula:
        case bool():
            return formula
        case ("not", inner):
            return not at_the_end(instance, inner, state)
        case ("and", parts):
            return all(at_the_end(instance, part, state) for part in parts)
        case ("or", parts):
            return any(at_the_end(instance, part, state) for part in parts)
        case ("F" | "G", inner):
            return at_the_end(instance, inner, state)
    return instance.true(formula, state)


def some_run(instance: Instance, formula: Formula) -> bool:
    """Tells if some run satisfies a formula: what remains to be satisfied is followed along all runs."""

    @cache
    def progressed(rest: Formula, state: State) -> Formula:
        match rest:
            case bool():
                return rest
            case ("not", inner):
                return negated(progressed(inner, state))
            case ("and", parts):
                return both(*(progressed(part, state) for part in parts))
            case ("or", parts):
                return either(*(progressed(part, state) for part in parts))
            case ("F", inner):
                return either(progressed(inner, state), rest)
            case ("G", inner):
                return both(progressed(inner, state), rest)
        return instance.true(rest, state)

    waiting = [(state, positive(formula)) for state in instance.starts()]
    met = set(waiting)
    while waiting:
        state, rest = waiting.pop()
        stays = instance.stays(state)
        if stays and at_the_end(instance, rest, state):
            return True
        later = progressed(rest, state)
        for target in instance.successors(state) | ({state} if stays else set()):
            if later is not False and (target, later) not in met:
                met.add((target, later))
                waiting.append((target, later))
    return False


class NoShapeError(Exception):
    """A formula that the reduction leaves to others."""


@dataclass(frozen=True)
class Shape:
    """The conditions where an event happens, which at the start is the first: `here` then, `always` from then on, `end`
    in the state that the run stays in, and events that happen then or later, in any order."""

    here: Formula = True
    always: Formula = True
    end: Formula = True
    events: tuple[Shape, ...] = ()

    def with_(self, other: Shape) -> Shape:
        """Both at the same time."""
        return Shape(
            both(self.here, other.here),
            both(self.always, other.always),
            both(self.end, other.end),
            (*self.events, *other.events),
        )


Way: TypeAlias = Literal["rising", "falling"]


def goes(automaton: Automaton, formula: Formula, way: Way) -> bool:
    """True of a predicate that no rule makes false (`rising`), or true (`falling`)."""
    match formula:
        case bool():
            return True
        case ("not", inner):
            return goes(automaton, inner, "falling" if way == "rising" else "rising")
        case ("and" | "or", parts):
            return all(goes(automaton, part, way) for part in parts)
        case ("F" | "G", _):
            return False
    zero = (0,) * (automaton.locations + automaton.shared)
    changes = [
        sum(w * v for w, v in zip(formula.weights, after(automaton, rule, zero), strict=True))
        for rule in automaton.rules
    ]
    return all(change >= 0 if way == "rising" else change <= 0 for change in changes)


def is_predicate(formula: Formula) -> bool:
    """True of a formula of one state."""
    match formula:
        case ("not", inner):
            return is_predicate(inner)
        case ("and" | "or", parts):
            return all(map(is_predicate, parts))
        case ("F" | "G", _):
            return False
    return True


def shapes(automaton: Automaton, formula: Formula) -> list[Shape]:
    """The shapes whose disjunction a formula is, in which negations stand at atoms; raises NoShapeError."""
    if is_predicate(formula):
        return [] if formula is False else [Shape(here=formula)]
    match formula:
        case ("and", parts):
            together = [Shape()]
            for part in parts:
                more = shapes(automaton, part)
                together = [one.with_(other) for one in together for other in more]
            return together
        case ("or", parts):
            return [shape for part in parts for shape in shapes(automaton, part)]
        case ("F", inner):
            return [_later(automaton, shape) for shape in shapes(automaton, inner)]
        case ("G", inner):
            return _always(automaton, inner)
    raise AssertionError(formula)


def _later(automaton: Automaton, shape: Shape) -> Shape:
    if shape.events or not goes(automaton, shape.here, "rising"):
        return Shape(events=(shape,))
    return Shape(end=both(shape.here, shape.always, shape.end))


def _always(automaton: Automaton, formula: Formula) -> list[Shape]:
    if is_predicate(formula):
        return [] if formula is False else [Shape(always=formula)]
    match formula:
        case ("and", parts):
            return shapes(automaton, both(*(("G", part) for part in parts)))
        case ("G", _):
            return shapes(automaton, formula)
        case ("F", inner):
            return [Shape(end=inner)]
        case ("or", parts):
            now = either(*(part for part in parts if is_predicate(part)))
            coming = [part[1] for part in parts if not is_predicate(part) and part[0] == "F"]
            lasting = [part[1] for part in parts if not is_predicate(part) and part[0] == "G"]
            if len(coming) + len(lasting) < sum(not is_predicate(part) for part in parts):
                raise NoShapeError(formula)
            if coming and not lasting:
                later = either(*coming)
                if goes(automaton, now, "falling"):
                    return [Shape(end=either(now, later))]
                if is_predicate(later) and goes(automaton, later, "rising"):
                    return [Shape(end=later), Shape(always=now)]
            if (
                len(lasting) == 1
                and not coming
                and is_predicate(lasting[0])
                and (goes(automaton, now, "falling") or goes(automaton, lasting[0], "rising"))
            ):
                return [Shape(always=either(now, lasting[0]))]
    raise NoShapeError(formula)


def some_path(instance: Instance, shape: Shape) -> bool:
    """Tells if there is a path of a shape: all states are listed, each with the events that have happened."""
    events: list[tuple[Shape, int | None]] = [(shape, None)]
    for number, (event, _) in enumerate(events):
        events += [(inner, number) for inner in event.events]
    ends = both(*(event.end for event, _ in events))

    def fits(state: State, happened: frozenset[int]) -> bool:
        return all(at_the_end(instance, events[number][0].always, state) for number in happened)

    waiting = [(state, frozenset({0})) for state in instance.starts() if at_the_end(instance, shape.here, state)]
    waiting = [pair for pair in waiting if fits(*pair)]
    met = set(waiting)
    while waiting:
        state, happened = waiting.pop()
        if len(happened) == len(events) and instance.stays(state) and at_the_end(instance, ends, state):
            return True
        now = [
            (state, happened | {number})
            for number, (event, parent) in enumerate(events)
            if number not in happened and parent in happened and at_the_end(instance, event.here, state)
        ]
        for pair in (*now, *((target, happened) for target in instance.successors(state))):
            if pair not in met and fits(*pair):
                met.add(pair)
                waiting.append(pair)
    return False


def instances(automaton: Automaton, most: int = 4) -> Iterator[Instance]:
    """The instances with up to `most` processes, and t from 0 to a third of them, rounded up."""
    for n in range(1, most + 1):
        for t in range((n + 2) // 3 + 1):
            yield Instance(automaton, n, t)


def drawn_atom(chance: random.Random, automaton: Mapping[str, int], *, of_shared: bool) -> Atom:
    """An atom over shared variables or, unless `of_shared`, perhaps over locations."""
    width, shared = automaton["locations"], automaton["shared"]
    weights = [0] * (width + shared)
    if of_shared or (shared and chance.random() < 0.3):
        weights[width + chance.randrange(shared)] = 1
        if shared > 1 and chance.random() < 0.3:
            weights[width] = weights[width + 1] = 1
    else:
        for place in chance.sample(range(width), chance.choice((1, 1, 1, 2))):
            weights[place] = 1
        if chance.random() < 0.7:
            return Atom(tuple(weights), (0, 0), chance.choice((1, 1, 2)))
    sizes = chance.choice(((0, 0), (0, 1), (0, 1), (1, -1), (1, 0)))
    return Atom(tuple(weights), sizes, chance.choice((0, 1, 1, 2)))


def drawn_automaton(chance: random.Random) -> Automaton:
    """An automaton with up to four locations, two shared variables and three guards, also falling ones. In some,
    exactly the rules that raise a variable ask that it is small, as crashes do."""
    size = {"locations": chance.randint(2, 4), "shared": chance.randint(1, 2)}
    width, shared = size["locations"], size["shared"]
    atoms = [drawn_atom(chance, size, of_shared=True) for _ in range(chance.randint(1, 3))]
    rules = []
    for _ in range(chance.randint(2, 5)):
        source, target = sorted(chance.sample(range(width), 2))
        guards = tuple((chance.choice(atoms), chance.random() < 0.75) for _ in range(chance.choice((0, 1, 1, 2))))
        raised = tuple(chance.choice((0, 0, 1, 1, 2)) for _ in range(shared))
        rules.append(Rule(source, target, guards, raised))
    if chance.random() < 0.3:
        few = Atom((*(0,) * width, 1, *(0,) * (shared - 1)), chance.choice(((0, 0), (0, 1))), chance.choice((1, 2)))
        for number, rule in enumerate(rules):
            if rule.raised[0]:
                guards = (*rule.guards, (few, False))
                rules[number] = Rule(rule.source, rule.target, guards, (1, *rule.raised[1:]))
    for _ in range(chance.choice((0, 1))):
        place = chance.randrange(width)
        guards = tuple((chance.choice(atoms), chance.random() < 0.75) for _ in range(chance.choice((0, 1))))
        rules.append(Rule(place, place, guards, (0,) * shared))
    starts = tuple(sorted(chance.sample(range(width - 1), min(width - 1, chance.choice((1, 1, 2))))))
    return Automaton(width, shared, starts, tuple(rules), chance.random() < 0.5)


def drawn_predicate(chance: random.Random, automaton: Automaton) -> Formula:
    """A predicate of one state."""
    size = {"locations": automaton.locations, "shared": automaton.shared}
    atoms = [drawn_atom(chance, size, of_shared=False) for _ in range(chance.choice((1, 1, 2)))]
    literals = [one if chance.random() < 0.5 else ("not", one) for one in atoms]
    return chance.choice((both, either))(*literals)


def drawn_formula(chance: random.Random, automaton: Automaton) -> Formula:
    """A formula of `F` and `G`, often after a condition on the start and with a condition on the end."""

    def predicate() -> Formula:
        return drawn_predicate(chance, automaton)

    def formula(depth: int) -> Formula:
        if depth == 0 or chance.random() < 0.15:
            return predicate()
        match chance.choice("FFGGao"):
            case "F" | "G" as word:
                return (word, formula(depth - 1))
            case "a":
                return both(formula(depth - 1), formula(depth - 1))
            case _:
                return either(formula(depth - 1), formula(depth - 1))

    wanted = formula(3)
    if chance.random() < 0.3:
        first, then = predicate(), chance.choice("FG")
        wanted = chance.choice(
            (
                ("F", both(first, (then, predicate()))),
                ("G", either(first, (then, predicate()))),
                either(("G", first), wanted),
            )
        )
    if chance.random() < 0.4:
        wanted = either(negated(predicate()), wanted)
    return either(("F", ("G", negated(predicate()))), wanted) if chance.random() < 0.4 else wanted
