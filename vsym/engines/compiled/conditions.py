"""Conditions of a program, and questions about its states, as C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from vsym.engines.compiled.emission import Emission, literal
from vsym.engines.compiled.expressions import number
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula, Operator, atoms
from vsym.logic.terms import Atom
from vsym.models.program.program import Condition, Program


def conditions(emission: Emission) -> Iterator[str]:
    """The functions `conditions`, which evaluates those of the properties, and `assumptions`."""
    program = emission.program
    for kind, group in (("condition", program.conditions), ("assumption", program.assumptions)):
        for place, condition in enumerate(group):
            yield f"static int {kind}_{place}(slot_t *state) {{"
            yield "(void)state;"
            yield f"return (int){number(emission, condition.expression).truth.text};"
            yield "}"
    yield "static void conditions(void) {"
    for place, condition in enumerate(program.conditions):
        changing = program.changes(condition.expression)
        if changing:
            yield "memcpy(W, S, sizeof W);"
        yield f"atom[{place}] = (uint8_t)condition_{place}({'W' if changing else 'S'});"
        yield f"if (atom[{place}] == FAULTED) condition_site = fault_site;"
    yield "}"
    yield "static int assumptions(slot_t *state) {"
    yield "(void)state;"
    for place in range(len(program.assumptions)):
        yield f"{{ int holds = assumption_{place}(state); if (holds != 1) return holds; }}"
    yield "return 1;"
    yield "}"


def question(formula: Formula, value: Callable[[Atom], str], faulted: Callable[[Atom], str | None]) -> str:
    """A predicate as a C expression over its atoms, FAULTED where one of them ends in an error."""

    def compared(comparison: Comparison) -> str:
        terms = [f"{literal(c)} * {value(atom)}" for atom, c in comparison.left.terms]
        return f"({' + '.join(terms) or '0'} {relation(comparison.operator)} {literal(comparison.bound)})"

    text = fold(
        formula,
        Algebra(
            truth=lambda value: str(int(value)),
            comparison=compared,
            negation=lambda operand: f"!{operand}",
            conjunction=lambda operands: f"({' && '.join(operands)})",
            disjunction=lambda operands: f"({' || '.join(operands)})",
            equivalence=lambda left, right: f"({left} == {right})",
        ),
    )
    tests = [test for atom in atoms(formula) if (test := faulted(atom)) is not None]
    return f"({' || '.join(tests)}) ? FAULTED : ({text})" if tests else f"({text})"


def relation(operator: Operator) -> str:
    """How C writes a comparison."""
    match operator:
        case "=":
            return "=="
        case "!=" | "<=" | ">=":
            return operator
    assert_never(operator)


def numbered(program: Program) -> dict[Condition, int]:
    """The places of the conditions among the atoms."""
    return {condition: place for place, condition in enumerate(program.conditions)}
