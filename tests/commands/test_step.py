"""`vsym step`, typed and from a script."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, PROGRAM, Ran, Refused, Vsym, program

RW = str(EXAMPLES / "rw.gsst")
SPINLOCK = str(EXAMPLES / "programs" / "spinlock.m")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")


def _script(vsym: Vsym, model: str, *lines: str, options: tuple[str, ...] = ()) -> Ran:
    Path("steps").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return vsym("step", model, "--script", "steps", *options)


def _places(ran: Ran) -> list[int]:
    return [int(found) for found in re.findall(r": (\d+) steps? from the start", ran.out)]


def test_commands_come_from_a_pipe_and_its_end_ends_well() -> None:
    ran = program("step", RW, stdin="1\n2\nnonsense\nundo\n")
    assert ran.status == 0
    assert _places(ran) == [0, 1, 2, 1]
    assert ran.err == "there is no command `nonsense`; `help` lists the commands\n"
    assert "\n> " not in ran.out


def test_on_a_terminal_there_is_a_prompt() -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"1\nquit\n")
    done = subprocess.run([PROGRAM, "step", RW], stdin=theirs, capture_output=True, text=True, timeout=60, check=True)
    os.close(theirs)
    os.close(ours)
    assert done.stdout.startswith("rw: 0 steps")
    assert "\n> rw: 1 step from the start" in done.stdout
    assert done.stdout.endswith("\n> ")


def test_back_and_forth(vsym: Vsym) -> None:
    ran = _script(vsym, RW, "1 2", "1", "2", "undo 2", "redo", "next", "previous 3", "1", "path")
    assert (ran.status, ran.err) == (0, "")
    assert _places(ran) == [0, 1, 2, 3, 1, 2, 3, 0, 1]
    assert "the last one N -> T by 2\n" in ran.out


def test_random_steps_are_those_of_the_seed(vsym: Vsym) -> None:
    first, again, other = (
        _script(vsym, RW, "random 6", "path", options=("--seed", seed)).out for seed in ("7", "7", "8")
    )
    assert first == again != other
    assert "6 random steps, seed 7" in first
    assert re.search(r"6 random steps, seed \d+", _script(vsym, RW, "random 6").out)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("9", "1 step is possible, numbered from 1; if that step is listed, `why 9` says why"),
        ("1 9", "9 cannot take it; 1..3 can"),
        ("undo", "there is nothing to undo"),
        ("random 0", "how many steps: give a number from 1 on, not `0`"),
        ("random 10001", "one command takes at most 10,000 steps"),
        ("trace nothing", "has no property `nothing`"),
        ("watch #X", "VS202"),
        ("watch #T invariant x: true", "is more than one expression"),
        ("goal EF #C = 1", "VS315"),
        ("goal #C + 1", "a goal is a condition"),
        ("why nothing", "no impossible step is called `nothing`"),
        ("load there/is/none", "No such file"),
        ("save there/is/none", "cannot write"),
        ("start 2", "there is no initial state 2"),
        ("s", "`s` could be step or start or state or save"),
        ("wtach #T", "did you mean `watch`?"),
    ],
)
def test_a_wrong_line_of_a_script_ends_it_with_its_number(vsym: Vsym, line: str, message: str) -> None:
    ran = _script(vsym, RW, "# a comment", "", line, "1")
    assert ran.status == 2
    assert ran.err.startswith("steps:3: ")
    assert message in ran.err
    assert _places(ran) == [0]


def test_what_is_watched_is_shown_with_every_state(vsym: Vsym) -> None:
    ran = _script(vsym, RW, "watch #T + #C", "watch if #C >= 1 then 5 else 7", "watch deadlock", "1", "unwatch", "1")
    assert ran.status == 0
    assert ran.out.count("#T + #C = ") == 2
    assert "#T + #C = 1\n" in ran.out
    assert ran.out.count("then 5 else 7 = 7") == 2
    assert ran.out.count("deadlock = false") == 2
    ran = _script(vsym, SPINLOCK, "watch place[Process_2]", "watch locked", "1 Process_2")
    assert "place[Process_2] = waiting\n" in ran.out
    assert "locked = false\n" in ran.out


@pytest.mark.parametrize(
    ("model", "goal", "never"),
    [
        (RW, "#C = 1 & #T = 2", "#C = 2"),
        (
            SPINLOCK,
            "locked & exists p: Process do place[p] = waiting end",
            "exists p: Process do exists q: Process do p != q & place[p] = inside & place[q] = inside end end",
        ),
    ],
)
def test_a_path_to_a_goal_or_that_there_is_none(vsym: Vsym, model: str, goal: str, never: str) -> None:
    ran = _script(vsym, model, f"watch {goal}", f"goal {goal}", "undo", f"goal {never}")
    assert (ran.status, ran.err) == (0, "")
    assert re.findall(r"watch +.* = (true|false)\n", ran.out) == ["true", "false"]
    assert "unreachable from here; no start reaches it" in ran.out


def test_a_variable_that_is_a_truth_value_is_a_goal(vsym: Vsym) -> None:
    ran = _script(vsym, SPINLOCK, "goal locked")
    assert (ran.status, "2 steps to it" in ran.out) == (0, True)


def test_a_goal_behind_one_is_reached_from_a_start(vsym: Vsym) -> None:
    text = "system s\nstates A, B, C\ngroup P of 1\ninit A\ntrans A -> B\ntrans A -> C\n"
    Path("s.gsst").write_text(text, "utf-8")
    ran = _script(vsym, "s.gsst", "1", "goal #C = 1", "next")
    assert ran.status == 0
    assert "unreachable from here; this path from a start leads to it; 1 step ahead" in ran.out
    assert "nothing is possible: a deadlock" in ran.out


@pytest.mark.parametrize(
    ("model", "lines"),
    [(str(EXAMPLES / "starvation.gsst"), ("trace reader_served", "next 3")), (SPINLOCK, ("random 3",))],
)
def test_a_path_is_saved_and_read_again(vsym: Vsym, model: str, lines: tuple[str, ...]) -> None:
    ran = _script(vsym, model, *lines, "save here.itf.json", options=("--seed", "1"))
    assert (ran.status, ran.err) == (0, "")
    assert len(json.loads(Path("here.itf.json").read_text("utf-8"))["states"]) == 4
    assert vsym("replay", model, "here.itf.json", "-q").status == 0
    again = _script(vsym, model, "next 3", options=("--trace", "here.itf.json"))
    assert again.status == 0
    assert _last_state(again.out) == _last_state(ran.out.partition("> save")[0])


def _last_state(out: str) -> str:
    return out[out.rindex(": 3 steps from the start") :].replace("; 1 ahead", "")


def test_a_model_with_a_wrong_lemma_can_be_gone_through(vsym: Vsym) -> None:
    Path("s.gsst").write_text("system s\nstates A, B\ngroup P of 2\ninit A\ntrans A -> B\nlemma l: #A = 2\n", "utf-8")
    ran = _script(vsym, "s.gsst", "1", "goal #B = 2")
    assert (ran.status, _places(ran)) == (0, [0, 1, 2])
    assert "vsym refused a lemma" in ran.out


def test_a_program_that_tells_elements_apart_can_be_gone_through(vsym: Vsym) -> None:
    ran = _script(vsym, str(EXAMPLES / "programs" / "misuse.m"))
    assert ran.status == 0
    assert ": each is a choice of its own" in ran.out


def test_it_begins_along_the_path_that_shows_a_verdict(vsym: Vsym) -> None:
    model = str(EXAMPLES / "starvation.gsst")
    ran = _script(vsym, model, "next 4", options=("--prop", "reader_served"))
    assert (ran.status, _places(ran)) == (0, [0, 4])
    assert "reader_served: violated; 4 steps ahead; `next` and `previous` move along them" in ran.out
    assert vsym("step", model, "--prop", "nothing").status == 2
    assert vsym("step", model, "--prop", "mutex", "--trace", "steps").status == 2


def test_what_is_wrong_before_the_first_line(vsym: Vsym, refused: Refused) -> None:
    assert vsym("step", "none.gsst").status == 2
    assert "this is not JSON" in refused("step", RW, "--trace", RW)
    assert "the model and the commands cannot both" in vsym("step", "-").err
