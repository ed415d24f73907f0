"""States as JSON has them, so that the page can hand one back: read anew, and held against the model each time."""

from __future__ import annotations

from typing import Any

from vsym.basics.options import RefusedError
from vsym.lab.protocol import Record
from vsym.models.protocol import AnyModel
from vsym.stepping.registry import guide


def written(model: AnyModel, state: Any) -> Record:
    """A state of a model."""
    return guide(model.kind).state_record(state)


def read(model: AnyModel, record: Record) -> Any:
    """The state of a model; raises RefusedError where it is none."""
    try:
        return guide(model.kind).state_of(model, record)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise RefusedError("this state is none of the model as it is now; begin anew") from error
