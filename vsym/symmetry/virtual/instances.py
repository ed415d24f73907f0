"""Instances of a model with open sizes: the smallest that breaks a symmetry, or that satisfies a condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from vsym.arithmetic.cubes import smallest_instance
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.logic.formula import FALSE, TRUE, Formula, compare, conjunction, disjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Model
from vsym.symmetry.virtual.claims import assumption
from vsym.symmetry.virtual.decision import Decision, possible
from vsym.symmetry.virtual.matrix import Frame, Matrix, shared_symbols, translate
from vsym.symmetry.virtual.question import Setting
from vsym.symmetry.virtual.relations import Relation, relations
from vsym.symmetry.virtual.synchronised import decide_relation
from vsym.symmetry.virtual.witness import Witness, witness_of

Values = Mapping[str, int]
"""Values of the parameters that a model leaves open."""


@frozen
class Instance:
    """A model with values for its open parameters, and the witness of a relation that is broken in it.

    No instance with fewer processes breaks the relation, unless the time ended before that was known.
    """

    values: tuple[tuple[str, int], ...]
    model: Model
    witness: Witness


def check_instances(model: Model, instance: Callable[[Values], Model], budget: Budget) -> None:
    """Raises RefusedError where the open parameters cannot have any values, and DiagnosticError where the model is an
    error for some: a step would assign a number that is outside its variable's range.

    Raises UndecidedError.
    """
    if smallest_values(model, TRUE, budget) is None:
        names = ", ".join(f"`{name}`" for name in model.sizes.parameters)
        raise RefusedError(f"--for-all: no values satisfy the domains of {names}")
    values = smallest_values(model, _errors(model), budget)
    if values is not None:
        try:
            instance(values)
        except DiagnosticError as error:
            raise at_values(error, values) from error
        raise AssertionError("a size reported as an error has none")


def at_values(error: DiagnosticError, values: Values) -> DiagnosticError:
    """The same diagnostics, which are about an instance, with the values that it has in their hints."""
    at = ", ".join(f"{name} = {number}" for name, number in values.items())
    return DiagnosticError(replace(diagnostic, hint=f"at {at}: {diagnostic.hint}") for diagnostic in error.diagnostics)


def _errors(model: Model) -> Formula:
    """Sizes at which an assigned value is a number out of range: also with counts, if there is no process to count."""
    variables = {variable.name: variable for variable in model.shared}
    errors = []
    for line in (line for transition in model.transitions for line in transition.lines):
        for assignment in line.update:
            terms = assignment.value.terms
            if any(isinstance(part, Named) and part.name in variables for part, _ in terms):
                continue
            low, high = variables[assignment.variable].ends
            number = linear([term for term in terms if isinstance(term[0], Named)], assignment.value.constant)
            nobody = [compare(model.size_of(p.processes), "=", Linear()) for p, _ in terms if isinstance(p, Count)]
            outside = disjunction([compare(number, "<", low), compare(number, ">", high)])
            errors.append(conjunction([*nobody, outside]))
    return disjunction(errors)


def smallest_values(model: Model, predicate: Formula, budget: Budget) -> Values | None:
    """Values of the open parameters, inside their domains, that satisfy a predicate over them; the smallest size.

    None where there are none. Raises UndecidedError.
    """
    if predicate == FALSE:
        return None
    environment = Environment()
    symbols = shared_symbols(environment, model.sizes.parameters)
    nothing = Matrix(environment, Frame(model.states, (), ()))
    with Session(environment, budget) as session:
        session.add([translate(environment, part, nothing, symbols) for part in (model.sizes.domain, predicate)])
        size = model.size_of(model.processes)
        solution = smallest_instance(environment, session, list(symbols.values()), model.sizes.parameters, size)
    return None if solution is None else {name: solution[symbol] for name, symbol in symbols.items()}


def smallest_instances(
    model: Model, decisions: tuple[Decision, ...], instance: Callable[[Values], Model], budget: Budget
) -> tuple[Instance | None, ...]:
    """For each relation that is broken at some size, the smallest instance that breaks it; `instance` makes a model.

    The instance is decided anew, and its witness held against the definition. Raises AssertionError where it is not
    broken. The budget's deadline is ignored: a relation that is known to be broken is always shown.
    """
    unlimited = replace(budget, deadline=None)
    return tuple(
        None if decision.pair is None else _shown(model, decision, instance, unlimited) for decision in decisions
    )


def _shown(model: Model, decision: Decision, instance: Callable[[Values], Model], budget: Budget) -> Instance:
    assert decision.pair is not None
    values = {name: decision.pair.shared[name] for name in model.sizes.parameters}
    concrete = instance(values)
    environment, lemma, everyone = Environment(), assumption(concrete), [concrete.processes]
    related = relations(concrete, possible(environment, concrete, lemma, budget), budget)
    setting = Setting(environment, concrete, lemma, budget)
    declared = _declared(model, decision.relation)
    stemming = [relation for relation in related if not declared.isdisjoint(_declared(concrete, relation))]
    # A declaration may have several cases: the one with the same updates comes first.
    for relation in sorted(stemming, key=lambda one: one.updates != decision.relation.updates):
        decision_there = decide_relation(setting, related, relation)
        if decision_there.pair is not None:
            witness = witness_of(concrete, relation, decision_there.pair, everyone)
            return Instance(tuple(values.items()), concrete, witness)
    raise AssertionError("a symmetry said to be broken at a size is not")


def _declared(model: Model, relation: Relation) -> frozenset[tuple[object, ...]]:
    """The identity, at any size, of the declarations that a relation is by.

    Their places in the model differ where a case is never taken at some size.
    """
    kind = relation.source, relation.target, relation.overflow
    return frozenset((*kind, model.transitions[origin].span) for origin in relation.origins)
