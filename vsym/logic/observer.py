"""Observers: deterministic automata that read a run state by state, and notice a bad prefix that a regular expression
over predicates describes.

A property that such an automaton states is an invariant of the model beside it, so that any method for invariants
decides it (Beer, Ben-David, Landver, On-the-Fly Model Checking of RCTL Formulas, CAV 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.automaton_tableau import Cube, fewest
from vsym.logic.formula import FALSE, TRUE, Formula, conjunction, disjunction, negate
from vsym.logic.properties import Property


@frozen
class Letter:
    """One state, in which the predicate holds."""

    formula: Formula


@frozen
class Following:
    """The parts one after the other."""

    parts: tuple[Regular, ...]


@frozen
class Fused:
    """The parts one after the other, the last state of each being the first of the next one."""

    parts: tuple[Regular, ...]


@frozen
class Alternatives:
    """One of the parts."""

    parts: tuple[Regular, ...]


@frozen
class Repeated:
    """The part, from `least` to `most` times one after the other; as often as one likes where that is None."""

    part: Regular
    least: int
    most: int | None


Regular: TypeAlias = Letter | Following | Fused | Alternatives | Repeated
"""A set of finite sequences of states (IEEE 1850, PSL: sequential extended regular expressions)."""


def fresh(names: Collection[str]) -> str:
    """The name of an observer's variable in a model that has these names."""
    name = "observer"
    while name in names:
        name += "_"
    return name


CONDITIONS = 8
"""The most different predicates of an expression."""

PLACES = 2_000
"""The most states an expression may describe one by one, its repetitions written out."""

STATES = 300
"""The most states of an observer."""


class TooLargeError(Exception):
    """An expression whose observer passes a limit, which the message names."""


@frozen
class Observer:
    """A deterministic automaton that reads the states of a run, the initial one first.

    It begins in state 0. In its state q, each state of the model that it reads satisfies exactly one of `bad[q]`, which
    ends a bad prefix, and the guards of the `moves[q]`, pairs of the next state of the observer and a predicate.
    """

    moves: tuple[tuple[tuple[int, Formula], ...], ...]
    bad: tuple[Formula, ...]

    @property
    def guards(self) -> tuple[Formula, ...]:
        """The predicates on a state that it reads."""
        return (*self.bad, *(guard for moves in self.moves for _, guard in moves))


@frozen
class Never:
    """A regular safety property: on no run does the expression's observer notice a bad prefix."""

    name: str
    observer: Observer
    text: str
    span: Span = field(compare=False, repr=False)

    def stated(self, invariant: Formula = TRUE) -> Property:
        """The property as an `invariant` of the model with the observer beside it."""
        return Property(self.name, "invariant", invariant, self.text, self.span, regular=True)


def observer(expression: Regular, *, anywhere: bool, pause: Callable[[], None] = lambda: None) -> Observer:
    """The smallest observer of the runs that begin with a non-empty sequence of an expression; with `anywhere`, of
    those that contain one.

    Raises TooLargeError. `pause` is called for each state, as there may be many, and may raise.
    """
    places = _Places()
    whole = places.of(expression)
    table = places.table()
    first = frozenset(whole.first)
    following = [frozenset(places.following.get(place, ())) | (first if anywhere else _NONE) for place in table.places]
    letters = range(2 ** len(table.predicates))
    numbers: dict[frozenset[int], int] = {first: 0}
    rows: list[list[int]] = []
    for state in (queue := list(numbers)):
        pause()
        row: list[int] = []
        for letter in letters:
            taken = [place for place in state if table.allows(place, letter)]
            if any(place in whole.last for place in taken):
                row.append(_BAD)
                continue
            target = frozenset[int]().union(*(following[place] for place in taken), first if anywhere else _NONE)
            if target not in numbers:
                numbers[target] = len(numbers)
                queue.append(target)
                if len(numbers) > STATES:
                    raise TooLargeError(f"an observer of it has more than {STATES} states")
            row.append(numbers[target])
        rows.append(row)
    return _written(_merged(rows), table.predicates)


_NONE: frozenset[int] = frozenset()
_BAD = -1
"""The state of the observer behind a bad prefix, in which it stays."""


@frozen
class _Part:
    """The places where sequences of a part begin and end; `empty` where it has the empty one."""

    first: frozenset[int]
    last: frozenset[int]
    empty: bool


@frozen
class _Table:
    """The places with their conditions on a letter, a number whose bits are the truth of the predicates."""

    places: range
    predicates: tuple[Formula, ...]
    literals: tuple[Mapping[int, bool] | None, ...]

    def allows(self, place: int, letter: int) -> bool:
        literals = self.literals[place]
        return literals is not None and all(bool(letter >> one & 1) == sign for one, sign in literals.items())


