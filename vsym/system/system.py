"""The system: the result of a reduction of a model, and the input of every engine.

Updates assign terms: linear ones, and those made of them by cases and by division. Exclusive cases split any event into
events whose updates are linear.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from itertools import product
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import Span
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Comparison, Formula, atoms, compare, conjunction, conjuncts, disjunction, negate
from vsym.logic.properties import Fairness, Property, StatedRank
from vsym.logic.terms import Atom, Linear, Named, value


@frozen(hash_kept=True)
class Case:
    """The value of the first branch whose condition holds, else `otherwise`."""

    branches: tuple[tuple[Formula, Term], ...]
    otherwise: Term


@frozen
class Quotient:
    """`term / divisor`, rounded down; the divisor is positive."""

    term: Term
    divisor: int


@frozen
class Remainder:
    """The remainder of a division: from 0 to `divisor` - 1, also of a negative term."""

    term: Term
    divisor: int


Term: TypeAlias = Linear | Case | Quotient | Remainder


def evaluate(term: Term, value_of: Callable[[Atom], int]) -> int:
    """The value of a term where its atoms have the given values."""
    match term:
        case Linear():
            return value(term, value_of)
        case Case(branches, otherwise):
            chosen = (branch for condition, branch in branches if satisfied(condition, value_of))
            return evaluate(next(chosen, otherwise), value_of)
        case Quotient(inner, divisor):
            return evaluate(inner, value_of) // divisor
        case Remainder(inner, divisor):
            return evaluate(inner, value_of) % divisor
    assert_never(term)


def atoms_of(term: Term) -> Iterator[Atom]:
    """Every atom that the value of a term depends on, some more than once."""
    match term:
        case Linear(terms):
            yield from (atom for atom, _ in terms)
        case Case(branches, otherwise):
            for condition, branch in branches:
                yield from atoms(condition)
                yield from atoms_of(branch)
            yield from atoms_of(otherwise)
        case Quotient(inner, _) | Remainder(inner, _):
            yield from atoms_of(inner)
        case _:
            assert_never(term)


@frozen
class Variable:
    """A variable with its inclusive range, whose ends are terms over the parameters; a Boolean one ranges over 0..1.

    `words` are the names of the values 0..k-1 where they have names. `about` says in a few words what it is, `span`
    where the user's text declares it.
    """

    name: str
    low: Linear
    high: Linear
    boolean: bool = False
    about: str = ""
    span: Span | None = field(default=None, compare=False, repr=False)
    words: tuple[str, ...] = ()

    @cached_property
    def atom(self) -> Named:
        """The variable as formulas name it."""
        return Named(self.name)

    @property
    def range(self) -> tuple[int, int]:
        """Both ends as numbers; raises ValueError where they depend on a parameter."""
        if self.low.terms or self.high.terms:
            raise ValueError(f"the range of `{self.name}` depends on a parameter")
        return self.low.constant, self.high.constant


@frozen
class Event:
    """A step: if `guard` holds, the variables in `update` take new values together; all others keep theirs.

    The values are terms over those before the step. With `error`, the step is a violation of the model, which `error`
    describes: it is an error that such an event is ever enabled, and it leads nowhere. Where `guard` holds and there is
    no error, every new value is within its variable's range. Reports call the event by its `label`; `by` names who
    takes it where that is not evident, and `name` is the best short name.
    """

    name: str
    label: str
    guard: Formula
    update: tuple[tuple[str, Term], ...]
    error: str | None = None
    by: str = ""
    span: Span | None = field(default=None, compare=False, repr=False)


@frozen
class Sum:
    """Variables, by their places in a vector, that add up to `total`, a term over the parameters, in every state."""

    places: tuple[int, ...]
    total: Linear


@frozen
class System:
    """Variables under guarded simultaneous updates, with their properties to check.

    A state is a vector of values in the order of `variables`, each within its range, that satisfies `domain`. The
    initial states are those that satisfy `initial`; every step leads from the domain into the domain. A state in which
    no event is enabled has itself as its only successor. `parameters` are numbers that no event changes; `domain`
    restricts their values as well as those of the variables. The `lemma` holds initially, and steps keep it. A state
    counts as a deadlock where `deadlock` holds; with None, where no event is enabled. The `ranks` are those that the
    user states for some of the properties. The invariants `beside` are stated, but not checked as properties; they need
    not hold. All formulas are over `Named` atoms.
    """

    name: str
    variables: tuple[Variable, ...]
    domain: Formula
    initial: Formula
    events: tuple[Event, ...]
    properties: tuple[Property, ...] = ()
    fairness: tuple[Fairness, ...] = ()
    lemma: Formula = TRUE
    parameters: tuple[str, ...] = ()
    deadlock: Formula | None = None
    ranks: tuple[StatedRank, ...] = ()
    beside: tuple[Property, ...] = ()

    @cached_property
    def positions(self) -> Mapping[Atom, int]:
        """The place of each variable in a state's vector."""
        return {variable.atom: place for place, variable in enumerate(self.variables)}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The same by the variables' names."""
        return {variable.name: place for place, variable in enumerate(self.variables)}

    @cached_property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """The inclusive range of each entry of a state's vector; raises ValueError where one depends on a parameter."""
        return tuple(variable.range for variable in self.variables)

    @cached_property
    def sums(self) -> tuple[Sum, ...]:
        """The sums of variables that the domain fixes, of variables that stand in no other sum, each once."""
        sums: list[Sum] = []
        taken: set[int] = set()
        for part in conjuncts(self.domain):
            total = self._sum(part)
            if total is not None and taken.isdisjoint(total.places):
                sums.append(total)
                taken.update(total.places)
        return tuple(sums)

    def _sum(self, part: Formula) -> Sum | None:
        if not isinstance(part, Comparison) or part.operator != "=":
            return None
        inside = [(self.positions[atom], c) for atom, c in part.left.terms if atom in self.positions]
        # In a normal form the first atom has a positive coefficient, and that may be a parameter.
        sign = inside[0][1] if inside else 0
        if abs(sign) != 1 or any(coefficient != sign for _, coefficient in inside):
            return None
        rest = tuple((atom, -sign * c) for atom, c in part.left.terms if atom not in self.positions)
        return Sum(tuple(place for place, _ in inside), Linear(rest, sign * part.bound))

    @cached_property
    def state_count(self) -> int:
        """The most states there can be, reachable or not.

        Of m variables from 0 on that add up to n there are C(n + m - 1, m - 1) values.
        """
        count = 1
        counted: set[int] = set()
        for total_sum in self.sums:
            total = total_sum.total.constant
            if all(self.ranges[place] == (0, total) for place in total_sum.places):
                count *= math.comb(total + len(total_sum.places) - 1, len(total_sum.places) - 1)
                counted.update(total_sum.places)
        sizes = (high - low + 1 for place, (low, high) in enumerate(self.ranges) if place not in counted)
        return count * math.prod(sizes)


