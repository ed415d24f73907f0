"""States as JSON has them, so that the page can hand one back: read anew, and held against the model each time."""

from __future__ import annotations

from typing import Any

from vsym.basics.options import RefusedError
from vsym.lab.protocol import Record
from vsym.models.counting.locations import Locations, located
from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import State
from vsym.models.program.program import Program

_WRONG = "this state is none of the model as it is now; begin anew"


def written(state: Any) -> Record:
    """A state of either kind of model."""
    if isinstance(state, State):
        places = located(state.locations)
        return {"ends": [*places.ends], "states": [*places.states], "shared": dict(state.shared)}
    return {"codes": [*state]}


def read(model: Model | Program, value: Record) -> Any:
    """The state of a model; raises RefusedError where it is none."""
    try:
        return _of_processes(model, value) if isinstance(model, Model) else _of_program(model, value)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise RefusedError(_WRONG) from error


def _of_processes(model: Model, value: Record) -> State:
    ends, states = tuple(value["ends"]), tuple(value["states"])
    shared = tuple((one.name, value["shared"][one.name]) for one in model.shared)
    in_range = all(one.low <= number <= one.high for one, (_, number) in zip(model.shared, shared, strict=True))
    places = Locations(ends, states)
    growing = all(low < high for low, high in zip((0, *ends), ends, strict=False))
    whole = len(ends) == len(states) and len(places) == model.size and growing
    if not whole or not in_range or not set(states) <= set(model.states):
        raise RefusedError(_WRONG)
    # Few processes are a tuple, as the semantics makes it.
    return State(tuple(places) if model.size <= LISTED else places, shared)


def _of_program(program: Program, value: Record) -> tuple[int, ...]:
    codes = tuple(value["codes"])
    slots = program.layout.slots
    if len(codes) != len(slots) or any(
        not isinstance(code, int) or not 0 <= code <= slot.type.cardinality
        for code, slot in zip(codes, slots, strict=True)
    ):
        raise RefusedError(_WRONG)
    return codes
