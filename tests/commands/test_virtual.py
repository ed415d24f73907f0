"""Virtual symmetry of programs as users meet it: its lines and its JSON, witnesses, refusals, states on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, Vsym

BUS = EXAMPLES / "programs" / "bus.m"


def test_symmetry_names_the_group_its_rules_and_what_properties_keep(vsym: Vsym) -> None:
    ran = vsym("symmetry", BUS)
    assert ran.status == 0
    assert "virtual symmetries: group S4, 24 symmetries, proved\n" in ran.out
    assert ' Only rule "win" (' in ran.out
    assert " errors, deadlock, exclusive, all_wait, somebody_sends keep S4.\n" in ran.out
    virtual = json.loads(vsym("symmetry", BUS, "--json").out)["virtual"]
    assert (virtual["order"], virtual["text"], virtual["checked"]) == (24, "S4", "proved")
    assert (virtual["assumed"], virtual["refuted"]) == ([], [])
    assert [one["rule"] for one in virtual["broken_rules"]] == ["win"]
    assert {"properties": ["the_last_sends"], "order": 6, "text": "S3"} in virtual["kept"]
    assert [["state[0]", "state[1]"], ["state[1]", "state[0]"]] in virtual["generators"]


def test_symmetry_shows_a_state_that_refutes_an_exchange(vsym: Vsym, tmp_path: Path) -> None:
    """The winner is remembered, and the next one is looked for from there on."""
    text = BUS.read_text().replace("  state: array", "  next: Station;\n  state: array")
    text = text.replace('startstate "all idle"\nbegin', 'startstate "all idle"\nbegin next := 0;')
    text = text.replace("forall other: Station do other < s -> state[other] != waiting end", "s = next")
    text = text.replace("state[s] := sending;", "state[s] := sending; next := (s + 1) % N;")
    tmp_path.joinpath("turns.m").write_text(text)
    ran = vsym("symmetry", tmp_path / "turns.m")
    assert "virtual symmetries" not in ran.out
    assert "Exchanging Station 0 and 1 is no virtual symmetry" in ran.out
    virtual = json.loads(vsym("symmetry", tmp_path / "turns.m", "--json").out)["virtual"]
    assert (virtual["order"], virtual["generators"]) == (None, [])
    first = virtual["refuted"][0]
    assert (first["exchange"], first["of"]) == (["0", "1"], "Station")
    assert first["event"].startswith("win, s = ")
    assert first["state"].keys() == {"next", *(f"state[{place}]" for place in range(4))}


def test_the_first_witness_is_drawn(vsym: Vsym) -> None:
    """A state, where its step leads, and the exchanged state, from which no step is drawn."""
    fifo = EXAMPLES / "programs" / "fifo.m"
    drawn = vsym("draw", fifo, "--what", "witness", "--format", "dot")
    assert drawn.status == 0
    assert "fifo: why exchanging Place 0 and 1 is no virtual symmetry" in drawn.out
    assert '"enabled":p0:s -> "disabled":p1:n' in drawn.out
    assert '"enabled" -> "target" [label="line up, p = ' in drawn.out
    refused = vsym("draw", BUS, "-D", "N=2", "--what", "witness")
    assert (refused.status, "no exchange of elements of `bus` is refuted" in refused.err) == (2, True)
    named = vsym("draw", fifo, "--what", "witness", "--transition", "enter")
    assert (named.status, "--transition is for .gsst models" in named.err) == (2, True)


def test_an_assumed_invariant_is_named(vsym: Vsym) -> None:
    lru = (EXAMPLES / "programs" / "lru.m", "-D", "LINES=2")
    ran = vsym("symmetry", *lru)
    assert "The proof assumes `free_lines_have_no_age`, which vsym checks" in ran.out
    virtual = json.loads(vsym("symmetry", *lru, "--json").out)["virtual"]
    assert virtual["assumed"] == ["free_lines_have_no_age"]


def test_explore_counts_orbits_alone(vsym: Vsym) -> None:
    ran = vsym("explore", BUS, "--group", "virtual")
    assert "virtually symmetric under S4, order 24" in ran.out
    assert "9 reachable orbits, depth 5; not all states of an orbit need be reachable" in ran.out
    answer = json.loads(vsym("explore", BUS, "--group", "virtual", "--json").out)
    assert answer["quotient"]["kind"] == "virtual"
    exploration = answer["exploration"]
    assert (exploration["states"], exploration["represented"], exploration["rules_fired"]) == (9, None, None)


def test_states_on_disk_are_explored_up_to_what_all_properties_keep(vsym: Vsym, tmp_path: Path) -> None:
    checked = vsym("check", BUS, "--group", "virtual", "--store", tmp_path / "again", "--prop", "exclusive")
    assert (checked.status, "9 reachable orbits" in checked.out) == (0, True)


def test_states_on_disk_assume_no_invariant(vsym: Vsym, tmp_path: Path) -> None:
    """With it there are 4 orbits (`tests/checking/groups/test_virtual.py`)."""
    options = ("--prop", "accounted", "--prop", "all_held", "--group", "virtual")
    pool = EXAMPLES / "programs" / "pool.m"
    ran = vsym("check", pool, *options, "--store", tmp_path / "states")
    assert (ran.status, "8 reachable orbits" in ran.out) == (0, True)
    note = "--store assumes no invariant: virtual symmetry that rests on `accounted` is not used"
    assert note in " ".join(ran.out.split())


@pytest.mark.parametrize(
    ("model", "options", "said"),
    [
        (
            "programs/bus.m",
            ("--engine", "explicit"),
            "--group virtual is for --engine compiled, --engine mdd and --store",
        ),
        ("programs/network.m", (), "`network` has multisets"),
        ("rw.gsst", ("--engine", "explicit"), "--engine explicit explores no .gsst model up to virtual symmetries"),
        ("systems/lamps.sys", ("--engine", "explicit"), "--engine explicit explores no .gsst model"),
    ],
)
def test_what_cannot_be_explored_up_to_it_is_refused(
    vsym: Vsym, model: str, options: tuple[str, ...], said: str
) -> None:
    ran = vsym("explore", EXAMPLES / model, "--group", "virtual", *options)
    assert ran.status == 2
    assert said in ran.err


def test_where_nothing_is_larger_a_note_says_so(vsym: Vsym) -> None:
    """`explore` asks no property, so vsym cannot assume the invariant that the proof needs."""
    ran = vsym("explore", EXAMPLES / "programs" / "lru.m", "--group", "virtual")
    assert "40 reachable states" in ran.out
    assert "no virtual symmetry is larger than the detected ones; where states are counted alone" in " ".join(
        ran.out.split()
    )


def test_a_misused_scalarset_may_be_symmetric_virtually(vsym: Vsym) -> None:
    misuse = EXAMPLES / "programs" / "misuse.m"
    refused = vsym("explore", misuse)
    assert "VS361" in refused.err
    assert "`--group virtual` explores up to what is proved to be alike all the same" in refused.err
    ran = vsym("explore", misuse, "--group", "virtual")
    assert "7 reachable orbits" in ran.out
