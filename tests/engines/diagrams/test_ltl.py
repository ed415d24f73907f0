"""LTL on decision diagrams: how much work it is, counted in how often the space looks up from it."""

from __future__ import annotations

import pytest

from tests.logic.ltl_formulas import implies, later
from tests.system.judging import check_path, structure
from tests.system.systems import asked, at, ring
from vsym.engines.diagrams.deciding import decide
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.saturation import saturate
from vsym.logic.formula import Formula, Temporal, negate
from vsym.system.result import Verdict

P, Q = at("p7", ">=", 1), at("p0", ">=", 1)
AGAIN, AS_WELL = later("G", later("F", P)), later("G", later("F", Q))


def _decided(formula: Formula, tokens: int, logic: str = "ltl", places: int = 8) -> tuple[Verdict, int]:
    """The verdict on a ring of places, and the looks after its states are known."""
    looks = 0

    def check() -> None:
        nonlocal looks
        looks += 1

    saturated = saturate(Encoding(ring(tokens, places), check=check), 0.0)
    before = looks
    [verdict] = decide(saturated, [asked("ctl" if logic == "ctl" else "ltl", formula)])
    return verdict, looks - before


def test_what_ctl_can_say_is_as_much_work_as_in_ctl() -> None:
    """Beside an automaton, 72 looks for 10 tokens and 149 for 20."""
    branching = Temporal("AG", (Temporal("AF", (P,)),))
    for tokens in (10, 20):
        again, work = _decided(AGAIN, tokens)
        answered, more = _decided(later("G", implies(Q, later("F", P))), tokens)
        assert again.outcome == answered.outcome == "holds"
        assert max(work, more) <= _decided(branching, tokens, "ctl")[1] + 2


@pytest.mark.parametrize("formula", [implies(AS_WELL, AGAIN), later("F", later("G", negate(Q)))])
def test_conditions_and_accepting_components_keep_the_work_small(formula: Formula) -> None:
    """Where the cycles were sought beside all of the automaton, the first took 108 looks for 10 tokens, 229 for 20."""
    few, many = (_decided(formula, tokens)[1] for tokens in (10, 20))
    assert few <= 50
    assert many <= few + 5


def test_a_finite_reason_goes_on_in_a_lasso() -> None:
    system = ring(2, 3)
    for formula in (later("X", at("p0", "=", 2)), later("U", at("p0", "=", 2), at("p2", "=", 2))):
        verdict, _ = _decided(formula, 2, places=3)
        assert verdict.path is not None
        assert verdict.path.loop is not None
        check_path(structure(system), verdict.path)
