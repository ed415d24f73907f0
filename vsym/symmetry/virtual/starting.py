"""Whether a model can start at all: of one that has no initial state, every property would hold."""

from __future__ import annotations

from collections.abc import Mapping

from pysmt.fnode import FNode

from vsym.arithmetic.cubes import smallest_instance
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Quantified, Session
from vsym.basics.limits import Budget
from vsym.basics.numbers import plural
from vsym.basics.source import Diagnostic, Source, Span
from vsym.logic.formula import Comparison, Formula, compare, conjuncts
from vsym.logic.terms import linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.matrix import Matrix, shared_symbols, translate
from vsym.symmetry.virtual.question import frame_of


def start_diagnostic(environment: Environment, model: Model, budget: Budget) -> Diagnostic | None:
    """VS322 where there is no initial state, at some size where sizes are open; raises UndecidedError."""
    if _settles_everyone(model):
        return None
    matrix = Matrix(environment, frame_of(model, [], [model.initial], []))
    parameters = shared_symbols(environment, model.sizes.parameters)
    manager = environment.formula_manager
    initial = translate(environment, model.initial, matrix, parameters)
    starts = manager.And([*matrix.invariant(), *matrix.definitions, initial])
    if not model.sizes.parameters:
        with Session(environment, budget) as session:
            return None if session.satisfiable(starts) else _diagnostic(model, {})
    with Quantified(environment, budget) as session:
        domain = translate(environment, model.sizes.domain, matrix, parameters)
        counters: list[FNode] = sorted(environment.fvo.get_free_variables(starts) - set(parameters.values()), key=str)
        session.add([domain, manager.ForAll(counters, manager.Not(starts))])
        size = model.size_of(model.processes)
        found = smallest_instance(environment, session, (), model.sizes.parameters, size)
    return None if found is None else _diagnostic(model, {name: found[parameters[name]] for name in parameters})


def _settles_everyone(model: Model) -> bool:
    """Whether `init` does no more than to put every process of some disjoint sets into one local state."""
    settled = Processes()
    for part in conjuncts(model.initial):
        home = _home(model, part)
        if home is None or home.processes & settled:
            return False
        settled |= home.processes
    return True


def _home(model: Model, part: Formula) -> Count | None:
    if not isinstance(part, Comparison):
        return None
    counts = [atom for atom, _ in part.left.terms if isinstance(atom, Count)]
    if len(counts) != 1:
        return None
    whole = compare(linear([(counts[0], 1)]), "=", model.size_of(counts[0].processes))
    return counts[0] if part == whole else None


def _diagnostic(model: Model, values: Mapping[str, int]) -> Diagnostic:
    span = model.start or Span(Source(model.name, ""), 0, 0)
    if not values:
        hint = f"there {'is' if model.size == 1 else 'are'} {plural(model.size, 'process', 'processes')}"
        return Diagnostic("VS322", span, "no state satisfies this, so the system cannot start", hint)
    at = ", ".join(f"{name} = {number}" for name, number in values.items())
    hint = "a parameter's domain leaves such values out, as in `param n = 3 where n >= 2`"
    return Diagnostic("VS322", span, f"at {at}, no state satisfies this, so the system cannot start", hint)
