"""A suggested change of the text makes a program of it that has the scalarset, with the same quotient."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.composing import run_by
from tests.support.hand_programs import LOCK, RING
from tests.support.loading import load_program
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED
from vsym.checking.findings.types import Patch, scalarset_patch
from vsym.checking.groups.choosing import chosen_group
from vsym.models.program.types import Range
from vsym.symmetry.declared.soundness import misuses


def _range(text: str, name: str) -> tuple[Range, Patch | None]:
    """A range of a program by its name, and its patch."""
    program = load_program(text)
    types = (step[0] for slot in program.layout.slots for step in slot.path if isinstance(step, tuple))
    of = next(one for one in types if isinstance(one, Range) and one.name == name)
    return of, scalarset_patch(program, of)


def _applied(text: str, patch: Patch) -> str:
    lines = text.splitlines()
    assert lines[patch.line - 1] == patch.before
    lines[patch.line - 1] = patch.after
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("declared", "after"),
    [
        ("Proc: 1..N;", "Proc: scalarset(N);"),
        ("Proc: 0 .. N - 1;", "Proc: scalarset(N);"),
        ("Proc: 1 .. N - 1;", "Proc: scalarset(N - 1);"),
        ("Proc : 5..7 ;", "Proc : scalarset(3) ;"),
        ("Proc: 1..3", "Proc: scalarset(3)"),
    ],
)
def test_the_declaration_alone_changes(declared: str, after: str) -> None:
    text = LOCK.replace("Proc: scalarset(N);", declared)
    _, patch = _range(text, "Proc")
    assert patch == Patch(3, f"type {declared}", f"type {after}")


def test_no_change_is_suggested_where_the_scalarset_would_be_misused() -> None:
    assert _range(RING, "place")[1] is None
    last = "for q: Proc do if state[q] = idle then owner := q end end; state[p] := want end;"
    assert _range(LOCK.replace("scalarset(N)", "1..N").replace("state[p] := want end;", last), "Proc")[1] is None


def test_no_change_is_suggested_where_no_line_declares_the_range() -> None:
    text = LOCK.replace("Proc: scalarset(N);", "Proc:\n  1..N;")
    assert _range(text, "Proc")[1] is None


_PETERSON = (EXAMPLES / "programs" / "peterson.m").read_text("utf-8")


@pytest.mark.parametrize(("text", "name"), [(LOCK.replace("scalarset(N)", "1..N"), "Proc"), (_PETERSON, "Process")])
def test_what_is_suggested_has_the_quotient_that_is_detected(text: str, name: str) -> None:
    _, patch = _range(text, name)
    before, after = load_program(text), load_program(_applied(text, present(patch)))
    assert [one.name for one in after.scalarsets] == [name]
    assert not misuses(after)
    states = []
    for program, group in ((before, "detected"), (after, "declared"), (before, "none")):
        bare = replace(program, properties=())
        (run,) = chosen_group(bare, UNLIMITED, group).runs
        reached = present(run_by(bare, "auto", run.quotient).reached)
        states.append(reached.states)
    detected, declared, plain = states
    assert detected == declared < plain
