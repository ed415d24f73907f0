"""LTL that CTL can express: the formulas, their translations, and that both hold in the same systems."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.ltl_formulas import P, Q, implies, later, ltl_from
from tests.support.drawn import DRAWN, many
from tests.system.generated import systems
from tests.system.judging import holds, structure
from tests.system.systems import asked
from vsym.logic.branching import branching
from vsym.logic.formula import FALSE, TRUE, Formula, Iff, Temporal, conjunction, disjunction, negate
from vsym.logic.reachability import in_ctl
from vsym.system.system import System

NOT_Q = negate(Q)
G_F, F_G = later("G", later("F", P)), later("F", later("G", P))
AF, AG_AF = Temporal("AF", (P,)), Temporal("AG", (Temporal("AF", (P,)),))
AF_Q = Temporal("AF", (Q,))
ANSWERED = Temporal("AG", (disjunction([NOT_Q, AF]),))

IN_CTL: list[tuple[Formula, Formula]] = [
    (later("F", P), AF),
    (later("U", TRUE, P), AF),
    (later("F", later("F", P)), AF),
    (negate(later("G", negate(P))), AF),
    (G_F, AG_AF),
    (later("F", G_F), AG_AF),
    (later("G", later("F", later("F", P))), AG_AF),
    (negate(later("F", later("G", negate(P)))), AG_AF),
    (later("R", FALSE, later("U", TRUE, P)), AG_AF),
    (later("G", implies(Q, later("F", P))), ANSWERED),
    (later("G", disjunction([later("F", P), NOT_Q])), Temporal("AG", (disjunction([AF, NOT_Q]),))),
    (negate(later("F", conjunction([Q, later("G", negate(P))]))), ANSWERED),
    (conjunction([later("G", implies(Q, later("F", P))), G_F]), conjunction([ANSWERED, AG_AF])),
    (later("G", conjunction([later("F", P), later("F", Q)])), Temporal("AG", (conjunction([AF, AF_Q]),))),
    (later("X", later("X", P)), Temporal("AX", (Temporal("AX", (P,)),))),
    (later("U", P, Q), Temporal("AU", (P, Q))),
    (later("W", later("F", P), Q), Temporal("AW", (AF, Q))),
    (later("R", Q, later("F", P)), Temporal("AR", (Q, AF))),
    (negate(later("W", Q, P)), conjunction([Temporal("AR", (NOT_Q, negate(P))), Temporal("AF", (NOT_Q,))])),
    # Both of a predicate and of paths: said of the fair paths from a state.
    (implies(Q, later("F", P)), Temporal("AR", (disjunction([NOT_Q, AF]),) * 2)),
]

NOT_IN_CTL: list[Formula] = [
    F_G,
    negate(G_F),
    implies(later("G", later("F", Q)), G_F),
    disjunction([later("F", P), later("G", Q)]),
    later("F", conjunction([P, later("X", P)])),
    later("F", conjunction([P, later("F", Q)])),
    later("U", P, later("G", Q)),
    later("R", later("X", P), Q),
    later("G", disjunction([later("X", P), later("F", Q)])),
    Iff(P, later("F", Q)),
]


@pytest.mark.parametrize(("formula", "ctl"), IN_CTL)
def test_what_ctl_can_say(formula: Formula, ctl: Formula) -> None:
    assert branching(formula) == ctl
    assert in_ctl(asked("ltl", formula)) == ctl


@pytest.mark.parametrize("formula", NOT_IN_CTL)
def test_what_needs_an_automaton(formula: Formula) -> None:
    assert branching(formula) is None
    assert in_ctl(asked("ltl", formula)) is None


def test_operators_of_ctl_are_no_ltl() -> None:
    with pytest.raises(ValueError, match="not a formula of LTL"):
        branching(AF)


@st.composite
def cases(draw: st.DrawFn) -> tuple[System, list[Formula]]:
    """A system, and LTL over two of its predicates."""
    system = draw(systems())
    p, q = system.properties[0].formula, system.fairness[0].formula if system.fairness else system.events[0].guard
    formulas = [
        later("F", p),
        later("G", later("F", p)),
        later("G", implies(p, later("F", q))),
        implies(p, later("F", q)),
        conjunction([q, later("X", p)]),
        later("W", later("F", p), q),
        negate(later("W", p, later("F", q))),
        later("R", q, later("U", p, q)),
        ltl_from(draw, (p, q), depth=2),
    ]
    return system, formulas


@given(cases())
@settings(DRAWN, max_examples=many(6))
def test_both_formulas_hold_in_the_same_systems(case: tuple[System, list[Formula]]) -> None:
    """They agree on the fair paths, also where some initial state has none."""
    system, formulas = case
    whole = structure(system)
    for formula in formulas:
        ctl = branching(formula)
        if ctl is not None:
            said, meant = asked("ctl", ctl), asked("ltl", formula)
            assert holds(whole, said) == holds(whole, meant), formula
