"""The counter system of a model written in a test, and its transitions as text."""

from __future__ import annotations

from vsym.pipeline import reduce_model

import vsym
from vsym.basics.limits import Budget
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.symmetry.virtual.identification import decide_symmetry


def reduced(text: str, **parameters: int) -> tuple[Model, CounterSystem]:
    """The model and its counter system on the best exact blocks."""
    model = vsym.load(text, **parameters)
    decided = decide_symmetry(model, Budget(), lambda _: None)
    return model, reduce_model(decided, Budget(), lambda _: None)


def transitions(text: str, **parameters: int) -> list[str]:
    """Each abstract transition: label, block where there are several, guard and assignments."""
    model, system = reduced(text, **parameters)
    spelling = Spelling(model)
    found = []
    for transition in system.transitions:
        place = f" [{system.blocks[transition.block].name}]" if len(system.blocks) > 1 else ""
        update = "".join(f", {a.variable} := {spelling.value(a.variable, a.value)}" for a in transition.update)
        error = " overflows" if transition.overflow else ""
        found.append(f"{transition.label}{place}: {spelling.formula(transition.guard)}{update}{error}")
    return found
