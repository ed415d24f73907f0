"""Paths that repeat are held against the property before they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

import vsym
from tests.composing import reduced
from tests.loading import load_program
from tests.system.systems import at, ctl, fairness, ltl, ring
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic
from vsym.composition.lassos import check_lasso
from vsym.composition.program_systems import SystemEngine
from vsym.composition.verification import verified
from vsym.engines import registry
from vsym.engines.protocol import Answer
from vsym.logic.formula import Formula, Temporal
from vsym.logic.properties import Property
from vsym.models.protocol import ReplayError
from vsym.system.report import Report, Silence
from vsym.system.result import Path, SystemPath
from vsym.system.system import System

ROUND: SystemPath = Path("counterexample", ((1, 0), (0, 1), (1, 0)), (0, 1), 0)
"""One token goes round two places."""

RING = ring(1, 2)

TURNS = """system turns
states A
group P of 1
shared x : 0..1 = 0
init A
trans A -> A do x := 1 - x
ltl p: G F x = 1
"""


def test_a_path_that_refutes_the_property_may_be_shown() -> None:
    check_lasso(RING, ltl("F", Temporal("G", (at("p0", "=", 1),))), ROUND)
    check_lasso(RING, ltl("G", at("p0", "=", 0)), replace(ROUND, loop=None))
    check_lasso(RING, ctl("AF", Temporal("EG", (at("p0", "=", 1),))), ROUND)
    check_lasso(RING, ltl("G", at("p0", "=", 0)), None)


@pytest.mark.parametrize(
    ("system", "prop"),
    [
        (RING, ltl("G", Temporal("F", (at("p0", "=", 1),)))),
        (replace(RING, fairness=fairness(at("p0", "=", 2))), ltl("F", Temporal("G", (at("p0", "=", 1),)))),
    ],
)
def test_one_that_does_not_or_is_not_fair_is_our_bug(system: System, prop: Property) -> None:
    with pytest.raises(ReplayError, match=f"the path that is to show that `{prop.name}` is violated does not"):
        check_lasso(system, prop, ROUND)


def _exchanged(formula: Formula) -> Formula:
    """F G for G F, of which the first is false where there are turns."""
    match formula:
        case Temporal("G", (Temporal("F", inner),)):
            return Temporal("F", (Temporal("G", inner),))
    return formula


class Wrong:
    """Shows of every property a path on which `x` is 1 and 0 in turn."""

    name = "wrong"

    def accepts(self, _system: System, _prop: Property, /) -> Diagnostic | None:
        return None

    def verify(self, system: System, properties: Sequence[Property], budget: Budget, report: Report, /) -> Answer:
        never = tuple(replace(prop, formula=_exchanged(prop.formula)) for prop in properties)
        return registry.engine("explicit").verify(replace(system, properties=never), never, budget, report)


ENGINE: Wrong = Wrong()


def test_engines_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """About processes that are counted, and about programs, which are systems to them."""
    monkeypatch.setattr(registry, "MODULES", {**registry.MODULES, "wrong": __name__})
    model = reduced(vsym.load(TURNS))
    with pytest.raises(ReplayError, match="`p`"):
        verified(model, "wrong", Budget(), Silence())
    program = load_program("var x: 0..1;\nstartstate x := 0; end;\nrule x := 1 - x; end;\n--! ltl p: G F x = 1\n")
    with pytest.raises(ReplayError, match="`p`"):
        SystemEngine("wrong").verify(program, program.properties, Budget(), Silence())