CASES = 10_000
"""The most cases into which vsym splits an event."""

Update: TypeAlias = tuple[tuple[str, Linear], ...]


def cases(system: System, event: Event) -> Iterator[tuple[Formula, Update]]:
    """Conditions with the update that the event has where they hold; an event without an update has one case.

    Raises RefusedError for an event with more than CASES, or a quotient of a term that only a parameter bounds.
    """
    choices = [[(*choice, name) for choice in _choices(system, event, term)] for name, term in event.update]
    count = 1
    for choice in choices:
        count *= len(choice)
    if count > CASES:
        raise RefusedError(f"the event `{event.label}` has {count:,} cases; only --engine explicit takes so many")
    for chosen in product(*choices):
        condition = conjunction(condition for condition, _, _ in chosen)
        yield condition, tuple((name, term) for _, term, name in chosen)


def _choices(system: System, event: Event, term: Term) -> list[tuple[Formula, Linear]]:
    """The linear terms that a term can be, each with its condition."""
    match term:
        case Linear():
            return [(TRUE, term)]
        case Case(branches, otherwise):
            cases: list[tuple[Formula, Linear]] = []
            for place, (condition, branch) in enumerate((*branches, (TRUE, otherwise))):
                before = negate(disjunction(earlier for earlier, _ in branches[:place])) if place else TRUE
                here = conjunction([condition, before])
                cases += [(conjunction([here, inner]), value) for inner, value in _choices(system, event, branch)]
            return cases
        case Quotient(inner, divisor):
            return [(here, Linear((), q)) for here, _, q in _divided(system, event, inner, divisor)]
        case Remainder(inner, divisor):
            return [
                (here, value - Linear((), divisor * q)) for here, value, q in _divided(system, event, inner, divisor)
            ]
    assert_never(term)


def _divided(system: System, event: Event, term: Term, divisor: int) -> Iterator[tuple[Formula, Linear, int]]:
    """The quotients of a term, each after its condition and the linear term of which it is the quotient."""
    for condition, number in _choices(system, event, term):
        low, high = _bounds(system, event, number)
        if (high - low) // divisor >= CASES:
            raise RefusedError(f"the event `{event.label}` divides too many values; only --engine explicit takes it")
        for quotient in range(low // divisor, high // divisor + 1):
            least, most = Linear((), divisor * quotient), Linear((), divisor * (quotient + 1) - 1)
            yield conjunction([condition, compare(number, ">=", least), compare(number, "<=", most)]), number, quotient


def _bounds(system: System, event: Event, term: Linear) -> tuple[int, int]:
    """The least and greatest value that the ranges allow."""
    ranges: Mapping[Atom, tuple[Linear, Linear]] = {v.atom: (v.low, v.high) for v in system.variables}
    low = high = term.constant
    for atom, coefficient in term.terms:
        if atom not in ranges or ranges[atom][0].terms or ranges[atom][1].terms:
            raise RefusedError(f"the event `{event.label}` divides a number that only a parameter bounds")
        ends = [coefficient * end.constant for end in ranges[atom]]
        low, high = low + min(ends), high + max(ends)
    return low, high


@frozen
class ModalSystem:
    """Two systems for an abstraction whose states stand for several: some of them have a step that `may` be possible,
    and all of them have one that `must` be.

    Both have the same variables and initial states, and every step of `must` is one of `may` (Larsen, Thomsen: A Modal
    Process Logic, LICS 1988). Only a state with no step of `may` has itself as its only successor, in both.
    """

    may: System
    must: System
