"""Models of every kind whose exploration on decision diagrams a strategy and hints guide: verdicts are those without,
paths are the model's, and a hint that the reduction does not keep is refused at its place."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.checking.test_counter_quotient import ring
from tests.engines.diagrams.quotient.drawn import symmetric_system
from tests.languages.systems.writing import formula, written
from tests.support.composing import checked, explored, verdicts
from tests.support.drawn import chosen, many
from tests.support.running import EXAMPLES
from tests.symmetry.detected.drawing import Drawing
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import Closing, RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.answer import Checked
from vsym.checking.check import subject_of
from vsym.checking.groups.names import DETECTED, VIRTUAL
from vsym.checking.question import MDD, STRATEGIES, Strategy
from vsym.languages import registry
from vsym.languages.gsst.text import text as gsst
from vsym.languages.systems.text import text as sys_text

HINTS = ("#B = 0", "#C <= 1", "busy", "x < 2", "!deadlock", "#A[G[1]] = 1 & x = 0", "false", "true")
GUIDED = (
    *map(Strategy, STRATEGIES),
    Strategy(hints=True),
    Strategy(hints=True, closing=Closing("hint")),
    Strategy(hints=True, closing=Closing(nodes=4)),
)


def outcomes(answer: Checked) -> dict[str, str]:
    """The verdict on each property; paths have been replayed, and refuted invariants have one."""
    for one in answer.outcomes:
        if one.property.logic == "invariant" and one.verdict.outcome == "violated":
            assert one.run is not None
    return verdicts(answer)


def _asked(first: int, automatic: bool) -> list[Strategy]:
    """The ways to guide: by default every other one, from the first or the second on."""
    return [*chosen(GUIDED[first % 2 :: 2], GUIDED), *([Strategy(automatic=True)] if automatic else [])]


def compared(model: Any, automatic: bool, first: int = 0) -> int:
    """Hold ways to guide, up to one group after the other from the `first`, against the exploration without; in how
    many orbits were counted."""
    without = outcomes(checked(model, "explicit"))
    states = explored(model, "explicit").reached
    assert states is not None
    orbits = 0
    for number, strategy in enumerate(_asked(first, automatic), first):
        group = (None, DETECTED, VIRTUAL)[number % 3]
        answer = checked(model, MDD, strategy=strategy, group=group)
        assert outcomes(answer) == without, (strategy, group)
        if group == VIRTUAL:
            continue
        reached = explored(model, MDD, strategy=strategy, group=group).reached
        assert reached is not None
        assert (reached.represented or reached.states) == states.states, (strategy, group)
        assert (reached.deadlocks > 0) == (states.deadlocks > 0)
        orbits += group is not None and reached.states < states.states
    return orbits


@pytest.mark.parametrize("seed", range(many(1)))
def test_drawn_processes(seed: int) -> None:
    draw = Random(f"guided {seed}")
    text = gsst(Source("drawn.gsst", ring(draw)), UNLIMITED)
    compared(text.with_hints(draw.sample(HINTS, 2)).at({}), automatic=False, first=seed)


def test_drawn_systems() -> None:
    orbits = 0
    for seed in range(many(2)):
        draw = Random(f"guided {seed}")
        system = symmetric_system(draw, fair=True)
        hints = [formula(Drawing(draw, system.variables).formula(1)) for _ in range(2)]
        text = sys_text(Source("drawn.sys", written(system)), UNLIMITED).with_hints(hints)
        try:
            subject = text.at({})
        except DiagnosticError as refusal:
            # There is no initial state.
            if [one.code for one in refusal.diagnostics] != ["VS322"]:
                raise
            continue
        orbits += compared(subject, automatic=False, first=seed)
    assert orbits


def test_a_population_protocol_has_hints_of_its_counters() -> None:
    compared(_subject("populations/majority.pp", ["#b = 0", "#A > #B"]), automatic=False, first=1)


def test_processes_let_in_one_by_one() -> None:
    model = registry.read(str(EXAMPLES / "starvation.gsst"), UNLIMITED).at({})
    compared(model, automatic=True)


def _subject(file: str, hints: Sequence[str], **values: int) -> Any:
    return subject_of(registry.read(str(EXAMPLES / file), UNLIMITED).with_hints(hints), values).model


def test_hints_make_layers_of_their_own() -> None:
    """Nobody enters before nothing else is new: the second hint is idle, and the first one is not."""
    model = _subject("rw.gsst", ["#C = 0", "#T = 99"], readers=3, writers=3)
    answer = explored(model, MDD, strategy=Strategy(hints=True))
    assert answer.notes == ("--hint 2: hint `#T = 99` adds nothing: it is false in every state that was reached",)
    assert checked(model, MDD, strategy=Strategy(hints=True)).notes == answer.notes


def test_a_hint_that_counts_a_part_of_a_block_is_refused_at_its_place() -> None:
    model = _subject("rw.gsst", ["#C = 0", "#C[R] = 0"])
    with pytest.raises(DiagnosticError) as refused:
        checked(model, MDD, strategy=Strategy(hints=True))
    [one] = refused.value.diagnostics
    assert (one.code, str(one.span)) == ("VS405", "--hint 2:1:1")
    assert "counts the processes 1, which vsym counts together with others of all" in one.message


@pytest.mark.parametrize(
    ("file", "hints", "places"),
    [
        ("rw.gsst", ["#D = 0"], [("VS202", "--hint 1:1:2")]),
        ("rw.gsst", ["AG #C = 0"], [("VS315", "--hint 1:1:1")]),
        ("populations/majority.pp", ["#A > 0", "#D = 0"], [("VS202", "--hint 2:1:2")]),
        ("systems/lamps.sys", ["true", "d = off"], [("VS201", "--hint 2:1:1")]),
        ("systems/lamps.sys", ["F a = on"], [("VS315", "--hint 1:1:1")]),
    ],
)
def test_what_is_no_hint_is_refused_at_its_place(file: str, hints: list[str], places: list[tuple[str, str]]) -> None:
    with pytest.raises(DiagnosticError) as refused:
        _subject(file, hints)
    assert [(one.code, str(one.span)) for one in refused.value.diagnostics] == places


def test_every_syntax_error_is_told() -> None:
    for file in ("rw.gsst", "systems/lamps.sys"):
        with pytest.raises(DiagnosticError) as refused:
            registry.read(str(EXAMPLES / file), UNLIMITED).with_hints(["1 +", "true", "= 2", "("])
        places = [one.span.source.name for one in refused.value.diagnostics]
        assert places == ["--hint 1", "--hint 3", "--hint 4"]
        with pytest.raises(RefusedError, match="--hint 1 has no condition"):
            registry.read(str(EXAMPLES / file), UNLIMITED).with_hints([" "])


def test_counters_of_programs_take_hints_of_no_element() -> None:
    spinlock = ("programs/spinlock.m", ["locked = false"])
    plain = outcomes(checked(_subject(*spinlock), "explicit", counted="counters"))
    for strategy in GUIDED:
        assert outcomes(checked(_subject(*spinlock), MDD, counted="counters", strategy=strategy)) == plain
    fine = explored(_subject(*spinlock), MDD, counted="counters", strategy=Strategy(hints=True)).reached
    assert fine is not None
    assert (fine.strategy, fine.states) == ("representatives", 7)


@pytest.mark.parametrize(
    ("file", "wishes", "said"),
    [
        ("systems/lamps.sys", {"strategy": Strategy(automatic=True)}, "a system has none; give hints by --hint"),
        ("anyone.gsst", {"strategy": Strategy(automatic=True)}, "`init` says of no block of several where they start"),
        ("rw.gsst", {"strategy": Strategy("full"), "bounds": "only"}, "leave --strategy out"),
        ("programs/spinlock.m", {"strategy": Strategy(automatic=True), "counted": "counters"}, "makes no hints about"),
    ],
)
def test_what_has_no_meaning_is_refused(file: str, wishes: dict[str, Any], said: str) -> None:
    if file == "anyone.gsst":
        anyone = "system anyone\nstates A, B\ngroup P of 3\ninit any\ntrans A -> B\ninvariant i: #A <= 3\n"
        model: Any = gsst(Source("anyone.gsst", anyone), UNLIMITED).at({})
    else:
        model = _subject(file, [])
    with pytest.raises(RefusedError, match=said):
        checked(model, MDD, **wishes)
    if "counted" not in wishes and "bounds" not in wishes:
        with pytest.raises(RefusedError, match=said):
            explored(model, MDD, **wishes)


def test_counter_states_alone_are_explored_by_strategies() -> None:
    with pytest.raises(RefusedError, match="--strategy needs counter states, and --method plain explores others"):
        explored(_subject("rw.gsst", []), MDD, strategy=Strategy("within"), method="plain")
