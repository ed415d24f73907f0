"""Systems whose updates are not `± 1`, through a real NuSMV: its verdicts and paths against the plain semantics."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import oracle_ltl
from tests.engines.nusmv.checks import verdicts
from tests.logic.ltl_formulas import atoms, implies, to_oracle
from tests.system.systems import X, Y, Z, at, ctl, invariant, ltl, registers, variable
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.engines.nusmv.engine import ENGINE
from vsym.exchange.smv.rendering import system_model
from vsym.exchange.smv.system import prepare
from vsym.logic.formula import Formula, Iff, Not, Temporal, compare, conjunction, disjunction
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system import step
from vsym.system.report import Silence
from vsym.system.result import ErrorReached, SystemPath
from vsym.system.step import Vector
from vsym.system.system import Event, System, Variable
from vsym.system.terms import Case, Remainder

A, B, C, FLAG = (linear([(Named(name), 1)]) for name in ("a", "b", "c", "flag"))


def tokens() -> System:
    """Four tokens in three places: one or two of them move at once, two places swap theirs, and there is a flag."""
    one, two = Linear((), 1), Linear((), 2)
    flag = Variable("flag", Linear(), one, boolean=True, about="flag")
    return System(
        name="tokens",
        variables=(*(variable(name, 0, 4) for name in "abc"), flag),
        domain=conjunction([compare(A + B + C, "=", Linear((), 4)), compare(A + C, "<=", Linear((), 4))]),
        initial=conjunction([at("b", "=", 4), at("flag", "=", 0)]),
        events=(
            Event("take", "take", at("b", ">=", 1), (("b", B - one), ("c", C + one), ("flag", one - FLAG))),
            Event("give", "give", at("c", ">=", 2), (("c", C - two), ("b", B + two))),
            Event(
                "turn", "turn", at("a", "=", 0), (("a", C), ("c", A), ("flag", Case(((at("c", ">=", 3), one),), FLAG)))
            ),
            Event("odd", "odd", at("a", ">=", 1), (("flag", Remainder(A + C, 2)), ("a", A - one), ("c", C + one))),
        ),
    )


def properties(low: Formula, high: Formula) -> list[Property]:
    """Some of each logic, whose names are taken as they are."""
    never_both = Not(conjunction([low, high]))
    asked = [
        ctl("EF", high),
        ctl("AF", high),
        ctl("AG", Temporal("EF", (low,))),
        ctl("EG", Not(high)),
        ctl("AW", Not(high), low),
        ctl("ER", low, Not(high)),
        ltl("G", Temporal("F", (low,))),
        ltl("F", Temporal("G", (Not(high),))),
        ltl("U", Not(high), low),
        ltl("W", Not(low), high),
        ltl("G", implies(high, Temporal("X", (Not(low),)))),
        invariant("never_both", never_both),
        invariant("not_high", Not(high)),
    ]
    return [replace(prop, name=f"{prop.name}_{number}") for number, prop in enumerate(asked)]


QUESTIONS = [
    (registers(), at("z", "=", 0), at("z", "=", 4)),
    (registers(), compare(X, "=", Y), compare(X + Y, "<", Z)),
    (registers(), at("x", "=", 1), conjunction([at("y", "=", 1), at("z", "=", 1)])),
    (tokens(), at("flag", "=", 0), at("c", "=", 4)),
    (tokens(), disjunction([at("b", "=", 4), at("a", ">=", 3)]), Iff(at("flag", "=", 1), at("a", ">=", 1))),
]


def following(system: System) -> dict[Vector, frozenset[Vector]]:
    """The successors of every reachable state."""
    queue = [vector for vector in _vectors(system) if step.is_initial(system, vector)]
    found: dict[Vector, frozenset[Vector]] = {}
    while queue:
        vector = queue.pop()
        if vector not in found:
            found[vector] = frozenset(reached for _, reached in step.steps(system, vector)) or frozenset({vector})
            queue += found[vector]
    return found


def _vectors(system: System) -> list[Vector]:
    vectors: list[Vector] = [()]
    for low, high in system.ranges:
        vectors = [(*vector, number) for vector in vectors for number in range(low, high + 1)]
    return vectors


def holds(system: System, prop: Property) -> bool:
    """Whether a property holds in every initial state, by brute force on the plain semantics."""
    formula = Temporal("AG", (prop.formula,)) if prop.logic == "invariant" else prop.formula
    justice = [constraint.formula for constraint in system.fairness]
    graph = following(system)
    named = [*atoms(formula), *justice]
    true = {vector: frozenset(n for n in named if step.holds(system, n, vector)) for vector in graph}
    states = oracle_ltl.Graph(graph, true, tuple(justice))
    initial = [vector for vector in graph if step.is_initial(system, vector)]
    if prop.logic == "ltl":
        return oracle_ltl.ltl_holds(states, initial, to_oracle(formula))
    return {*initial} <= oracle_ltl.ctl_satisfying(states, to_oracle(formula))


def assert_is_path(system: System, path: SystemPath) -> None:
    """It starts initially, every step is one of the event it names, and the loop closes."""
    assert step.is_initial(system, path.states[0])
    for before, number, after in zip(path.states, path.steps, path.states[1:], strict=False):
        steps = list(step.steps(system, before))
        assert (number, after) in steps or (number is None and not steps and before == after)
    assert path.loop is None or path.states[path.loop] == path.states[-1]


@pytest.mark.parametrize(("system", "low", "high"), QUESTIONS)
@pytest.mark.parametrize("fair", [False, True])
def test_verdicts_and_paths(system: System, low: Formula, high: Formula, fair: bool) -> None:
    asked = properties(low, high)
    if fair:
        justice = Fairness(disjunction([low, Not(high)]), "", asked[0].span)
        system = replace(system, fairness=(justice,))
    answers = verdicts(system, asked)
    assert [verdict.outcome == "holds" for verdict in answers] == [holds(system, prop) for prop in asked]
    paths = [verdict.path for verdict in answers if verdict.path is not None]
    assert paths
    for path in paths:
        assert_is_path(system, path)


def test_an_error_that_can_happen() -> None:
    guard = conjunction([at("x", "=", 1), at("z", "=", 4)])
    system = replace(registers(), events=(Event("jam", "jam", guard, (), error="it jams"), *registers().events))
    with pytest.raises(ErrorReached) as reached:
        verdicts(system, [ctl("EF", guard)])
    assert reached.value.event == 0
    assert_is_path(system, reached.value.path)
    assert list(step.errors(system, reached.value.path.states[-1])) == [0]


def test_each_case_has_a_line() -> None:
    text = system_model(prepare(tokens()))
    assert "    choice = give & b < 3 : b + 2;\n    choice = take & b > 0 : b - 1;\n" in text
    for line in (
        "choice = turn & c >= 3 : TRUE;",
        "choice = turn & c <= 2 : flag;",
        "choice = take : !flag;",
    ):
        assert f"    {line}\n" in text
    assert "  a = 0 & b = 4 & c = 0 &\n  a + c <= 4 &\n  !flag\n" in text


def test_parameters_are_refused() -> None:
    system = replace(registers(), parameters=("n",))
    asked = ctl("EF", at("x", "=", 1))
    assert ENGINE.accepts(registers(), asked) is None
    with pytest.raises(DiagnosticError, match="NuSMV needs numbers, and `n` has every value"):
        ENGINE.verify(system, [asked], Budget(), Silence())


def test_what_nusmv_cannot_hold_has_the_name_of_the_system_where_it_has_no_place() -> None:
    wide = replace(registers(), variables=(*registers().variables[:2], variable("z", 0, 1_000_000)), events=())
    with pytest.raises(DiagnosticError) as refusal:
        prepare(wide)
    assert str(refusal.value).startswith("registers: error[VS412]: `z` has 1000001 values")
