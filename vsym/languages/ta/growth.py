"""The growth of shared variables: how far steps raise each of them, and the value from which on no condition tells its
values apart.

A process on its way from a location raises a variable by at most its *potential*: the largest sum of raises on a path
from there. The sum of a variable's value and the potentials of all processes never grows. Where a rule on a cycle
raises the variable, there is no such number. Then all values from its *level* on are one: no condition of the automaton
tells them apart, since each adds up shared variables with coefficients of one sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.problems import Problems
from vsym.languages.ta.automaton import Automaton, Rule
from vsym.languages.ta.starts import Start
from vsym.logic.formula import Comparison, Formula, conjuncts, subformulas
from vsym.logic.terms import Linear, Named, linear


@frozen
class Range:
    """The values of a shared variable, from 0 to `high`, a term over the parameters, which are not negative.

    It starts with `first`; where that is None, with any value up to `most`. Where it has no `potentials`, by location,
    `high` stands for all values from there on, and steps stop at it.
    """

    name: str
    span: Span
    first: Linear | None
    most: Linear
    high: Linear
    potentials: Mapping[str, int] | None

    @property
    def atom(self) -> Linear:
        """The variable as a term."""
        return linear([(Named(self.name), 1)])


def ranges(automaton: Automaton, begins: Start, problems: Problems) -> tuple[Range, ...]:
    """The range of each shared variable; one whose values have no bound and no level is reported."""
    locations = [name for name, _ in automaton.locations]
    bounds = dict.fromkeys(locations, begins.size)
    names = [name for name, _ in automaton.shared]
    bounded: dict[str, Range] = {}
    for name, span in automaton.shared:
        way = potentials(automaton.rules, locations, name)
        first = begins.first.get(name)
        most = _most(name, names, begins) if first is None else first
        if way is not None and most is not None:
            gained = (one.size * max(way[place] for place in one.locations) for one in begins.populations)
            bounds[name] = sum(gained, most)
            bounded[name] = Range(name, span, first, most, bounds[name], way)
    read = [rule.guard for rule in automaton.rules] + [prop.formula for prop in automaton.properties]
    formulas = [*read, begins.rest]
    found: list[Range] = []
    for name, span in automaton.shared:
        if name in bounded:
            found.append(bounded[name])
            continue
        way, first = potentials(automaton.rules, locations, name), begins.first.get(name)
        reached = level(formulas, name, names, bounds)
        if isinstance(reached, str):
            message = f"the values of `{name}` have no bound, and a condition compares it with `{reached}`"
            hint = f"give `{name}` a first value in `inits`, and raise it on no cycle"
            problems.add("VS383", span, message, hint)
            continue
        most = reached if first is None else first
        if way is None:
            found.append(Range(name, span, first, most, _larger(reached, most), None))
        else:
            gained = (one.size * max(way[place] for place in one.locations) for one in begins.populations)
            found.append(Range(name, span, first, most, sum(gained, most), way))
    return tuple(found)


def _most(name: str, shared: Iterable[str], begins: Start) -> Linear | None:
    """The largest first value of a variable that has several, where the start bounds it."""
    for part in conjuncts(begins.rest):
        if isinstance(part, Comparison):
            factors = {atom.name: by for atom, by in part.left.terms if isinstance(atom, Named)}
            sign = 1 if part.operator == "<=" else -1 if part.operator == ">=" else 0
            if factors.pop(name, 0) * sign == 1:
                rest = linear(((Named(other), -sign * by) for other, by in factors.items()), sign * part.bound)
                counted = {place for one in begins.populations for place in one.locations}
                if not factors.keys() & (counted | {*shared}):
                    return rest
    return None


def potentials(rules: Sequence[Rule], locations: Sequence[str], variable: str) -> Mapping[str, int] | None:
    """The potential of each location for a variable; None where a rule on a cycle raises it."""
    longest = dict.fromkeys(locations, 0)
    # A path that visits no location twice has fewer steps than there are locations.
    for _ in locations:
        changed = False
        for rule in rules:
            by = rule.raises.get(variable, 0) + longest[rule.target]
            if by > longest[rule.source]:
                longest[rule.source], changed = by, True
        if not changed:
            return longest
    return None


def level(
    formulas: Iterable[Formula], variable: str, shared: Iterable[str], bounds: Mapping[str, Linear]
) -> Linear | str:
    """The level of a variable, a term over the parameters, which are not negative. Where there is none, the name of the
    variable without a bound that a condition compares it with.

    `bounds` are the largest values of shared variables and of counts, as far as they have one.
    """
    names = set(shared)
    most: list[Linear] = [Linear()]
    for part in _comparisons(formulas):
        terms = {atom.name: by for atom, by in part.left.terms if isinstance(atom, Named)}
        by = terms.pop(variable, 0)
        if not by:
            continue
        sign = 1 if by > 0 else -1
        other = Linear((), sign * part.bound)
        for name, factor in terms.items():
            against = -sign * factor
            if name in bounds:
                other += bounds[name] * max(0, against)
            elif name not in names:
                other += linear([(Named(name), against)])
            elif against > 0:
                return name
        most.append(_quotient(other, abs(by)) + Linear((), 1))
    return reduce(_larger, most)


def _comparisons(formulas: Iterable[Formula]) -> Iterator[Comparison]:
    return (part for formula in formulas for part in subformulas(formula) if isinstance(part, Comparison))


def _quotient(term: Linear, divisor: int) -> Linear:
    """A term that is at least the quotient, and at least 0, at all values of the parameters."""
    return Linear(
        tuple((atom, -(-by // divisor)) for atom, by in term.terms if by > 0), max(0, -(-term.constant // divisor))
    )


def _larger(one: Linear, other: Linear) -> Linear:
    """A term that is at least as large as both."""
    factors = dict(one.terms)
    for atom, by in other.terms:
        factors[atom] = max(by, factors.get(atom, 0))
    return linear(factors.items(), max(one.constant, other.constant))
