"""`vsym check --engine smt`: proofs, limits, and systems of any size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pysmt.fnode import FNode

from tests.checking.test_stability import GSST
from tests.engines.smt.transition_systems import LONG, SQUARES
from tests.support.running import EXAMPLES, Refused, Vsym, document, program
from vsym.basics.limits import Budget
from vsym.checking import choice
from vsym.engines.smt import portfolio, problem
from vsym.engines.smt.conclusions import Conclusion
from vsym.engines.smt.proofs import Notify
from vsym.engines.smt.system import TransitionSystem

HUGE = "processes=1000000000"


def _document(vsym: Vsym, *arguments: str) -> dict[str, Any]:
    return document(vsym(*arguments, "--json"))


def _example(name: str) -> str:
    return str(EXAMPLES / f"{name}.gsst")


def test_a_thousand_million_processes(vsym: Vsym) -> None:
    ran = vsym("check", _example("mutex"), "-D", HUGE, "--engine", "smt", "--prop", "mutex")
    assert (ran.status, ran.err) == (0, "")
    assert "mutex: by 1-induction; invariant: #C <= 1" in ran.out


def test_a_path_of_a_thousand_million_steps_is_told_in_short(
    vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, the first method that finds a path ends.
    monkeypatch.setattr(portfolio, "SLICE", 300.0)
    file = tmp_path / "long.gsst"
    file.write_text(LONG, encoding="utf-8")
    ran = vsym("check", str(file), "--engine", "smt")
    assert ran.status == 10
    assert "1..1000000000, one by one: N -> T" in ran.out
    assert "stay where they are" not in ran.out
    (prop,) = _document(vsym, "check", str(file), "--engine", "smt")["properties"]
    assert prop["method"] == "state equation"
    start, end = prop["trace"]["states"]
    assert end["step"] == {"process": 1, "source": "N", "target": "T", "times": 10**9}
    assert (start["counters"]["N"], end["counters"]["T"]) == (10**9, 10**9)
    assert end["groups"]["P"] == {"N": 0, "T": 10**9, "C": 0}


def test_what_the_engine_does_not_decide_is_refused_with_its_place(refused: Refused, tmp_path: Path) -> None:
    text = (EXAMPLES / "mutex.gsst").read_text("utf-8")
    file = tmp_path / "mutex.gsst"
    file.write_text(text + "ctl next: AX #T = 1\nctl stay: EG #C = 0\n", encoding="utf-8")
    err = refused("check", str(file), "--engine", "smt")
    line = text.count("\n") + 1
    assert f"mutex.gsst:{line}:1: error[VS421]: the SMT engine decides" in err
    assert "reachability and progress, and `next` is neither" in err
    assert "and `stay` is neither" in err


def test_undecided_at_the_timeout_and_at_the_bound(vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "squares.gsst"
    file.write_text(SQUARES, encoding="utf-8")

    def late(system: TransitionSystem, predicate: FNode, budget: Budget, notify: Notify) -> Conclusion:
        """The time is up as the search begins, however long all before it has taken."""
        return portfolio.decide(system, predicate, budget.within(0), notify)

    with monkeypatch.context() as patched:
        patched.setattr(problem, "decide", late)
        ran = vsym("check", str(file), "--engine", "smt", "--timeout", "1000")
    assert ran.status == 5
    assert "never: the time limit was reached" in ran.out
    ran = vsym("check", str(file), "--engine", "smt", "--bound", "4")
    assert ran.status == 5
    assert "holds up to 4" in ran.out
    (prop,) = _document(vsym, "check", str(file), "--engine", "smt", "--bound", "4")["properties"]
    assert (prop["verdict"], prop["steps"], prop["invariant"]) == ("holds up to k", 4, None)


def test_out_of_memory_is_unknown_with_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "squares.gsst"
    file.write_text(SQUARES, encoding="utf-8")
    ran = program("check", str(file), "--engine", "smt", "--memory", "20", "--timeout", "60")
    assert ran.status == 5
    assert "never: the memory limit was reached" in ran.out


def test_a_large_system_is_proved_before_it_is_explored(vsym: Vsym, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "SMT_SECONDS", 300.0)
    found = _document(vsym, "check", _example("grw"), "-D", "q=1000000", "--prop", "mutex")
    (prop,) = found["properties"]
    assert (prop["verdict"], prop["engine"], prop["invariant"]) == ("holds", "smt", "#L[10] <= 1")
    assert found["exploration"] is None
    small = _document(vsym, "check", _example("mutex"), "--prop", "mutex")
    assert small["properties"][0]["engine"] == "explicit"


def test_no_certificate_where_nothing_is_proved(vsym: Vsym, refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "proofs.smt2"
    ran = vsym(
        "check", _example("asr"), "-D", "resources=2", "-D", "full=3", "--prop", "all_used", "--certificate", str(file)
    )
    assert ran.status == 0
    assert "vsym writes no certificate" in ran.out
    assert not file.exists()
    assert "--engine smt does" in refused("check", _example("asr"), "--engine", "mdd", "--certificate", str(file))


def test_no_certificate_of_a_restated_property(vsym: Vsym, tmp_path: Path) -> None:
    file = tmp_path / "proofs.smt2"
    model = tmp_path / "p.gsst"
    model.write_text(GSST.format("#A >= 2 -> AG EF AG #C >= 1"), encoding="utf-8")
    ran = vsym("check", model, "--for-all", "n", "--certificate", file)
    assert "what proves asked is about a restated property" in " ".join(ran.out.split())
    assert not file.exists()


def test_a_certificate_that_cannot_be_written_costs_no_verdict(vsym: Vsym, tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "c.smt2"
    model = EXAMPLES / "rw.gsst"
    ran = vsym("check", model, "--prop", "mutex", "--engine", "smt", "--certificate", missing)
    assert ran.status == 2
    assert "#C <= 1" in ran.out
    assert f"cannot write to {missing}" in ran.err


@pytest.mark.parametrize("engine", ["auto", "mdd", "explicit", "nusmv", "adaptive"])
def test_a_bound_is_for_one_engine(refused: Refused, engine: str) -> None:
    assert "--bound is for --engine smt" in refused("check", _example("rw"), "--engine", engine, "--bound", "5")
