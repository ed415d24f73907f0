"""Texts and records of a detected group, checked against the group itself."""

from __future__ import annotations

import json
from dataclasses import replace

from rich.console import Console, Group

from tests.support.hand_programs import LOCK, RING
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.checking.findings.description import KeptGroup
from vsym.checking.findings.program import DetectedGroup, detected_group
from vsym.checking.groups.choosing import given_group
from vsym.exchange.generators import Generator, read
from vsym.show.program_group import breaking_line, headline, identification, lines, record, scalarsets_record
from vsym.system.report import Silence

_RANGE = LOCK.replace("Proc: scalarset(N)", "Proc: 1..N")
_TOLD_APART = LOCK.replace(
    'rule "ask" state[p] = idle ==> state[p] := want end;',
    'rule "ask" state[p] = idle ==> for q: Proc do if state[q] = idle then owner := q end end; state[p] := want end;',
)


def _known(text: str) -> DetectedGroup:
    return detected_group(load_program(text), UNLIMITED, Silence())


def _text(found: DetectedGroup) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(Group(*lines(found)))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def test_the_group_its_factors_and_a_suggestion() -> None:
    assert _text(_known(_RANGE)) == (
        "group S3, 6 symmetries, proved\n\n"
        " factor  order  permutes\n"
        " S3          6  state[1..3]\n"
        "                values 1..3 of owner\n\n"
        "All of them keep the properties.\n\n"
        "Every permutation of Proc is a symmetry, so it could be a scalarset; line 3:\n"
        "- type Proc: 1..N;\n"
        "+ type Proc: scalarset(N);"
    )


_TURNED = """const N: 3;
type Seat: 0..N - 1;
var at: Seat; used: array [Seat] of boolean;
ruleset s: Seat do startstate at := s; for t: Seat do used[t] := false end end end;
rule %s used[at] := true; at := (at + 1) %% N end;
"""


def test_a_ringset_is_suggested_with_all_lines_that_change() -> None:
    found = _known(_TURNED % "")
    assert _text(found).endswith(
        "Every rotation of Seat is a symmetry, so it could be a ringset; lines 2, 5:\n"
        "- type Seat: 0..N - 1;\n"
        "+ type Seat: ringset(N);\n"
        "- rule  used[at] := true; at := (at + 1) % N end;\n"
        "+ rule  used[at] := true; at := at + 1 end;"
    )
    second = {
        "line": 5,
        "before": "rule  used[at] := true; at := (at + 1) % N end;",
        "after": "rule  used[at] := true; at := at + 1 end;",
    }
    (one,) = record(found)["ringsets"]
    assert (one["type"], one["lines"][1:], one["refused"]) == ("Seat", [second], None)
    assert record(found)["scalarsets"] == []


def test_of_a_suggestion_with_many_lines_the_first_are_shown() -> None:
    found = _known(_TURNED % "" + 3 * "rule at := (at + 2) % N end;\n")
    console = Console(width=100, color_system=None)
    shown = []
    for everything in (False, True):
        with console.capture() as capture:
            console.print(Group(*lines(found, everything=everything)))
        shown.append(capture.get())
    assert [text.count("\n+ ") for text in shown] == [3, 5]
    assert shown[0].rstrip().endswith("… and 2 more lines, which -v shows")


def test_what_is_in_the_way_of_a_ringset_is_said() -> None:
    found = _known(_TURNED % "N = 1 -> at = 0 ==>")
    why = "`Seat` is a ringset; its elements are not numbers"
    every = "Every rotation of Seat is a symmetry, but as a ringset vsym would refuse it at"
    assert f"{every} program.m:5:20, `0`: {why}" in " ".join(_text(found).split())
    (one,) = record(found)["ringsets"]
    assert one["refused"] is not None
    assert (one["lines"], one["refused"]["line"], one["refused"]["message"]) == ([], 5, why)