@dataclass
class _Places:
    """The places of letters in an expression, each with the predicates that hold there, and the places that may follow
    it (Glushkov's construction, with fused letters as places of their own)."""

    conditions: list[tuple[Formula, ...]] = field(default_factory=list)
    following: dict[int, set[int]] = field(default_factory=dict)

    def of(self, expression: Regular) -> _Part:
        match expression:
            case Letter(formula):
                place = frozenset([self.new((formula,))])
                return _Part(place, place, False)
            case Following(parts):
                return self.joined([self.of(part) for part in parts])
            case Fused(parts):
                first, *others = parts
                whole = self.of(first)
                for part in others:
                    whole = self.fused(whole, self.of(part))
                return whole
            case Alternatives(parts):
                made = [self.of(part) for part in parts]
                return _Part(
                    _NONE.union(*(part.first for part in made)),
                    _NONE.union(*(part.last for part in made)),
                    any(part.empty for part in made),
                )
            case Repeated(part, least, most):
                return self.repeated(part, least, most)
        assert_never(expression)

    def new(self, conditions: tuple[Formula, ...]) -> int:
        if len(self.conditions) == PLACES:
            raise TooLargeError(f"its repetitions written out, it has more than {PLACES:,} conditions")
        self.conditions.append(conditions)
        return len(self.conditions) - 1

    def joined(self, parts: Sequence[_Part]) -> _Part:
        first, last, empty = _NONE, _NONE, True
        for part in parts:
            self.lead(last, part.first)
            first = first | part.first if empty else first
            last = last | part.last if part.empty else part.last
            empty = empty and part.empty
        return _Part(first, last, empty)

    def repeated(self, part: Regular, least: int, most: int | None) -> _Part:
        required = self.joined([self.of(part) for _ in range(least)])
        if most is None:
            again = self.of(part)
            self.lead(again.last, again.first)
            return self.joined([required, _Part(again.first, again.last, True)])
        whole = _Part(_NONE, _NONE, True)
        for _ in range(most - least):
            one = self.joined([self.of(part), whole])
            whole = _Part(one.first, one.last, True)
        return self.joined([required, whole])

    def fused(self, left: _Part, right: _Part) -> _Part:
        """A place for each pair of a last place of the left part and a first place of the right part. Outside
        their own part, the former leads nowhere any more and the latter is not reached."""
        before = {place: set(targets) for place, targets in self.following.items()}
        first, last = set(left.first), set(right.last)
        for end in left.last:
            for begin in right.first:
                both = self.new((*self.conditions[end], *self.conditions[begin]))
                self.following[both] = set(before.get(begin, ()))
                for place, targets in before.items():
                    if end in targets and place != both:
                        self.following[place].add(both)
                if end in left.first:
                    first.add(both)
                if begin in right.last:
                    last.add(both)
        return _Part(frozenset(first), frozenset(last), False)

    def lead(self, sources: frozenset[int], targets: frozenset[int]) -> None:
        for place in sources:
            self.following.setdefault(place, set()).update(targets)

    def table(self) -> _Table:
        predicates: dict[Formula, int] = {}
        literals: list[Mapping[int, bool] | None] = []
        for conditions in self.conditions:
            signs: dict[int, bool] | None = {}
            for condition in conditions:
                if condition == TRUE or signs is None:
                    continue
                opposite = negate(condition)
                sign = opposite not in predicates
                number = predicates.setdefault(condition, len(predicates)) if sign else predicates[opposite]
                contradicted = condition == FALSE or signs.get(number, sign) != sign
                signs = None if contradicted else {**signs, number: sign}
            literals.append(signs)
        if len(predicates) > CONDITIONS:
            raise TooLargeError(f"it has {len(predicates)} different conditions, and {CONDITIONS} is the most")
        return _Table(range(len(self.conditions)), tuple(predicates), tuple(literals))


def _merged(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """The rows of the states of which no sequence tells two apart; a row has the next state for each letter."""
    classes = [0] * len(rows)
    while True:
        numbers: dict[object, int] = {}
        finer = [
            numbers.setdefault((old, *(classes[one] if one != _BAD else one for one in row)), len(numbers))
            for old, row in zip(classes, rows, strict=True)
        ]
        if len(numbers) == len(set(classes)):
            break
        classes = finer
    # Classes are numbered in the order of their first states, so the initial state stays 0.
    chosen = dict(zip(reversed(classes), reversed(rows), strict=True))
    return [[classes[one] if one != _BAD else one for one in chosen[number]] for number in sorted(chosen)]


def _written(rows: Sequence[Sequence[int]], predicates: Sequence[Formula]) -> Observer:
    moves, bad = [], []
    for row in rows:
        letters: dict[int, list[int]] = {}
        for letter, target in enumerate(row):
            letters.setdefault(target, []).append(letter)
        guards = {target: _guard(inside, predicates) for target, inside in sorted(letters.items())}
        bad.append(guards.pop(_BAD, FALSE))
        moves.append(tuple(guards.items()))
    return Observer(tuple(moves), tuple(bad))


def _guard(letters: Sequence[int], predicates: Sequence[Formula]) -> Formula:
    """The predicate that holds at some letters alone."""
    size = len(predicates)
    cubes: list[Cube] = [
        frozenset(2 * number + (letter >> number & 1 ^ 1) for number in range(size)) for letter in letters
    ]
    literals = [signed for predicate in predicates for signed in (predicate, negate(predicate))]
    return disjunction(conjunction(literals[one] for one in sorted(cube)) for cube in sorted(fewest(cubes), key=sorted))
