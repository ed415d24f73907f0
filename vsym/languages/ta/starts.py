"""The start of an automaton: the number of processes, their initial locations, and first values of shared variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.languages.problems import Problems
from vsym.languages.ta.automaton import Automaton
from vsym.logic.folding import with_values
from vsym.logic.formula import Comparison, Formula, conjunction, conjuncts
from vsym.logic.terms import Linear, Named, linear


@frozen
class Population:
    """Locations in which processes start together; their number `size` is a term over the parameters."""

    locations: tuple[str, ...]
    size: Linear


@frozen
class Start:
    """The start of an automaton: populations in disjoint sets of locations that together are all, and first values of
    shared variables, as terms over the parameters. `rest` is the whole condition with the first values in place of
    these variables."""

    populations: tuple[Population, ...]
    first: Mapping[str, Linear]
    rest: Formula

    @property
    def size(self) -> Linear:
        """The number of processes."""
        return sum((one.size for one in self.populations), Linear())


def start(automaton: Automaton, problems: Problems) -> Start:
    """The start of an automaton; reports each location without a number of processes."""
    locations = [name for name, _ in automaton.locations]
    shared = [name for name, _ in automaton.shared]
    parts = [part for stated in automaton.starts for part in conjuncts(stated.formula)]
    first: dict[str, Linear] = {}
    for part in parts:
        equal = _equation(part, shared)
        if equal is not None and len(equal[0]) == 1 and not _named(equal[1], locations):
            first.setdefault(equal[0][0], equal[1])
    sums = [Population(*equal) for part in parts if (equal := _equation(part, locations)) is not None]
    sums = [one for one in sums if not _named(one.size, shared)]
    chosen: list[Population] = []
    for one in sorted(sums, key=lambda one: -len(one.locations)):
        if not any(set(one.locations) & set(other.locations) for other in chosen):
            chosen.append(one)
    covered = {name for one in chosen for name in one.locations}
    for name, place in automaton.locations:
        if name not in covered:
            message = f"`inits` does not say how many processes start in `{name}`"
            problems.add("VS314", place, message, f"add `{name} == 0;`, or add `{name}` to a sum")
    return Start(tuple(chosen), first, conjunction(with_values(part, first) for part in parts))


def _equation(part: Formula, names: Sequence[str]) -> tuple[tuple[str, ...], Linear] | None:
    """The names whose sum a comparison equates with a term over others, and that term; None for any other condition."""
    if not isinstance(part, Comparison) or part.operator != "=":
        return None
    summed = [(atom.name, by) for atom, by in part.left.terms if isinstance(atom, Named) and atom.name in names]
    sign = summed[0][1] if summed else 0
    if abs(sign) != 1 or any(by != sign for _, by in summed):
        return None
    own = {name for name, _ in summed}
    rest = ((atom, -sign * by) for atom, by in part.left.terms if not (isinstance(atom, Named) and atom.name in own))
    return tuple(name for name, _ in summed), linear(rest, sign * part.bound)


def _named(term: Linear, names: Iterable[str]) -> bool:
    return not {atom.name for atom, _ in term.terms if isinstance(atom, Named)}.isdisjoint(names)
