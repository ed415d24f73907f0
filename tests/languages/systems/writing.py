"""Drawn systems as text, as far as the language can express them."""

from __future__ import annotations

from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth
from vsym.logic.terms import Linear, Named
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, Variable


def written(system: System) -> str:
    """The text of a system without parameters, lemmas and sums, whose names the language can write."""
    lines = [f"system {system.name}", *map(_variable, system.variables)]
    lines += [f"domain {formula(system.domain)}", f"init {formula(system.initial)}", *map(_event, system.events)]
    lines += [f"fairness {formula(one.formula)}" for one in system.fairness]
    lines += [f"{one.logic} p{number}: {formula(one.formula)}" for number, one in enumerate(system.properties)]
    return "\n".join([*lines, ""])


def _variable(one: Variable) -> str:
    low, high = one.range
    values = f"{low}..{high}" if not one.words else f"{{{', '.join(one.words)}}}"
    return f"var {one.name} : {'bool' if one.boolean else values}"


def _event(event: Event) -> str:
    parts = [f'event {event.name} "{event.label}" if {formula(event.guard)}']
    if event.error is not None:
        parts.append(f'error "{event.error}"')
    elif event.update:
        parts.append(f"do {', '.join(f'{name} := {term(value)}' for name, value in event.update)}")
    return " ".join(parts)


def term(value: Term) -> str:
    """A term."""
    match value:
        case Linear(terms, constant):
            parts = [f"{coefficient} * {_name(atom)}" for atom, coefficient in terms]
            return " + ".join([*parts, str(constant)] if constant or not parts else parts)
        case Case(branches, otherwise):
            parts = [f"if {formula(condition)} then {term(branch)} else " for condition, branch in branches]
            return f"({''.join(parts)}{term(otherwise)})"
        case Quotient(inner, divisor):
            return f"({term(inner)}) / {divisor}"
        case Remainder(inner, divisor):
            return f"({term(inner)}) % {divisor}"


def formula(one: Formula) -> str:
    """A formula."""
    match one:
        case Truth(value):
            return str(value).lower()
        case Comparison(left, operator, bound):
            return f"{term(left)} {operator} {bound}"
        case Not(operand):
            return f"!({formula(operand)})"
        case And(operands):
            return " & ".join(f"({formula(operand)})" for operand in operands)
        case Or(operands):
            return " | ".join(f"({formula(operand)})" for operand in operands)
        case Iff(left, right):
            return f"({formula(left)}) <-> ({formula(right)})"
        case Temporal(operator, [operand]):
            return f"{operator} ({formula(operand)})"
        case Temporal(operator, [left, right]) if operator[0] in "AE":
            return f"{operator[0]} [({formula(left)}) {operator[1]} ({formula(right)})]"
        case Temporal(operator, [left, right]):
            return f"({formula(left)}) {operator} ({formula(right)})"
    raise AssertionError(one)


def _name(atom: object) -> str:
    assert isinstance(atom, Named)
    return atom.name
