"""The initial states of a system in SMV."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.exchange.smv.expressions import Vocabulary
from vsym.exchange.smv.layout import conjunct_texts
from vsym.logic.formula import Comparison, Formula, conjunction, conjuncts
from vsym.logic.terms import Atom, Linear
from vsym.system.system import Sum, System


def initial_texts(system: System, vocabulary: Vocabulary) -> Iterator[str]:
    """The conjuncts: each sum, by equations where one variable has all of it; what else is known and said."""
    whole, rest = _split(system)
    names = [vocabulary.names[variable.atom] for variable in system.variables]
    for total in system.sums:
        amount = total.total.constant
        if all(low == high for low, high in _ranges(system, total)):
            continue
        if whole.isdisjoint(total.places):
            yield " + ".join(names[place] for place in total.places) + f" = {amount}"
        else:
            yield " & ".join(f"{names[place]} = {amount if place in whole else 0}" for place in total.places)
    sums = [_comparison(system, total) for total in system.sums]
    yield from conjunct_texts(conjunction(part for part in conjuncts(system.domain) if part not in sums), vocabulary)
    yield from conjunct_texts(rest, vocabulary)


def _split(system: System) -> tuple[set[int], Formula]:
    """The places of variables that initially have all of the sum that they stand in, one of a sum; what else holds."""
    sums: dict[Atom, Sum] = {system.variables[place].atom: total for total in system.sums for place in total.places}
    whole: dict[Sum, int] = {}
    rest: list[Formula] = []
    for part in conjuncts(system.initial):
        match part:
            case Comparison(Linear(((atom, 1),)), "=" | ">=", bound) if (
                (total := sums.get(atom)) and total not in whole and _is_whole(system, total, bound)
            ):
                whole[total] = system.positions[atom]
            case _:
                rest.append(part)
    return {*whole.values()}, conjunction(rest)


def _is_whole(system: System, total: Sum, bound: int) -> bool:
    """Whether a variable that is at least `bound` leaves nothing of the sum to the others."""
    return bound == total.total.constant and all(low >= 0 for low, _ in _ranges(system, total))


def _ranges(system: System, total: Sum) -> list[tuple[int, int]]:
    return [system.ranges[place] for place in total.places]


def _comparison(system: System, total: Sum) -> Formula:
    """The sum as the domain has it."""
    terms = tuple((system.variables[place].atom, 1) for place in total.places)
    return Comparison(Linear(terms), "=", total.total.constant)
