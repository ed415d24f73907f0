"""Instances of a program's properties: their conjuncts, one of which may stand for others by symmetry."""

from __future__ import annotations

from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.logic.formula import And, Formula, Temporal, conjunction, is_predicate
from vsym.logic.properties import Property
from vsym.logic.reachability import reachability
from vsym.models.program.program import DEADLOCK, ERRORS, Program

_OVER_ALL = ("AG", "AX", "G", "X")
"""The operators that are true of a conjunction where they are of each conjunct."""


@frozen
class Instance:
    """A conjunct of a property, or all of it, as a property of the same name; the `place` is that among a program's."""

    place: int
    property: Property


@frozen(eq=False)
class PlannedRun:
    """Instances of properties, and the quotient on which they are decided.

    Where that is one only if some invariants hold, by their names `assumed`, these are among the properties, and
    another quotient serves `instead` where one does not.
    """

    instances: tuple[Instance, ...]
    quotient: Quotient
    assumed: tuple[str, ...] = ()
    instead: Quotient | None = None


def whole_run(program: Program, by: Quotient) -> PlannedRun:
    """All properties as they are on one quotient."""
    return PlannedRun(tuple(Instance(place, prop) for place, prop in enumerate(program.properties)), by)


def instances(program: Program) -> tuple[Instance, ...]:
    """The conjuncts of each property, in order.

    A reachability property is left as it is: all its conditions are one, of a single state.
    """
    return tuple(
        Instance(place, replace(prop, formula=formula))
        for place, prop in enumerate(program.properties)
        for formula in ([prop.formula] if reachability(prop) is not None else _conjuncts(prop.formula))
    )


def stated(program: Program) -> tuple[Property, ...]:
    """The conjuncts of all properties but those that every program has."""
    return tuple(one.property for one in instances(program) if one.property.name not in (ERRORS, DEADLOCK))


def states_asked(prop: Property) -> Formula:
    """A property as a formula whose maximal predicates symmetries have to keep; a reachability property has a single
    one."""
    question = reachability(prop)
    return prop.formula if question is None else question.target


def _conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """Formulas that hold together where the formula holds, those that speak of one state joined."""
    match formula:
        case And(operands):
            several = dict.fromkeys(part for operand in operands for part in _conjuncts(operand))
            plain = [one for one in several if is_predicate(one)]
            return (*([conjunction(plain)] if plain else []), *(one for one in several if not is_predicate(one)))
        case Temporal(operator, (operand,)) if operator in _OVER_ALL:
            return tuple(Temporal(operator, (part,)) for part in _conjuncts(operand))
    return (formula,)
