"""CTL on fair paths in the explicit engine, by examples."""

from __future__ import annotations

from dataclasses import replace

from tests.engines.explicit.running import verify
from tests.engines.explicit.systems import NOWHERE, constant, ctl, number_of, readers_and_writers, transition
from tests.logic.ltl_formulas import later
from tests.system.systems import fairness
from vsym.logic.formula import FALSE, TRUE, Not, compare
from vsym.logic.properties import Property

SYSTEM = readers_and_writers(3, 3)
FIRST, LAST = (number_of(state, SYSTEM.blocks[0]) for state in ("L1", "L3"))
BUSY = compare(LAST, ">=", constant(1))
ALL_IN_FIRST = compare(FIRST, "=", constant(3))
ALL_IN_A = compare(number_of("A", SYSTEM.blocks[0]), "=", constant(3))


def test_a_fair_loop_meets_every_constraint() -> None:
    """Somebody waits for ever only on loops that do not bring all back."""
    never = later("AF", later("AG", Not(BUSY)))
    system = replace(SYSTEM, fairness=fairness(BUSY, ALL_IN_FIRST))
    [verdict] = verify(system, [ctl(later("EG", TRUE)), ctl(never)][:1])
    assert verdict.outcome == "holds"
    assert verdict.path is not None
    assert verdict.path.loop == 0
    assert {(3, 0, 0), (2, 0, 1)} <= {*verdict.path.states}
    assert len(verdict.path.steps) == 3
    [verdict] = verify(system, [ctl(later("AF", compare(LAST, ">=", constant(2))))])
    assert verdict.outcome == "violated"
    assert verdict.path is not None
    assert verdict.path.loop is not None
    assert {(3, 0, 0), (2, 0, 1)} <= {*verdict.path.states[verdict.path.loop :]}


def test_no_fair_path_satisfies_what_is_for_all() -> None:
    system = replace(SYSTEM, fairness=fairness(compare(LAST, ">=", constant(2))))
    formulas = [later("AG", FALSE), later("AX", FALSE), later("EF", TRUE), later("EX", TRUE), later("EG", TRUE), BUSY]
    outcomes = [verdict.outcome for verdict in verify(system, [ctl(formula) for formula in formulas])]
    assert outcomes == ["holds", "holds", "violated", "violated", "violated", "violated"]


def test_a_path_ends_where_a_fair_one_begins() -> None:
    """One process may go from A to B or to C, and stays there; only those who stay in C are fair."""
    block = SYSTEM.blocks[0]
    system = replace(
        SYSTEM,
        states=("A", "B", "C"),
        transitions=tuple(transition("A", target, 0, ALL_IN_A) for target in ("B", "C")),
        initial=ALL_IN_A,
        fairness=fairness(compare(number_of("C", block), ">=", constant(1))),
    )
    moved = Not(ALL_IN_A)
    formulas = [later("EX", moved), later("EF", moved), later("EU", ALL_IN_A, moved), later("AG", ALL_IN_A)]
    verdicts = verify(system, [ctl(formula) for formula in formulas])
    assert [verdict.outcome for verdict in verdicts] == ["holds", "holds", "holds", "violated"]
    assert [verdict.path.states[-1] for verdict in verdicts if verdict.path] == [(2, 0, 1)] * 4


def test_an_invariant_speaks_of_states_on_fair_paths() -> None:
    """Once L3 has been entered, all return to L1 only if nobody waits in L2 for ever."""
    prop = Property("p", "invariant", Not(BUSY), "", NOWHERE)
    [verdict] = verify(replace(SYSTEM, fairness=fairness(ALL_IN_FIRST)), [prop])
    assert verdict.outcome == "violated"
    assert verdict.path is not None
    assert verdict.path.states[-1][-1] >= 1
    assert len(verdict.path.steps) == 2
    [verdict] = verify(replace(SYSTEM, fairness=fairness(FALSE)), [prop])
    assert verdict.outcome == "holds"
