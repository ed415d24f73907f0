"""`vsym check --certificate` and `vsym verify-certificate`."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.drawn import TIMES
from tests.support.hand_programs import COHERENT
from tests.support.running import EXAMPLES, Refused, Vsym


def _example(name: str) -> str:
    return str(EXAMPLES / f"{name}.gsst")


def test_a_certificate_is_written_confirmed_and_refused_once_corrupted(vsym: Vsym, tmp_path: Path) -> None:
    file = tmp_path / "proofs.smt2"
    assert vsym("check", _example("deadlock"), "--prop", "exclusive", "--certificate", str(file)).status == 0
    text = file.read_text("utf-8")
    assert "exclusive: the invariant implies the property" in text
    confirmed = vsym("verify-certificate", str(file))
    assert (confirmed.status, confirmed.err) == (0, "")
    count = text.count("(check-sat)")
    assert f"valid: {count} goals, checked by z3" in confirmed.out
    assert "name the model to compare its definitions with yours" in " ".join(confirmed.out.split())
    start = text.index("(define-fun |exclusive: invariant|")
    end = text.index("\n", text.index("\n", start) + 1)
    head = text[start : text.index("\n", start)]
    file.write_text(f"{text[:start]}{head} true){text[end:]}", encoding="utf-8")
    refused = vsym("verify-certificate", str(file), "-q")
    assert refused.status == 10
    assert refused.out.startswith(f"not valid: z3 can satisfy 1 of {count} goals")


def test_a_certificate_is_held_against_its_model(vsym: Vsym, refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "proofs.smt2"
    model = [_example("mutex"), "--prop", "mutex", "-D", "processes=7"]
    vsym("check", *model, "--certificate", str(file))
    ran = vsym("verify-certificate", str(file), *model, "-q")
    assert (ran.status, ran.err) == (0, "")
    assert "its definitions are those of mutex with processes = 7\nmutex holds\n" in ran.out
    for other in ([_example("mutex")], [_example("mutex"), "--for-all", "processes"]):
        assert "use the same model, -D, --for-all and --prop as when you wrote the certificate" in refused(
            "verify-certificate", str(file), *other
        )
    assert "-D, --prop, --for-all and --as are for a model" in refused(
        "verify-certificate", str(file), "-D", "processes=7"
    )


def test_a_certificate_for_all_sizes_is_held_against_its_model(vsym: Vsym, tmp_path: Path) -> None:
    file, model = tmp_path / "proofs.smt2", [_example("deadlock"), "--for-all", "writers"]
    vsym("check", *model, "--certificate", str(file))
    ran = vsym("verify-certificate", str(file), *model, "-q")
    assert (ran.status, ran.err) == (0, "")
    assert "exclusive holds\nwritten is violated at writers = 0\nit does not cover always_again\n" in ran.out


KINDS = {
    "inductions and ranks": ("check", "mutex.gsst", "--engine", "smt"),
    "steps to choose": ("check", "rw.gsst", "--prop", "possible", "--engine", "smt"),
    "all sizes": ("check", "mutex.gsst", "--for-all", "processes", "--prop", "entered"),
    "paths for all sizes": ("check", "deadlock.gsst", "--for-all", "writers", "--prop", "written"),
    "a system": ("check", "systems/lamps.sys", "--engine", "smt"),
    "a program as counters": ("check", "programs/spinlock.m", "--as", "counters", "--for-all", "n"),
}
"""Commands that write certificates by each proof rule, of each kind of model."""

if TIMES > 1:
    KINDS["longer inductions"] = ("check", "asr.gsst", "--engine", "smt")
    KINDS["broadcasts of all sizes"] = ("check", "msi.gsst", "--for-all", "n")


@pytest.mark.parametrize("command", KINDS.values(), ids=KINDS)
def test_cvc5_agrees_on_every_kind_of_certificate(
    vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Sequence[str]
) -> None:
    monkeypatch.chdir(EXAMPLES)
    file = tmp_path / "proofs.smt2"
    vsym(*command, "--certificate", file)
    text = file.read_text("utf-8")
    count = text.count("(check-sat)")
    model = [one for one in command[1:] if one not in ("--engine", "smt")]
    ran = vsym("verify-certificate", file, *model, "-q", "--solver", "cvc5")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"valid: {count} goals, checked by cvc5\nits definitions are those of ")
    assert _answers_of_cvc5_alone(text) == ["unsat"] * count


def _answers_of_cvc5_alone(text: str) -> list[str]:
    """Its answers to a file that it reads itself, without PySMT."""
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("incremental", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
    answers = []
    while not (command := parser.nextCommand()).isNull():
        answers.append(command.invoke(solver, parser.getSymbolManager()).strip())
    return [one for one in answers if one]


def test_cvc5_refuses_a_corrupted_certificate(vsym: Vsym, tmp_path: Path) -> None:
    file = tmp_path / "proofs.smt2"
    vsym("check", _example("mutex"), "--engine", "smt", "--prop", "mutex", "--certificate", str(file))
    text = file.read_text("utf-8")
    weaker = re.sub(r"(\(define-fun \|mutex: invariant\| .*\n).*", r"\1  true)", text)
    file.write_text(weaker, encoding="utf-8")
    ran = vsym("verify-certificate", str(file), "-q", "--solver", "cvc5")
    assert ran.status == 10
    assert ran.out.startswith("not valid: cvc5 can satisfy 1 of 8 goals")


def test_cvc5_is_undecided_at_the_time_limit(vsym: Vsym, tmp_path: Path) -> None:
    file = tmp_path / "proofs.smt2"
    vsym("check", _example("mutex"), "--engine", "smt", "--prop", "mutex", "--certificate", str(file))
    ran = vsym("verify-certificate", str(file), "--solver", "cvc5", "--timeout", "0")
    assert (ran.status, ran.out) == (5, "")
    assert ran.err.startswith("vsym: undecided: the time limit was reached")


def test_without_cvc5_it_says_how_to_get_it(
    vsym: Vsym, refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "proofs.smt2"
    vsym("check", _example("mutex"), "--engine", "smt", "--prop", "mutex", "--certificate", str(file))
    monkeypatch.setitem(sys.modules, "cvc5", None)
    for model in ((), (_example("mutex"),)):
        said = refused("verify-certificate", str(file), *model, "--solver", "cvc5")
        assert said == "vsym: cvc5 is not installed; get it with `pip install 'vsym[cvc5]'`\n"


def test_what_is_no_certificate_is_an_error(refused: Refused, tmp_path: Path) -> None:
    for arguments in ((_example("rw"),), (str(tmp_path / "none.smt2"),), (_example("rw"), "--solver", "none")):
        assert refused("verify-certificate", *arguments).startswith(("vsym: ", "Error: ", "Usage: "))


WRONG_GUARD = """
const N: 3; type P: scalarset(N); var on: array [P] of boolean; k: 0..9; last: P;
startstate for p: P do on[p] := false; end; k := 0; undefine last; end;
ruleset p: P do rule "on" !on[p] & k < 9 ==> on[p] := true; k := k + 1; last := p; end; end;
ruleset p: P do rule "off" on[p] ==> on[p] := false; k := 0; end; end;
invariant "the | last" k = 0 | on[last] | !on[last];
cover "two" exists p: P do exists q: P do p != q & on[p] & on[q] end end;
cover "none at nine" k = 9 & forall p: P do !on[p] end;
"""
"""A condition that would end in an error where nobody was last, a cover that is not, and a name that SMT-LIB lacks."""


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("size", [("--for-all", "N"), ("-D", "N=1000000")])
def test_a_certificate_is_one_of_its_program_at_its_size(vsym: Vsym, refused: Refused, size: tuple[str, str]) -> None:
    Path("lazy.m").write_text(COHERENT.replace("for m: Node do copy[m] := invalid; end;", ""))
    asked = ("--as", "counters", "--prop", "one owner")
    assert vsym("check", "coherent.m", *asked, *size, "--certificate", "c.smt2").status == 0
    ran = vsym("verify-certificate", "c.smt2", "coherent.m", *asked, *size, "-q")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("\none owner holds\n")
    for other in (("lazy.m", *size), ("coherent.m", "-D", "N=5")):
        assert "use the same model" in refused("verify-certificate", "c.smt2", *other, *asked, "-q")


@pytest.mark.usefixtures("programs")
def test_a_certificate_has_the_errors_of_conditions_and_any_names(vsym: Vsym, refused: Refused) -> None:
    Path("conditions.m").write_text(WRONG_GUARD)
    ran = vsym("check", "conditions.m", "--as", "counters", "--engine", "smt", "-q", "--certificate", "c.smt2")
    assert "the | last" in ran.out
    held = vsym("verify-certificate", "c.smt2", "conditions.m", "--as", "counters", "-q")
    assert held.status == 0, held.err
    assert "the | last holds\n" in held.out
    assert "none at nine is violated\n" in held.out
    text = Path("c.smt2").read_text()
    scopes = text.split("\n(push 1)\n; ")
    without = [scopes[0], *(one for one in scopes[1:] if not one.startswith("condition "))]
    goals = sum(one.count("(check-sat)") for one in without)
    head = without[0].replace(text.split(':goals "')[1].split('"')[0], str(goals))
    Path("less.smt2").write_text("\n(push 1)\n; ".join([head, *without[1:]]))
    assert "is not proved, and `the | last` rests on it" in refused(
        "verify-certificate", "less.smt2", "conditions.m", "--as", "counters", "-q"
    )


LIKE_THE_BEGINNING = """
const N: 3; type P: scalarset(N); var s: array [P] of enum {a, b};
startstate for p: P do s[p] := a end end;
ruleset p: P do rule "on" s[p] = a ==> s[p] := b end end;
invariant "all" forall p: P do s[p] = a | s[p] = b end;
liveness "all, at last" forall p: P do s[p] = b end;
"""
"""Properties of states and properties of paths are two systems."""


@pytest.mark.usefixtures("programs")
def test_a_property_may_be_called_like_the_beginning_of_another(vsym: Vsym) -> None:
    Path("named.m").write_text(LIKE_THE_BEGINNING)
    asked = ("named.m", "--as", "counters", "-q")
    vsym("check", *asked, "--engine", "smt", "--certificate", "c.smt2")
    held = vsym("verify-certificate", "c.smt2", *asked)
    assert held.status == 0, held.err
    assert {"all holds", "all, at last holds"} <= {*held.out.splitlines()}


@pytest.mark.usefixtures("programs")
def test_without_counters_programs_have_no_certificates(vsym: Vsym) -> None:
    assert "for a program, add --as counters" in vsym("check", "coherent.m", "--certificate", "c.smt2").err
    Path("c.smt2").write_text("")
    assert "VS450" in vsym("verify-certificate", "c.smt2", "coherent.m").err
    by_other = vsym("check", "coherent.m", "--as", "counters", "--engine", "mdd", "--certificate", "c.smt2")
    assert "leaves no certificate" in by_other.err