def test_what_properties_leave_is_said_in_each_case() -> None:
    found = _known(_RANGE + 'invariant "last" lock -> owner != 3 | state[3] = crit;')
    assert "The properties keep S2: 2 symmetries." in _text(found)
    both = 'invariant "order" lock -> owner != 3 | state[2] = idle;'
    assert "Only the identity keeps the properties." in _text(_known(_RANGE + both))
    unknown = replace(found, subgroup=KeptGroup(None, "it is too large"))
    assert "It is unknown which symmetries keep the properties: it is too large" in _text(unknown)
    reason = "it is too large"
    assert record(unknown)["kept"] == {"order": None, "structure": None, "reason": reason, "properties": []}


def test_what_is_not_certain_or_not_proved_is_not_said_to_be() -> None:
    found = _known(LOCK)
    assert headline(found).plain == "group S3, 6 symmetries, proved"
    guessed = replace(found, group=replace(found.group, certain=False))
    assert headline(guessed).plain == "group S3, at least 6 symmetries, proved"
    run = replace(found.symmetry, detected=replace(found.symmetry.detected, checked="run"))
    assert headline(replace(found, symmetry=run)).plain == "group S3, 6 symmetries, tested on some states, not proved"


def test_a_near_miss_names_the_rules_with_their_places() -> None:
    text = _RANGE.replace("lock := false; undefine owner", "lock := (p = 1) & (state[2] = crit); undefine owner")
    found = _known(text)
    assert 'Proc is symmetric but for rule "leave" (program.m:11:3)' in _text(found)
    (of,) = [one for one in found.types if one.type.name == "Proc"]
    assert breaking_line(of) is None, "a range need not be symmetric"


def test_a_scalarset_that_is_none_is_told_with_the_rule_that_breaks_it() -> None:
    (of,) = _known(_TOLD_APART).types
    assert breaking_line(of) == 'Proc is not symmetric: rule "ask" (program.m:9:3) tells its elements apart'
    (sound,) = _known(LOCK).types
    assert breaking_line(sound) is None


def test_the_identity_alone() -> None:
    found = _known("var x: 0..3; startstate x := 0; end; rule x < 3 ==> x := x + 1; end;")
    assert _text(found) == "no symmetry but the identity was detected"
    assert record(found)["generators"] == []


def test_the_generators_of_the_record_are_read_and_proved_again() -> None:
    """The option `--group FILE` reads the generators that `--json` writes."""
    found = _known(RING)
    program = load_program(RING)
    document = record(found)
    maps = read(program.layout, json.loads(json.dumps({"group": document})), "ring.json")
    assert len(maps) == len(found.symmetry.maps) > 0
    given = [Generator(f"generator {number}", one) for number, one in enumerate(maps, 1)]
    chosen = given_group(program, given, "ring.json", UNLIMITED)
    assert chosen.unproved is None
    assert (document["order"], [one.order for one in chosen.runs[0].quotient.factors]) == (4, [4])


def test_the_record_has_the_orbits_of_slots_and_the_types() -> None:
    document = record(_known(RING))
    assert document["orbits"] == [[f"{name}[{place}]" for place in range(4)] for name in ("fork", "state")]
    assert document["checked"] == "proved"
    assert [one["name"] for one in document["types"]] == ["place"]


def test_scalarsets_and_ringsets_that_are_symmetric_at_every_size() -> None:
    """`P` has a size that another constant uses."""
    text = """const N: 3; M: 2; K: M;
    type Seat: ringset(N); P: scalarset(M);
    var at: array [P] of Seat;
    ruleset s: Seat do startstate for p: P do at[p] := s end end end;
    ruleset p: P do rule at[p] := at[p] + 1 end end;"""
    program = load_program(text)
    document = scalarsets_record(program, (), ())
    assert (document["full"], document["every_size"]) == (True, ["Seat"])
    assert (document["scalarsets"], document["ringsets"]) == ({"P": "symmetric"}, {"Seat": "symmetric"})
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(Group(*identification(program, (), ())))
    rows = [line.split() for line in capture.get().splitlines()[2:]]
    assert rows[1:3] == [["P", "2", "symmetric", "2"], []]
    assert rows[4] == ["Seat", "3", "symmetric", "at", "every", "size", "3"]
    assert scalarsets_record(program, program.ringsets, ())["ringsets"] == {"Seat": "misused"}
