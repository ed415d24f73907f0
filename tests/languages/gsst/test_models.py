"""The models by which the language is described."""

from __future__ import annotations

import time
from pathlib import Path

from tests.languages.gsst.texts import constant, count, shared
from tests.loading import load
from vsym.basics.source import Source
from vsym.logic.formula import TRUE, Temporal, compare, conjunction, negate
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes

MODELS = Path(__file__).parent / "models"


def _load(name: str, **overrides: int) -> Model:
    return load(Source(f"{name}.gsst", (MODELS / f"{name}.gsst").read_text("utf-8")), overrides)


def test_readers_and_writers() -> None:
    model = _load("rw")
    assert (model.name, model.parameters, model.states) == (
        "rw",
        (("readers", 1), ("writers", 2)),
        ("N", "T", "C"),
    )
    assert [(group.name, str(group.processes)) for group in model.groups] == [("R", "1"), ("W", "2..3")]
    assert model.initial == compare(count("N", 1, 3), "=", constant(3))
    try_, enter, leave = model.transitions
    assert [(line.processes.size, line.guard) for line in (*try_.lines, *leave.lines)] == [(3, TRUE), (3, TRUE)]
    assert (enter.source, enter.target, enter.name) == ("T", "C", None)
    free = compare(count("C", 1, 3), "=", constant(0))
    no_writer = compare(count("T", 2, 3), "=", constant(0))
    assert [(str(line.processes), line.guard) for line in enter.lines] == [
        ("1", conjunction([free, no_writer])),
        ("2..3", free),
    ]
    mutex, possible = model.properties
    assert mutex.formula == Temporal("AG", (compare(count("C", 1, 3), "<=", constant(1)),))
    assert (possible.name, possible.logic, possible.text) == ("possible", "ctl", "AG (#T >= 1 -> EF #C >= 1)")


def test_priority_classes() -> None:
    model = _load("grw", d=3, q=2, m=4)
    assert model.size == 6
    assert model.states == ("L[1]", "L[2]", "L[3]", "L[4]")
    assert [group.name for group in model.groups] == ["P[1]", "P[2]", "P[3]"]
    assert [transition.label for transition in model.transitions] == [
        "L[1] -> L[2]",
        "L[2] -> L[3]",
        "L[3] -> L[4]",
        "L[4] -> L[1]",
    ]
    free = compare(count("L[4]", 1, 6), "=", constant(0))
    assert [(str(line.processes), line.guard) for line in model.transitions[2].lines] == [
        ("1..2", free),
        ("3..4", conjunction([free, compare(count("L[3]", 1, 2), "=", constant(0))])),
        ("5..6", conjunction([free, compare(count("L[3]", 1, 4), "=", constant(0))])),
    ]


def test_resource_controller() -> None:
    model = _load("controller", classes=2)
    (free,) = model.shared
    assert (free.name, free.low, free.high, free.initial, free.boolean) == ("free", 0, 1, 1, True)
    is_free = compare(shared("free"), "=", constant(1))
    assert model.transitions[0].lines[0].guard == is_free
    first, second = model.transitions[1].lines
    assert first.guard == is_free
    assert second.guard == conjunction([is_free, compare(count("T", 1, 2), "=", constant(0))])
    assert [(one.variable, one.value) for one in second.update] == [("free", constant(0))]
    assert [(one.variable, one.value) for one in model.transitions[4].lines[0].update] == [("free", constant(1))]
    (recorded,) = model.properties
    busy = count("Granted", 1, 4) + count("Using", 1, 4) + count("Done", 1, 4)
    assert recorded.logic == "invariant"
    assert recorded.formula == negate(conjunction([is_free, compare(busy, ">", constant(0))]))


def test_a_thousand_classes_cost_one_range_each() -> None:
    _load("grw")
    started = time.process_time()
    model = _load("grw", d=1000)
    assert time.process_time() - started < 3
    guarded = next(transition for transition in model.transitions if len(transition.lines) == 1000)
    assert str(guarded.lines[-1].processes) == "19981..20000"
    assert model.processes == Processes.of([(1, 20000)])
