"""A reachable assignment outside a variable's range, as a diagnostic at the transition that makes it."""

from __future__ import annotations

from vsym.basics.source import Diagnostic
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import ModelPath, RangeError, State, line_steps
from vsym.models.protocol import ReplayError


def overflow_diagnostic(model: Model, concrete: ModelPath) -> Diagnostic:
    """VS330 for the last state of a path; raises ReplayError if nothing there leaves its range."""
    error = _overflow(model, concrete.states[-1])
    variable = next(variable for variable in model.shared if variable.name == error.variable)
    message = (
        f"`{error.transition.label}` assigns {error.value} to `{error.variable}`, outside its range "
        f"{variable.low}..{variable.high}, in a state that is reached"
    )
    path = "; ".join(f"process {step.process} {step.transition.arrow}" for step in concrete.steps if step is not None)
    reached = f"reached by: {path}" if path else "an initial state"
    place = next(a.span for a in error.line.update if a.variable == error.variable)
    return Diagnostic("VS330", place, message, f"{reached}; strengthen the guard or widen the range")


def _overflow(model: Model, state: State) -> RangeError:
    for transition in model.transitions:
        for line in transition.lines:
            try:
                next(line_steps(model, state, transition, line), None)
            except RangeError as error:
                return error
    raise ReplayError("no assignment leaves its range where the abstraction says that one does")
