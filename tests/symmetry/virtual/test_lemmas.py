"""Lemmas: proved inductive together, or refused with the step that leaves them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings

import vsym
from tests.arithmetic.points import comparisons, predicates
from tests.support.drawn import many
from tests.symmetry.virtual.judging import RW, TWO_GROUPS, identified, processes
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.logic.formula import TRUE, Formula
from vsym.models.counting.semantics import RangeError, State, holds, line_steps
from vsym.symmetry.virtual.claims import after_effect, assumption, failures
from vsym.symmetry.virtual.relations import Alternative, Relation, update_of
from vsym.symmetry.virtual.synchronised import units

MUTUAL = """system mutual
states A, B
group G of 2
shared x : bool = false
shared y : bool = false
init A
trans A -> B do x := y
trans B -> A do y := x
"""

MOVING = """system moving
states A, B, C
group R of 1
group W of 2
shared v : -1..2 = 0
init A
trans A -> B { R: #B[W] <= 1 do v := v + 1  W: v >= 0 }
trans B -> C do v := #A[W] - #C
trans C -> A if #A >= 1 do v := 1
"""


def _refusal(text: str) -> str:
    with pytest.raises(DiagnosticError) as refused:
        identified(text)
    return str(refused.value)


def test_proved_lemmas_are_conjoined() -> None:
    text = RW + "lemma alone: #C <= 1\nlemma few: #C[R] + #C[W] <= 1\n"
    decided = identified(text)
    assert decided.lemma == decided.model.lemmas[0].formula == assumption(decided.model)
    assert assumption(vsym.load(RW)) == TRUE
    assert list(failures(Environment(), decided.model, Budget())) == []


def test_a_lemma_that_a_step_leaves() -> None:
    """The state before the step is the only one of the lemmas, so that every solver finds it."""
    text = TWO_GROUPS + "shared on : bool = true\ntrans go: A -> B { R: #A[W] = 2 }\nlemma nobody: #B = 0 & on\n"
    assert _refusal(text) == (
        "<text>:8:1: error[VS320]: lemma `nobody` is not inductive: from (#A[R] = 2, #A[W] = 2, on = true), "
        "`go: A -> B` of R violates it\n"
        "  lemma nobody: #B = 0 & on\n"
        "  ^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  hint: the state may be unreachable: strengthen the lemma, or add one that excludes the state"
    )


def test_a_lemma_that_does_not_hold_initially() -> None:
    text = TWO_GROUPS + "shared on : bool = true\nlemma off: !on & #A[R] >= 1\n"
    assert _refusal(text) == (
        "<text>:7:1: error[VS320]: lemma `off` does not hold in the initial state (#A[R] = 2, #A[W] = 2, on = true)\n"
        "  lemma off: !on & #A[R] >= 1\n"
        "  ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  hint: the state may be unreachable: strengthen the lemma, or add one that excludes the state"
    )


def test_shared_variables_start_at_their_own_values() -> None:
    text = TWO_GROUPS + "shared x : 0..9 = 4\nlemma start: x = {}\n"
    assert identified(text.format(4)).lemma != TRUE
    assert "does not hold in the initial state" in _refusal(text.format(5))


def test_lemmas_that_only_hold_together() -> None:
    both = "lemma x_off: !x\nlemma y_off: !y\n"
    assert identified(MUTUAL + both).model.lemmas[1].name == "y_off"
    alone = _refusal(MUTUAL + "lemma x_off: !x\n")
    assert "lemma `x_off` is not inductive" in alone
    assert "y = true" in alone
    assert "`A -> B` of all violates it" in alone
    assert "`B -> A` of all violates it" in _refusal(MUTUAL + "lemma y_off: !y\n")


def test_every_lemma_that_fails_is_refused() -> None:
    report = _refusal(TWO_GROUPS + "trans A -> B\nlemma first: #B = 0\nlemma second: #A = 4\nlemma third: #B <= 4\n")
    assert [name for name in ("first", "second", "third") if f"lemma `{name}`" in report] == ["first", "second"]


def test_a_step_that_leaves_a_range_breaks_no_lemma() -> None:
    """It leads to no state; without the range, x would grow past the lemma's bound."""
    text = TWO_GROUPS + "shared x : 0..{} = 0\ntrans A -> B do x := x + 1\ntrans B -> A\nlemma low: x <= 3\n"
    assert identified(text.format(3)).lemma == TRUE or identified(text.format(3)).full
    assert "`A -> B` of all violates it" in _refusal(text.format(4))


def test_the_guard_of_the_step_counts() -> None:
    text = TWO_GROUPS + "trans A -> B {{ R: #B[R] = 0  W: {} }}\nlemma one: #B[R] <= 1\n"
    assert identified(text.format("true")).lemma != TRUE
    assert "`A -> B` of R violates it" in _refusal(text.format("true").replace("#B[R] = 0", "#B[W] = 0"))


def test_processes_that_the_lemma_tells_apart_are_moved_apart() -> None:
    text = TWO_GROUPS + "trans A -> B if #B = 0\ntrans B -> A\nlemma single: #B[{1, 3}] <= 1\n"
    assert identified(text).lemma != TRUE
    refused = _refusal(text.replace("if #B = 0", "if #B[{1}] = 0"))
    assert "`A -> B` of {1, 3} violates it" in refused


SETS = (processes(1, 1), processes(2, 3), processes(1, 3))


@settings(max_examples=many(9), deadline=None)
@given(predicates(comparisons(("A", "B", "C"), SETS, ["v"])))
def test_what_holds_after_a_step_is_said_before_it(formula: Formula) -> None:
    model = vsym.load(MOVING)
    values = [(("v", number),) for number in range(-1, 3)]
    states = [State(*parts) for parts in itertools.product(itertools.product("ABC", repeat=3), values)]
    for transition in model.transitions:
        for line in transition.lines:
            choice = Alternative(line.processes, line.guard, update_of(line), ())
            steps = units([Relation(transition.source, transition.target, (choice,))], SETS[:2])
            before = {unit.movers: after_effect(formula, unit.effect, SETS[:2]) for unit in steps}
            for state in states:
                try:
                    taken = list(line_steps(model, state, transition, line))
                except RangeError:
                    continue
                for step in taken:
                    (movers,) = (cell for cell in SETS[:2] if step.process in cell)
                    assert holds(before[movers], state) == holds(formula, step.target)
