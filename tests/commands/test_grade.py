"""`vsym grade`: right, wrong and hostile solutions."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, Refused, Vsym
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import Source
from vsym.commands.grade.demands import allowances, demands
from vsym.commands.grade.marking import marks

AGAINST = """// What the solutions to the first exercise have to fulfil.
// expect: symmetry full
// expect: hidden_mutex holds
// expect [-D processes=4]: hidden_mutex holds
// expect: hidden_possible holds
// points hidden_mutex: 3
// feedback symmetry: nobody may wait for others
invariant hidden_mutex: #C <= 1
ctl hidden_possible: AG (#T >= 1 -> EF #C >= 1)
"""
RIGHT = """system mutex
param processes = 3
states N, T, C
group P of processes
init N
trans N -> T
trans T -> C if #C = 0
trans C -> N
invariant mine: #C <= 1
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    Path("hidden.gsst").write_text(AGAINST, "utf-8")


def _rows(*solutions: str) -> dict[str, dict[str, str]]:
    with Path("marks.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["solution"]: row for row in csv.DictReader(file)}
    assert [*rows] == [*solutions]
    return rows


def test_solutions_right_and_wrong(vsym: Vsym) -> None:
    texts = {"right.gsst": RIGHT, "open.gsst": RIGHT.replace(" if #C = 0", "")}
    for name, text in texts.items():
        Path(name).write_text(text, "utf-8")
    ran = vsym("grade", *texts, "--against", "hidden.gsst", "--csv", "marks.csv")
    assert (ran.status, ran.err) == (10, "")
    rows = _rows(*texts)
    assert {name: row["points"] for name, row in rows.items()} == {"right.gsst": "8", "open.gsst": "2"}
    assert rows["right.gsst"]["feedback"] == ""
    assert (
        "hidden_mutex should be `holds`, but is `violated` (a path of 4 steps shows it)"
        in rows["open.gsst"]["feedback"]
    )
    assert "AG" not in Path("marks.csv").read_text("utf-8"), "what is hidden stays so"
    assert "right.gsst  8/8" in ran.out
    assert "open.gsst:\n hidden_mutex" in ran.out


APART = RIGHT.replace("of processes", "of 1\ngroup Q of processes - 1").replace(
    "if #C = 0", "{\n  P: #C = 0 & #T[Q] = 2\n  Q: #C = 0\n}"
)


@pytest.mark.parametrize(
    ("solution", "value", "said"),
    [
        (APART, "broken", "nobody may wait for others (broken by T -> C)"),
        (RIGHT.replace("C", "Critical"), "error", "`C` is not a local state"),
        ("system x\nstates A,, B\n", "error", "line 2: "),
    ],
    ids=["apart", "renamed", "syntax"],
)
def test_what_is_wrong_with_a_solution_is_feedback(solution: str, value: str, said: str) -> None:
    values, feedback, fulfilled = _marked(solution, AGAINST, ".gsst")
    assert values["symmetry"] == value
    assert values["hidden_mutex"] == ("holds" if solution == APART else "error")
    assert feedback.strip("| ").startswith(said) or f"{said}" in feedback
    assert not fulfilled


def test_all_that_is_demanded_by_a_task_that_allows_fairness() -> None:
    regular = "// expect: crowded holds\n// expect: taken violated\n"
    stated = "never crowded: {#C = 1; #C = 2}\nnever taken: {#C = 0; #C = 1}\n"
    hidden = f"// allow: fairness\n{regular}{LIVE}{stated}"
    values, feedback, fulfilled = _marked(IDLING + "fairness #C >= 1\n", hidden, ".gsst")
    asked = {"crowded": "holds", "taken": "violated", "hidden_entered": "holds", "hidden_mutex": "holds"}
    assert (values, feedback.strip("| "), fulfilled) == (asked, "", True)


@pytest.mark.parametrize(("resilience", "value"), [("N > 3 * T", "holds"), ("N > 2 * T", "violated")])
def test_demands_on_what_students_specify_are_comments_alone(resilience: str, value: str) -> None:
    text = (EXAMPLES / "thresholds" / "reliable_broadcast.ta").read_text("utf-8").replace("N > 3 * T", resilience)
    values, _, fulfilled = _marked(text, "/* three */\n// expect: relayed holds\n// points relayed: 3\n", ".ta")
    assert (values, fulfilled) == ({"relayed": value}, value == "holds")


def test_hostile_solutions_harm_nothing(vsym: Vsym) -> None:
    os.mkfifo("pipe.gsst")
    Path("binary.gsst").write_bytes(b"\x7fELF\x00\xff\xfe" * 1000)
    Path("huge.gsst").write_bytes(b"x" * 3_000_000)
    Path("=nested.gsst").write_text("system s\nstates A\ngroup P of 1\ninit A\ninvariant i: " + "(" * 60_000, "utf-8")
    Path("endless.gsst").write_text(
        "system s\nparam processes = 3\nstates N, T, C\ngroup P of processes\ninit N\n"
        + "".join(f"shared x{number}: 0..1000000 = 0\n" for number in range(12))
        + "".join(f"trans N -> T if x{n} < 999990 do x{n} := x{n} + {n + 1}\n" for n in range(12))
        + "trans T -> C if #C = 0\ntrans C -> N\n",
        "utf-8",
    )
    names = ["pipe.gsst", "binary.gsst", "huge.gsst", "=nested.gsst", "none.gsst", "."]
    ran = vsym("grade", *names, "--against", "hidden.gsst", "--csv", "marks.csv", "--memory", "500")
    assert (ran.status, ran.err) == (10, "")
    rows = _rows(*(f"'{name}" if name.startswith("=") else name for name in names))
    assert {row["feedback"] for name, row in rows.items() if name in ("pipe.gsst", "none.gsst", ".")} == {
        "there is no such file"
    }
    assert "not UTF-8" in rows["binary.gsst"]["feedback"] or "not text" in rows["binary.gsst"]["feedback"]
    assert "bytes" in rows["huge.gsst"]["feedback"]
    assert rows["'=nested.gsst"]["points"] == "0"
    vsym("grade", "endless.gsst", "--against", "hidden.gsst", "--csv", "marks.csv", "--timeout", "0.3")
    endless = _rows("endless.gsst")["endless.gsst"]
    assert endless["hidden_possible"] == "undecided"
    assert "the time limit was reached" in endless["feedback"]


def _marked(solution: str, against: str, suffix: str) -> tuple[dict[str, str], str, bool]:
    """The values that a solution gives to the demands, the feedback, and whether it fulfils all of them. The marking
    runs in this process; in other tests it has a process of its own."""
    hidden = Source(f"hidden{suffix}", against)
    demanded = demands(hidden)
    found = marks(Source(f"a{suffix}", solution), hidden, demanded, allowances(hidden), UNLIMITED)
    values = {demand.subject: mark.value for demand, mark in zip(demanded, found, strict=True)}
    return values, " | ".join(mark.feedback for mark in found), all(mark.fulfilled for mark in found)


LIVE = """// expect: hidden_entered holds
// expect: hidden_mutex holds
ctl hidden_entered: AG (#T >= 1 -> AF #C >= 1)
invariant hidden_mutex: #C <= 1
"""
IDLING = RIGHT.replace("trans C -> N\n", "trans C -> N\ntrans T -> N\n")


@pytest.mark.parametrize(
    ("solution", "against", "mark", "said"),
    [
        (IDLING, LIVE, "violated", "(a path of"),
        (IDLING + "fairness #C >= 1\n", LIVE, "violated", "the solution's own `fairness` does not count (line 11))"),
        (IDLING + "fairness #C >= 1\n", LIVE + "// allow: fairness\n", "holds", ""),
        (IDLING, LIVE + "fairness #C >= 1\n", "holds", ""),
        (
            IDLING + "fairness false\n",
            LIVE + "// allow: fairness\n",
            "vacuous",
            "no path from an initial state is fair",
        ),
        (IDLING.replace("trans N -> T\n", ""), LIVE, "vacuous", "no step changes anything"),
        (IDLING.replace("trans N -> T\n", "trans N -> C if #C = 0\n"), LIVE, "vacuous", "left side of `->`"),
        (IDLING.replace("trans N -> T\n", ""), LIVE + "// allow: vacuous, fairness\n", "holds", ""),
    ],
    ids=["plain", "own", "own allowed", "the task's", "no fair path", "idle", "premise", "vacuous allowed"],
)
def test_what_makes_a_property_hold_in_no_way_that_was_meant(solution: str, against: str, mark: str, said: str) -> None:
    values, feedback, fulfilled = _marked(solution, against, ".gsst")
    assert values == {"hidden_entered": mark, "hidden_mutex": "vacuous" if said.startswith("no ") else "holds"}
    assert said in feedback
    assert fulfilled == (mark == "holds")


LIVE_PROGRAM = """-- expect: entered holds
-- expect: exclusive_hidden holds
-- expect: errors holds
-- expect: symmetry full
--! ctl entered: forall p: Process do AG (place[p] = waiting -> AF place[p] = inside) end
invariant "exclusive_hidden" forall p: Process do forall q: Process do
  p = q | place[p] != inside | place[q] != inside end end;
"""


@pytest.mark.parametrize(
    ("old", "new", "more", "expected", "said"),
    [
        ("", "", "", "violated holds", "(a path of"),
        ("end;\ninvariant", '--! fair "enter"\n--! fair locked\nend;\ninvariant', "", "violated holds", "(line"),
        ('"ask"', '"ask" false &', "", "vacuous vacuous", "no step changes anything"),
        (
            "place[p] := waiting;",
            "if !locked then place[p] := inside; locked := true; end;",
            "",
            "vacuous holds",
            "left side",
        ),
        ("& !locked ", "", "", "violated violated", ""),
        ("& !locked ", "", "assume", "violated violated", "`assume` does not count"),
        ("& !locked ", "", "allow", "violated holds", "(a path of"),
    ],
    ids=["plain", "own", "idle", "premise", "open", "assumed", "assumed and allowed"],
)
def test_what_makes_a_property_of_a_program_hold_in_no_way_that_was_meant(
    old: str, new: str, more: str, expected: str, said: str
) -> None:
    text = (EXAMPLES / "programs" / "spinlock.m").read_text("utf-8").replace(old, new)
    if more:
        text += (
            "assume forall p: Process do forall q: Process do p = q | place[p] != inside | place[q] != inside end end;"
        )
    against = LIVE_PROGRAM + ("-- allow: assume\n" if more == "allow" else "")
    values, feedback, _ = _marked(text, against, ".m")
    assert f"{values['entered']} {values['exclusive_hidden']}" == expected
    idle = said.startswith("no step")
    assert (values["errors"], values["symmetry"]) == (("vacuous", "vacuous") if idle else ("holds", "full"))
    assert said in feedback


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("invariant a: #C <= 1\n", "this file demands nothing"),
        ("// expect: mutex maybe\n", "this line is not a demand"),
        ("// expect [-D n]: mutex holds\n", "this line is not a demand"),
        ("// expect: a holds\n// points a: many\n", "this line says nothing about points"),
        ("// expect: a holds\n// feedback nothing\n", "this line says nothing about feedback"),
        ("// expect: a holds\n// allow: everything\n", "this line allows nothing"),
    ],
)
def test_what_is_wrong_with_the_demands_has_its_place(refused: Refused, text: str, message: str) -> None:
    Path("hidden.gsst").write_text(text, "utf-8")
    err = refused("grade", "a.gsst", "--against", "hidden.gsst")
    assert message in err
    assert "hidden.gsst:" in err
