"""A model that cannot start is refused before anything is decided, at one size and where it is so at some."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings

import vsym
from tests import oracle
from tests.composing import prepared
from tests.drawn import DRAWN, many
from tests.generated import Generated, models
from tests.loading import counting, load
from tests.running import Vsym
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError, Source
from vsym.models.counting.semantics import initial_states
from vsym.symmetry.virtual.starting import start_diagnostic

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
        lambda text: prepared(vsym.load(text)),
    ],
)
def test_nothing_is_decided(decide: Callable[[str], object]) -> None:
    with pytest.raises(DiagnosticError, match="VS322"):
        decide(NOWHERE.format(0, 2))


@pytest.mark.parametrize("command", ["check", "symmetry", "abstract", "explore", "emit-smv", "report"])
def test_no_command_goes_on(command: str, vsym: Vsym, tmp_path: Path) -> None:
    path = tmp_path / "nowhere.gsst"
    path.write_text(NOWHERE.format(0, 2), "utf-8")
    ran = vsym(command, path, "-o", tmp_path / "written")
    assert ran.status == 2
    assert "error[VS322]" in ran.err


def test_the_smallest_size_without_a_start_is_named() -> None:
    """`holds for all n >= 0` would be said of sizes without any state."""
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
@settings(DRAWN, max_examples=many(12))
def test_one_size_agrees_with_brute_force(drawn: Generated) -> None:
    try:
        model = load(Source("drawn.gsst", drawn.text))
    except DiagnosticError:
        return
    refused = start_diagnostic(Environment(), model, Budget()) is not None
    assert refused == (not oracle.initial_states(oracle.structure(drawn.model)))
