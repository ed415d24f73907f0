"""Partitions that `respects` states: taken where they are right, refused with a witness where they are not."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

import vsym
from tests.support import oracle
from tests.support.composing import decided
from tests.support.composing import prepared as prepared_instance
from tests.support.drawn import DRAWN, loaded, many
from tests.support.generated import Generated, models
from tests.support.generated_declarations import draw_skeleton
from tests.support.generated_formulas import draw_predicate
from tests.support.loading import counting, load
from tests.support.oracle import Constant, Line, Transition
from tests.support.running import Refused
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.stages import prepared
from vsym.models.counting.model import Model, Respected
from vsym.models.counting.processes import refine
from vsym.models.counting.semantics import State, holds, initial_states
from vsym.symmetry.virtual.claims import disrespected, start_diagnostic
from vsym.symmetry.virtual.edges import Edge, Exchanges
from vsym.symmetry.virtual.relations import cells
from vsym.system.report import Silence

TEXT = """
system s
states N, T, C
group R of 2
group W of 2
group V of 1
shared turn : 0..9 = 0
init N
trans N -> T
trans enter: T -> C {line}
"""


def _model(line: str) -> Model:
    return load(Source("s.gsst", TEXT.format(line=line)))


def _edges(model: Model) -> tuple[Edge, ...]:
    return prepared(model, Budget(), Silence()).edges


def _refused(line: str) -> list[str]:
    return [str(found) for found in disrespected(Environment(), _model(line), Budget())]


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("respects all", ["1..5"]),
        ("if #C = 0 respects R | W, V", ["1..4", "5"]),
        ("if #C[R | W] = 0 respects V, R | W", ["1..4", "5"]),
        ("if #C[R] = 0 & #C[W] = 0 respects R | W", ["1..4", "5"]),
        ("if #C[R] = 0 respects R, W", ["1..2", "3..4", "5"]),
        ("{ R: #C = 0; W: #C = 0 } respects R | W", ["1..4", "5"]),
        ("if #C[V] = 0 do turn := #T[R] respects R, W | V", ["1..2", "3..4", "5"]),
        ("if #T >= 1 | #C[W] = 0 respects all", ["1..5"]),
        ("if #T >= 1 | #C[W] = 0", ["1..5"]),
    ],
)
def test_a_partition_that_is_respected_is_used(line: str, cells: list[str]) -> None:
    """The stated partition is refined by the sets that the assignment counts and by the guard's own processes."""
    if "do turn" in line:
        line = line.replace("R, W | V", "R, W, V")
    assert _refused(line) == []
    assert [[str(cell) for cell in edge.partition] for edge in _edges(_model(line)) if edge.source == "T"] == [cells]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("if #C[W] = 0 respects R | W, V", "a guard holds, but not after a process of R in C and one of W in"),
        ("{ R: #C = 0 } respects R | W", "the line for R applies to process 1 of a cell but not to process 3"),
        ("do turn := #T[R] respects all", "an assignment counts process 1 of a cell but not process 3"),
        ("if turn = #C[{1}] respects R, W", "a process of {1} in"),
    ],
)
def test_one_that_is_not_is_refused_with_a_witness(line: str, reason: str) -> None:
    [found] = _refused(line)
    assert "s.gsst:10:" in found
    assert "error[VS321]: `enter: T -> C` does not respect this partition: " in found
    assert reason in found


def test_a_guard_of_nobody_in_the_source_need_not_respect_it() -> None:
    """Before and after an exchange, this guard differs only in states where no process of the line is in T."""
    assert _refused("{ V: #C = 0; else: #T >= 1 | #C[W] = 0 } respects R | W, V") == []
    [found] = _refused("{ V: #C = 0; else: #T >= 1 & #C[W] = 0 } respects R | W, V")
    assert "change places" in found


@st.composite
def _guarded(draw: DrawFn) -> Generated:
    """A model with one transition, under a guard that all processes share."""
    skeleton = draw_skeleton(draw)
    words = skeleton.words
    source, target = draw(st.permutations(words.states))[:2]
    guard = draw_predicate(draw, words)
    transition = Transition(source, target, (Line(words.everyone, guard.formula),))
    definitions = [f"define {name} = {text}" for name, text in words.definitions.items()]
    declared = [*skeleton.declarations, *definitions, "init any", f"trans {source} -> {target} if {guard.text}"]
    model = oracle.Model(words.states, words.size, (transition,), Constant(True), words.shared, (), (), ())
    return Generated("\n".join(["system drawn", *declared, ""]), model, skeleton.groups)


@given(_guarded())
@settings(DRAWN, max_examples=many(9))
def test_what_is_refused_is_what_an_exchange_changes(drawn: Generated) -> None:
    """Two cells joined are refused where, by the definition, an exchange of two of their processes changes who can
    step where."""
    model, structure = loaded(drawn), oracle.structure(drawn.model)
    [transition], finest = model.transitions, cells(model)
    for first, second in itertools.combinations(finest, 2):
        stated = Respected((first | second, *(cell for cell in finest if cell not in (first, second))), transition.span)
        asked = replace(model, transitions=(replace(transition, respects=stated),))
        refused = list(disrespected(Environment(), asked, Budget()))
        assert bool(refused) == _changed(structure, first.first, second.first)


