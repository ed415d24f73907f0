"""Identification as a whole: its results when it ends, when the time is up, and when it is interrupted."""

from __future__ import annotations

import time

import pytest

import vsym
from tests.symmetry.virtual.judging import RW, RW_BROKEN, identified, processes
from vsym.arithmetic.solver import UnknownSolverError
from vsym.basics.limits import Budget, UndecidedError
from vsym.symmetry.virtual.identification import Decided, decide_symmetry


def test_full_symmetry() -> None:
    decided = identified(RW)
    assert decided.full is True
    assert [decision.verdict for decision in decided.decisions] == ["symmetric", "virtually symmetric", "symmetric"]
    assert decided.witnesses == (None, None, None)
    assert (decided.undecided, decided.blocks_reason, decided.interrupted) == ((), None, False)
    assert decided.blocks == (processes(1, 3),)


def test_no_processes_at_all() -> None:
    decided = identified("system s\nstates A, B\ngroup P of 0\ninit A\ntrans A -> B if #A = 0\n")
    assert decided.full is True
    assert [block.size for block in decided.blocks] == [0]


def test_no_time_for_the_solver() -> None:
    """vsym still decides all that the text alone shows; the rest is undecided, and the cells are exact."""
    decided = decide_symmetry(vsym.load(RW), Budget(deadline=time.monotonic()), lambda _: None)
    assert decided.full is None
    assert [decision.verdict for decision in decided.decisions] == ["symmetric", "undecided", "symmetric"]
    assert decided.undecided == ("the time limit was reached",)
    assert decided.blocks == (processes(1, 1), processes(2, 3))
    assert decided.blocks_reason == "the solver did not decide the symmetry in time"
    assert not decided.interrupted


def test_no_time_to_prove_a_lemma() -> None:
    with pytest.raises(UndecidedError):
        decide_symmetry(vsym.load(RW + "lemma alone: #C <= 1\n"), Budget(deadline=time.monotonic()), lambda _: None)


def _interrupted(moment: str) -> Decided:
    def notify(what: str) -> None:
        if what == moment:
            raise KeyboardInterrupt

    decided = decide_symmetry(vsym.load(RW_BROKEN), Budget(), notify)
    assert decided.interrupted
    return decided


@pytest.mark.parametrize(
    ("moment", "verdicts"),
    [
        ("deciding T -> C", ["symmetric", "undecided", "undecided"]),
        ("deciding C -> N", ["symmetric", "broken", "undecided"]),
        ("looking for the coarsest exact blocks", ["symmetric", "broken", "symmetric"]),
    ],
)
def test_what_was_decided_before_an_interruption_is_kept(moment: str, verdicts: list[str]) -> None:
    assert [decision.verdict for decision in _interrupted(moment).decisions] == verdicts


def test_an_interrupted_search_keeps_blocks_that_are_exact() -> None:
    decided = _interrupted("looking for the coarsest exact blocks")
    assert decided.full is False
    assert decided.blocks == (processes(1, 1), processes(2, 3))
    assert decided.blocks_reason == "the search for coarser blocks was interrupted"


def test_what_is_being_done_is_told_in_order() -> None:
    said: list[str] = []
    decide_symmetry(vsym.load(RW_BROKEN), Budget(), said.append)
    assert said == [
        "proving the lemmas",
        "deciding N -> T",
        "deciding T -> C",
        "deciding C -> N",
        "looking for the coarsest exact blocks",
    ]


def test_another_solver_is_asked_for_by_name() -> None:
    with pytest.raises(UnknownSolverError, match="no solver `yices`"):
        decide_symmetry(vsym.load(RW), Budget(solver="yices"), lambda _: None)
