"""`vsym check --strategy` of decision diagrams: text, exit statuses, JSON."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.running import EXAMPLES, Vsym, on_a_terminal
from vsym.basics.options import ERROR, HOLDS, INTERRUPTED, UNDECIDED, VIOLATED

SPINLOCK = str(EXAMPLES / "programs" / "spinlock.m")
PHILOSOPHERS = str(EXAMPLES / "programs" / "philosophers.m")


def test_an_exploration_says_states_and_orbits(vsym: Vsym) -> None:
    ran = vsym("explore", SPINLOCK, "--engine", "mdd", "--strategy", "within", "-v")
    assert ran.status == HOLDS
    assert "20 reachable states in 7 orbits, depth 4, 11 nodes (at most" in ran.out
    assert "levels of the decision diagrams: " in ran.out
    assert "states of an orbit" in ran.out


def test_the_document_has_the_figures_of_both_quotients(vsym: Vsym) -> None:
    found = []
    for options in (("--engine", "mdd", "--strategy", "within"), ("--engine", "compiled"), ("--method", "plain")):
        document = json.loads(vsym("explore", SPINLOCK, *options, "--json").out)
        exploration = document["exploration"]
        found.append([exploration[name] for name in ("states", "orbits", "canonical", "representatives", "strategy")])
        if "mdd" in options:
            assert [*map(tuple, map(dict.values, exploration["orbit_sizes"]))] == [(1, 2), (3, 4), (6, 1)]
            assert 0 < exploration["nodes"] < exploration["peak_nodes"]
    assert found == [[20, 7, True, 7, "within"], [7, 7, True, None, None], [20, None, None, None, None]]


def test_how_all_was_decided_is_said_once(vsym: Vsym) -> None:
    ran = vsym("check", SPINLOCK, "--engine", "mdd", "--strategy", "within")
    assert ran.status == HOLDS
    assert [line for line in ran.out.splitlines() if "within" in line] == [
        " within: 7 representatives of 7 orbits, S3 proved"
    ]


def test_a_generator_that_is_none_is_refused_or_trusted(vsym: Vsym, tmp_path: Path) -> None:
    file = tmp_path / "group.txt"
    file.write_text("rotate Seat\nswap Seat 0 1\n", encoding="utf-8")
    ran = vsym("check", PHILOSOPHERS, "--group", str(file))
    assert ran.status == ERROR
    assert "error[VS451]: generator 2 (swap Seat 0 1) is not a symmetry: rule" in ran.err
    assert "has no counterpart" in ran.err
    ran = vsym("check", PHILOSOPHERS, "--group", str(file), "--trust-group", "--engine", "mdd", "--prop", "deadlock")
    assert ran.status == VIOLATED
    ran = vsym("check", PHILOSOPHERS, "--group", str(file), "--trust-group", "--engine", "mdd", "--prop", "errors")
    assert ran.status == UNDECIDED
    assert "are trusted, not proved to be symmetries; no violation among" in " ".join(ran.out.split())


def test_generators_may_stand_in_the_option(vsym: Vsym) -> None:
    def said(group: str) -> str:
        ran = vsym("explore", PHILOSOPHERS, "-q", "-D", "N=4", "--engine", "mdd", "--group", group)
        return ran.out + ran.err

    # Turns of the table by one seat or three leave 2 states as they are, by two 6: (34 + 2 + 6 + 2) / 4 orbits.
    assert said("rotate Seat").startswith("34 reachable states in 11 orbits")
    assert "generator 2 (swap Seat 0 1) is not a symmetry: rule" in said("rotate Seat; swap Seat 0 1")
    assert said("rotate Seat; swop Seat 0 1").startswith("vsym: --group:2: a line is `swap TYPE")
    assert said("turn Seat").startswith("vsym: --group turn Seat: there is no such file")


def test_what_has_no_meaning_is_refused(vsym: Vsym) -> None:
    ran = vsym("check", SPINLOCK, "--engine", "mdd", "--hint", "5")
    assert (ran.status, ran.err.splitlines()[0]) == (
        ERROR,
        "--hint 1:1:6: error[VS301]: expected a condition, but this is a number",
    )
    assert vsym("check", SPINLOCK, "--strategy", "within").status == ERROR
    assert vsym("check", SPINLOCK, "--trust-group").status == ERROR
    assert vsym("check", "rw.gsst", "--hints", "auto").status == ERROR
    assert vsym("check", SPINLOCK, "--engine", "mdd", "--strategy", "full", "--sigma-rounds", "1").status == ERROR
    assert vsym("check", "rw.gsst", "--sigma-rounds", "0").status == ERROR


def test_shorter_sigma_steps_decide_the_same(vsym: Vsym) -> None:
    ran = vsym("check", SPINLOCK, "--engine", "mdd", "--hint", "locked = false", "--sigma-step", "hint")
    assert "20 reachable states in 7 orbits, 20 representatives" in ran.out
    assert ran.status == HOLDS


def test_ctrl_c_keeps_the_violation_found() -> None:
    program = str(EXAMPLES / "programs" / "salestore.m")
    options = ("-D", "N=12", "--engine", "mdd", "--strategy", "within", "--trace", "off", "--json")
    ran = on_a_terminal("check", program, *options, awaited=r"([4-9]|\d\d),\d{3} nodes")
    assert ran.status == INTERRUPTED
    document = json.loads(ran.out)

    verdicts = {one["name"]: one["verdict"] for one in document["properties"]}
    assert verdicts["one_gift_each"] == "violated"
    assert verdicts["no_gift_twice"] == "unknown"


def test_what_keeps_the_steps_and_not_the_starts_is_drawn(vsym: Vsym, tmp_path: Path) -> None:
    model, file, picture = (tmp_path / name for name in ("unlike.m", "group.txt", "unlike.dot"))
    model.write_text(
        "type Seat: 0..1; var on: array [Seat] of boolean; startstate on[0] := true; on[1] := false; end;"
        'ruleset s: Seat do rule "off" on[s] ==> on[s] := false; end; end;'
    )
    file.write_text("swap Seat 0 1\n", encoding="utf-8")
    ran = vsym("draw", str(model), "--what", "representatives", "--group", str(file), "-o", str(picture))
    assert (ran.status, ran.err) == (HOLDS, "")
    assert "2 states in 2 orbits" in picture.read_text(encoding="utf-8")