def _changed(structure: oracle.Structure, one: int, other: int) -> bool:
    """Tells if in some state an exchange of two processes changes who can take a step."""

    def exchanged(process: int) -> int:
        return {one: other, other: one}.get(process, process)

    for state in structure.steps:
        locations = tuple(state.locations[exchanged(place) - 1] for place in range(1, len(state.locations) + 1))
        after = {step.process for step in structure.steps[oracle.State(locations, state.shared)]}
        if {exchanged(step.process) for step in structure.steps[state]} != after:
            return True
    return False


def test_every_command_refuses_it() -> None:
    model = _model("if #C[W] = 0 respects all")
    for run in (_edges, decided):
        with pytest.raises(DiagnosticError, match="VS321"):
            run(model)


def test_the_state_of_a_witness_is_one() -> None:
    """The guard holds in the state that the witness gives, and no longer after the exchange that it names."""
    model = _model("if #C[W] = 0 & #T[R] >= turn")
    guard = model.transitions[1].lines[0].guard
    cells = refine([group.processes for group in model.groups])
    with Exchanges(Environment(), model, guard, cells, Budget()) as exchanges:
        for first, second in itertools.permutations(cells, 2):
            found = exchanges.counterexample(first, second)
            assert found is not None
            locations = [""] * model.size
            for number, column in enumerate(found.frame.columns):
                rows = [row for row in model.states for _ in range(found.counts[row, number])]
                for process, row in zip(column, rows, strict=True):
                    locations[process - 1] = row
            assert holds(guard, State(tuple(locations), tuple(found.shared.items())))
            one = next(process for process in first if locations[process - 1] == found.one)
            other = next(process for process in second if locations[process - 1] == found.other)
            locations[one - 1], locations[other - 1] = locations[other - 1], locations[one - 1]
            assert not holds(guard, State(tuple(locations), tuple(found.shared.items())))


NOWHERE = "system nowhere\nparam n = 3 where n >= {}\nstates A, B\ngroup P of n\ninit where #A >= {} & #B >= 2\n"
NOWHERE += "trans A -> B\ninvariant odd: #A >= n + 1\n"


def test_the_message() -> None:
    with pytest.raises(DiagnosticError) as refusal:
        vsym.check(NOWHERE.format(0, 2))
    assert str(refusal.value) == (
        "<text>:5:1: error[VS322]: no state satisfies this, so the system cannot start\n"
        "  init where #A >= 2 & #B >= 2\n"
        "  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  hint: there are 3 processes"
    )


@pytest.mark.parametrize(
    "decide",
    [
        vsym.decide_symmetry,
        vsym.abstract,
        lambda text: vsym.check(text, engine="adaptive"),
        lambda text: vsym.check(text, for_all=("n",)),
        lambda text: prepared_instance(vsym.load(text)),
    ],
)
def test_nothing_is_decided(decide: Callable[[str], object]) -> None:
    with pytest.raises(DiagnosticError, match="VS322"):
        decide(NOWHERE.format(0, 2))


@pytest.mark.parametrize("command", ["check", "symmetry", "abstract", "explore", "emit-smv", "report"])
def test_no_command_goes_on(command: str, refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "nowhere.gsst"
    path.write_text(NOWHERE.format(0, 2), "utf-8")
    assert "error[VS322]" in refused(command, path, "-o", tmp_path / "written")


def test_the_smallest_size_without_a_start_is_named() -> None:
    """`holds for all n >= 0` would include sizes without any state."""
    with pytest.raises(DiagnosticError, match="at n = 1, no state satisfies this"):
        vsym.check(NOWHERE.format(1, 2), for_all=("n",))
    assert vsym.check(NOWHERE.format(4, 2).replace("= 3", "= 4"), for_all=("n",)).verdicts == {"odd": "violated"}


OPEN = "system open\nparam a = 1 where a >= 0\nparam b = 1 where b >= 0\nstates A, B, C\ngroup P of a\ngroup Q of b\n"


@pytest.mark.parametrize(
    "start",
    [
        "where #A = #B",
        "where #A = #B & #C = 0",
        "where 2 * #A[P] = #B[Q]",
        "where #A >= 1 | #B = 0",
        "where #A[P] + #B[Q] = 3",
        "where (#A = 1 | #B = 2) & #C[Q] = 1",
        "where #A <= a - 2 & #B >= b",
        "{ P: A Q: B }",
        "{ P: A else: C }",
        "any",
        "A",
    ],
)
def test_all_sizes_agree_with_the_small_ones(start: str) -> None:
    text = counting(Source("<text>", f"{OPEN}init {start}\ntrans A -> B\n"))
    found = start_diagnostic(Environment(), text.open(("a", "b"), {}), Budget())
    sizes = sorted(itertools.product(range(4), repeat=2), key=sum)
    stuck = [(a, b) for a, b in sizes if next(initial_states(text.at({"a": a, "b": b})), None) is None]
    assert (found is not None) == bool(stuck)
    if found is not None:
        least = {f"at a = {a}, b = {b}, no" for a, b in stuck if a + b == sum(stuck[0])}
        assert found.message.partition(" state")[0] in least


@given(models())
@settings(DRAWN, max_examples=many(9))
def test_one_size_agrees_with_brute_force(drawn: Generated) -> None:
    try:
        model = load(Source("drawn.gsst", drawn.text))
    except DiagnosticError:
        return
    refused = start_diagnostic(Environment(), model, Budget()) is not None
    assert refused == (not oracle.initial_states(oracle.structure(drawn.model)))
