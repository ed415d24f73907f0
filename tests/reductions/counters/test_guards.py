"""Abstract guards as a person would write them, in the four cases of the theory and where no theorem helps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import vsym
from tests.support.composing import reduced
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.formula import TRUE, Formula
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.guards import Reduction, abstract_guards, guard_of
from vsym.symmetry.virtual.relations import relations

EXAMPLES = Path(__file__).parents[3] / "examples"

THREE = "system three\nstates N, T, C\ngroup R of 1\ngroup W of 2\ninit N\n"
FOUR = "system four\nstates A, B, C\ngroup R of 2\ngroup W of 2\ninit A\n"
SHARED = FOUR + "shared x : 0..2 = 0\n"


def _reduction(text: str, lemma: Formula = TRUE, blocks: tuple[Processes, ...] = ()) -> Reduction:
    model = vsym.load(text)
    return Reduction(Environment(), model, blocks or (model.processes,), lemma, Budget())


def _guard(text: str, domain: str) -> str:
    """The guard of one block of all processes for a domain that is a fairness constraint of the model."""
    reduction = _reduction(text + f"fairness {domain}\n")
    return Spelling(reduction.model).formula(guard_of(reduction, reduction.model.fairness[0].formula))


def transitions(text: str) -> list[str]:
    """Each abstract transition: label, block where there are several, guard and assignments."""
    smaller = reduced(vsym.load(text))
    system, spelling = smaller.counters, Spelling(smaller.model)
    written = []
    for transition in system.transitions:
        place = f" [{system.blocks[transition.block].name}]" if len(system.blocks) > 1 else ""
        update = "".join(f", {a.variable} := {spelling.value(a.variable, a.value)}" for a in transition.update)
        error = " overflows" if transition.overflow else ""
        written.append(f"{transition.label}{place}: {spelling.formula(transition.guard)}{update}{error}")
    return written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Case 1: one guard over total counters.
        (THREE + "trans N -> T if #C <= 1\n", ["N -> T: #N >= 1 & #C <= 1"]),
        (THREE + "trans N -> T\n", ["N -> T: #N >= 1"]),
        # Of three, somebody is in N where nobody is in C and two at most in T.
        (THREE + "trans N -> T if #C = 0 & #T <= 2\n", ["N -> T: #C = 0 & #T <= 2"]),
        # Case 2: a guard per group; the disjunction of the guards, where somebody is in the source.
        (
            FOUR + "trans A -> B { R: #C <= 1  W: #C <= 1 & (#B <= 3 | #B >= 7) }\n",
            ["A -> B: #A >= 1 & #C <= 1"],
        ),
        (FOUR + "trans A -> B { R: #B = 0 & #A >= 3  W: #B = 0 & #C <= 1 }\n", ["A -> B: #B = 0 & #C <= 1"]),
        # Case 3: bounds on group counters of the source.
        (THREE + "trans T -> C { R: #C = 0 & #T[W] = 0  W: #C = 0 }\n", ["T -> C: #T >= 1 & #C = 0"]),
        # Every way to have one or two of four in A, told group by group.
        (
            FOUR + "trans A -> B { R: #A[R] = 1 & #A[W] <= 1 | #A[R] = 2 & #A[W] = 0\n"
            "W: #A[R] = 0 & #A[W] <= 2 | #A[R] = 1 & #A[W] = 1 }\n",
            ["A -> B: #A >= 1 & #A <= 2"],
        ),
        # A guard that never holds gives no transition.
        (FOUR + "trans A -> B if #A = 0\ntrans B -> C if #A[R] >= 3\ntrans C -> A\n", ["C -> A: #C >= 1"]),
        # A guard per block where the symmetry is broken.
        (
            THREE + "trans T -> C { R: #C = 0 & #T = 2  W: #C = 0 }\n",
            ["T -> C [R]: #T[R] >= 1 & #C = 0 & #T = 2", "T -> C [W]: #T[W] >= 1 & #C = 0"],
        ),
        # What is below the least but one is the least.
        (SHARED + "trans A -> B if #B < 1 & x < 1\n", ["A -> B: #A >= 1 & #B = 0 & x = 0"]),
        # `x := 1` and keeping x are the same step where x is 1: each has the domain of either.
        (
            SHARED + "trans A -> B { R: x = 1 do x := 1  W: x = 1 }\n",
            ["A -> B: #A >= 1 & x = 1, x := 1", "A -> B: #A >= 1 & x = 1"],
        ),
        # An update over blocks stays.
        (SHARED + "trans A -> B if #B <= 2 do x := #B + x - x\n", ["A -> B: #A >= 1 & #B <= 2, x := #B"]),
        # An overflow is a transition of its own.
        (
            SHARED + "trans A -> B do x := x + 1\n",
            ["A -> B: #A >= 1 & x <= 1, x := x + 1", "A -> B: #A >= 1 & x >= 2 overflows"],
        ),
    ],
)
def test_guards(text: str, expected: list[str]) -> None:
    assert transitions(text) == expected


def test_case_4_bounds_on_several_local_states() -> None:
    text = (EXAMPLES / "open_case.gsst").read_text(encoding="utf-8")
    assert "T -> C: #T >= 1 & #C <= 1" in transitions(text)


def test_case_4_bounds_on_rows_together() -> None:
    """One group is all in C, or one process of each is: two of the four are in C."""
    domain = "#A[R] = 0 & #B[R] = 0 | #A[W] = 0 & #B[W] = 0 | #C[R] >= 1 & #C[W] >= 1"
    assert _guard(FOUR, domain) == "#C >= 2"
    assert _guard(FOUR, "#A[R] = 0 & #B[R] = 0 | #A + #B <= 2") == "#A + #B <= 2"


def test_sums_of_group_counters_go_through_the_solver() -> None:
    text = (EXAMPLES / "balance.gsst").read_text(encoding="utf-8")
    assert "Wait -> Work: #Wait >= 1 & #Work <= 2" in transitions(text)
    weighted = "2 * #A[R] + 3 * #B[W] <= 5 | 2 * #A[R] + 3 * #B[W] >= 6 & #C <= 1"
    assert _guard(FOUR, f"({weighted}) & (2 * #A[R] + 3 * #B[W] > 5 | #C <= 1)") == "#C <= 1"


def test_a_sum_of_block_counters_stays_one() -> None:
    both = "#A[R] <= #A[W] & #A + 2 * #B <= 5 | #A[R] > #A[W] & #A + 2 * #B <= 5"
    assert _guard(FOUR, both) == "#A + 2 * #B <= 5"


def test_a_lemma_may_be_needed_for_the_guard() -> None:
    """Readers never are in C, so `#C[R] = 0` says nothing and `#C[W]` is `#C`."""
    reduction = _reduction(FOUR + "lemma outside: #C[R] = 0\nfairness #C[R] = 0 & #C[W] <= 1\n")
    lemma, domain = reduction.model.lemmas[0].formula, reduction.model.fairness[0].formula
    found = guard_of(replace(reduction, lemma=lemma), domain)
    assert Spelling(reduction.model).formula(found) == "#C <= 1"
    with pytest.raises(AssertionError):
        guard_of(reduction, domain)


def test_a_domain_that_is_no_union_of_orbits_is_our_bug() -> None:
    for domain in ("#A[R] >= 1", "#A[R] <= #B[W]", "#A[R] >= 1 & #A[W] = 0"):
        with pytest.raises(AssertionError, match="differs from its definition"):
            _guard(FOUR, domain)


def test_an_update_that_counts_inside_a_block_becomes_its_values() -> None:
    text = SHARED + "trans A -> B if #A = 4 do x := #A[R]\ntrans B -> A do x := #B\n"
    assert transitions(text)[0] == "A -> B: #A = 4, x := 2"


def _guards(model: Model, budget: Budget) -> list[str]:
    (relation,) = relations(model, lambda _: True, Budget())
    reduction = Reduction(Environment(), model, (model.processes,), TRUE, budget)
    return [Spelling(model).formula(guard) for _, guard in abstract_guards(reduction, relation, model.processes)]


def test_no_time_left_is_undecided() -> None:
    model = vsym.load(THREE + "trans T -> C { R: #C = 0 & #T[W] = 0  W: #C = 0 }\n")
    assert _guards(model, Budget()) == ["#T >= 1 & #C = 0"]
    with pytest.raises(UndecidedError):
        _guards(model, Budget(deadline=0.0))
