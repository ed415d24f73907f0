"""What is the SMT engine's own: proofs that are checked once more, and what it refuses."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.engines.contract import drawn_quickly
from tests.system.generated import systems
from tests.system.systems import HERE, at, ctl, ltl, registers
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.engines.smt.certificate_reading import read, recheck
from vsym.engines.smt.certificate_text import document
from vsym.engines.smt.engine import ENGINE
from vsym.system.report import Silence
from vsym.system.system import System


@drawn_quickly(6)
@given(systems(fairness=False))
def test_what_never_happens_has_a_proof_that_is_confirmed(system: System) -> None:
    predicate = system.properties[0].formula
    verdicts = ENGINE.verify(system, [ctl("AG", predicate), ctl("EF", predicate)], Budget(), Silence()).verdicts
    for verdict, proved in zip(verdicts, ("holds", "violated"), strict=True):
        assert verdict.proof is not None or verdict.outcome != proved
        if verdict.proof is not None:
            checked = list(recheck(read(document("", verdict.proof.scopes)), Budget()))
            assert len(checked) >= 2
            assert all(one.valid for one in checked)


def test_what_speaks_of_more_than_reachable_states_is_refused_with_its_place() -> None:
    everywhere, somewhere = ctl("AG", at("x", "<=", 3)), ctl("EF", at("x", "=", 3))
    properties = [
        everywhere,
        ctl("AG", somewhere.formula),
        ctl("EG", at("x", "=", 3)),
        ltl("X", at("x", "=", 3)),
    ]
    with pytest.raises(DiagnosticError) as refusal:
        ENGINE.verify(registers(), properties, Budget(), Silence())
    assert [(found.code, found.span) for found in refusal.value.diagnostics] == [("VS421", HERE)] * 2
