"""Certificates of verdicts by bounds: checked against the model's own processes, and refused where they claim more."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.checking.test_bounds_for_all import LIBRARY
from tests.support import oracle, oracle_temporal
from tests.support.drawn import DRAWN, loaded, many
from tests.support.generated import Generated, models
from tests.support.running import Refused, Vsym
from vsym import load
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.checking.bounds_certified import check_bounds
from vsym.checking.check import check
from vsym.checking.question import Question, Subject, Wishes
from vsym.checking.stages import by_cells
from vsym.engines.smt.certificate import document
from vsym.engines.smt.certificate_model import proven
from vsym.engines.smt.certificate_reading import read, recheck
from vsym.system.report import Silence

THREE = str(Path(__file__).parent / "three.gsst")


@given(drawn=models(fairness=True) | models(joint=True))
@settings(DRAWN, max_examples=many(3))
def test_a_certificate_by_bounds_is_one_of_the_model(drawn: Generated) -> None:
    """Its goals are valid, its definitions are those of the cells, and its conclusions agree with the oracle."""
    try:
        subject = Subject(loaded(drawn))
        wishes = Wishes("smt", warned=False, bounds="only", certifying=True)
        answer = check(Question(subject, wishes, Budget()), Silence())
    except DiagnosticError:
        return
    proofs = [one.verdict.proof for one in answer.outcomes if one.verdict.proof is not None]
    scopes = {name: text for proof in proofs for name, text in proof.scopes.items()}
    if not scopes:
        return
    certificate = read(document("drawn", scopes))
    cells = by_cells(subject, Budget(), Silence())
    properties = proven(certificate, cells.system, Budget())
    check_bounds(certificate, cells, properties)
    assert all(goal.valid for goal in recheck(certificate, Budget()))
    structure = oracle.structure(drawn.model, [formula for _, formula in drawn.model.lemmas])
    stated = dict(drawn.model.properties)
    for one in properties:
        assert oracle_temporal.satisfied(structure, stated[one.name]) == one.holds


def test_a_certificate_says_by_which_bounds_and_two_solvers_agree(vsym: Vsym, tmp_path: Path) -> None:
    """For all sizes, the certificate has proofs on the may steps and one on the must steps."""
    (tmp_path / "library.gsst").write_text(LIBRARY)
    model = [str(tmp_path / "library.gsst"), "--for-all", "a,b", "--prop", "total", "--prop", "starts"]
    vsym("check", *model, "--bounds", "only", "--certificate", str(tmp_path / "c.smt2"))
    text = (tmp_path / "c.smt2").read_text("utf-8")
    for side in ("may", "must"):
        assert f'(set-info :bounds "{side} steps of 1 block: R & W")' in text
    for solver in ("z3", "cvc5"):
        ran = vsym("verify-certificate", str(tmp_path / "c.smt2"), *model, "-q", "--solver", solver)
        assert (ran.status, ran.err) == (0, "")
        assert "total holds, by may steps of 1 block\n" in ran.out
        assert "starts holds, by must steps of 1 block\n" in ran.out
    assert vsym("verify-certificate", str(tmp_path / "c.smt2"), "-q").status == 0


@cache
def _mutex() -> str:
    """The certificate of `mutex`."""
    wishes = Wishes(warned=False, bounds="only", certifying=True)
    answer = check(Question(Subject(load(THREE, k=2)).asking(["mutex"]), wishes, Budget()), Silence())
    proof = answer.outcomes[0].verdict.proof
    assert proof is not None
    return document("three", proof.scopes)


DAMAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "side": (
        lambda text: text.replace('"may steps', '"must steps'),
        "`mutex` holds is shown by may steps",
    ),
    "finer blocks": (lambda text: text.replace("1 block: R[1] & ", "2 blocks: R[1]; "), "by itself"),
    "other blocks": (lambda text: text.replace("R[1] & ", ""), "other blocks than the model"),
    "no bounds": (lambda text: text.replace("may steps", "steps"), "by which bounds"),
    "guard": (lambda text: text.replace("|#T[W]@0|) 2)", "|#T[W]@0|) 1)"), "definition of `mutex: step 3` is not that"),
}
"""Damages to a certificate, each with a part of the message that refuses it."""


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_certificate_is_refused(refused: Refused, tmp_path: Path, damage: str) -> None:
    text = _mutex()
    change, message = DAMAGES[damage]
    assert change(text) != text
    (tmp_path / "c.smt2").write_text(change(text), encoding="utf-8")
    assert message in refused("verify-certificate", str(tmp_path / "c.smt2"), THREE, "-D", "k=2", "--prop", "mutex")


def test_an_invariant_that_is_none_is_not_valid(vsym: Vsym, tmp_path: Path) -> None:
    text = _mutex()
    start = text.index("(define-fun |mutex: invariant|")
    body = text.index("\n", start)
    damaged = f"{text[:body]}\n  true){text[text.index(chr(10), body + 1) :]}"
    (tmp_path / "c.smt2").write_text(damaged, encoding="utf-8")
    ran = vsym("verify-certificate", str(tmp_path / "c.smt2"), THREE, "-D", "k=2", "--prop", "mutex", "-q")
    assert ran.status == 10
    assert ran.out.startswith("not valid: z3 can satisfy 1 of")
