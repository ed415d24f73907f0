"""Conditions of a property that no state meets: where phases decide it, it then holds regardless of its other parts."""

from __future__ import annotations

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.phases.fragment import OutsideError, in_positive_form, text
from vsym.engines.smt.phases.shapes import timeless
from vsym.engines.smt.system import transition_system
from vsym.logic.formula import Formula, Or, Temporal, conjuncts, is_predicate
from vsym.logic.properties import Property
from vsym.system.system import System


def unmet(system: System, prop: Property, budget: Budget) -> str | None:
    """The condition on the start that no initial state meets, or on the end of paths that no state meets, in words.

    None where a property of linear time has no such condition. Raises UndecidedError.
    """
    if prop.logic != "ltl" or not isinstance(prop.formula, Or):
        return None
    transitions = transition_system(system)
    with Session(transitions.environment, budget) as session:
        session.add([transitions.domain])

        def met(condition: Formula, *also: FNode) -> bool:
            return session.satisfiable(transitions.formula(condition), *also)

        for operand in prop.formula.operands:
            try:
                wrong = in_positive_form(operand, positive=False)
            except OutsideError:
                continue
            if is_predicate(wrong):
                if not met(wrong, transitions.initial):
                    return f"{text(wrong)}, is true in no initial state"
                continue
            for part in conjuncts(wrong):
                ending = _ending(part)
                if ending is not None and not met(ending):
                    return f"{text(ending)} for ever, is true in no state"
    return None


def _ending(formula: Formula) -> Formula | None:
    """The condition that a formula states of the end of a path; None where it states anything else."""
    match formula:
        case Temporal("F", (Temporal("G"),)) | Temporal("G", (Temporal("F"),)):
            return timeless(formula)
    return None
