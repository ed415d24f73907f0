"""The examples of programs fulfil their `-- expect:` lines.

By default most are decided at their own size, and at others only where a mistake is put in by a parameter; small ones
without a scalarset are decided by the interpreter, all others by a compiled program.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.support.composing import run_by
from tests.support.drawn import TIMES, chosen, many
from tests.support.expectations import Run, expectations, promised, run_name, runs
from tests.support.rumur import rumur
from tests.support.running import EXAMPLES
from vsym import load
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Checked
from vsym.checking.groups.choosing import sound_scalarsets
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.models.program.observed import observed
from vsym.models.program.program import Program

FILES = sorted((EXAMPLES / "programs").glob("*.m"))
_AS_SYSTEMS = [
    "lock",
    "mcs",
    "philosophers",
    "two_phase_commit",
    "hanoi",
    "hypercube",
    "leader_complete",
    "leader_ring",
    "leader_tree",
    "milner",
    "peterson",
    "readers_writers",
    "three_tier",
    "token",
]
"""Examples with few enough states and no multiset among their types; VSYM_DRAWN decides how many of them run."""

_MISTAKES = {"BUG", "lefty"}
"""Parameters that put a mistake into a program, or take it out; most others are sizes."""

_INTERPRETED = 25 if TIMES == 1 else 90
"""The most concrete states that the interpreter also explores."""

_SMALL = 200
"""The most states of a program without a scalarset that, by default, the interpreter alone explores."""


@cache
def _loaded(run: Run) -> Program:
    program = load(run[0], **dict(run[1]))
    assert isinstance(program, Program)
    return program


@cache
def _checked(run: Run, engine: str) -> Checked:
    """The answer on an example: up to permutations by the compiled engine, state by state by the interpreter. Beside an
    observer, the interpreter always explores it."""
    program = _loaded(run)
    symmetric = sound_scalarsets(program) if engine == "compiled" else ()
    checked = run_by(program, engine, Quotient(symmetric))
    beside = [run_by(observed(program, one), "interpreted", Quotient()) for one in program.nevers]
    return replace(checked, outcomes=(*checked.outcomes, *(outcome for one in beside for outcome in one.outcomes)))


def _promised(run: Run) -> dict[str, str]:
    """The promises of a run, but for orbits up to virtual symmetry (`test_examples_virtual.py`)."""
    return {one.subject: one.value for one in promised(run) if one.subject != "virtual"}


_LIKE_OTHERS = {
    *("allocator", "arbiter", "arbiter BUG=1", "clients", "clients_counted", "election", "fifo", "futurebus"),
    *("golfer", "leader_complete", "leader_ring", "leader_tree", "matching", "mesi_bus BUG=1", "network"),
    *("rw_classes", "salestore", "spl", "suites", "three_tier", "two_hop"),
}
"""Runs that take longest, and are of the kinds that others are of."""

USUAL = [run for run in runs(FILES) if {*dict(run[1])} <= _MISTAKES and run_name(run) not in _LIKE_OTHERS]


def _is_small(run: Run, promised: Mapping[str, str]) -> bool:
    return int(promised.get("reachable", _SMALL + 1)) <= _SMALL and not sound_scalarsets(_loaded(run))


def _seen(result: Checked) -> dict[str, str]:
    verdicts = {outcome.property.name: outcome.verdict.outcome for outcome in result.outcomes}
    reached = result.reached
    assert reached is not None
    assert reached.complete
    counts = {
        "reachable": reached.states,
        "represented": reached.represented or reached.states,
        "rules_fired": reached.rules_fired,
    }
    return {**verdicts, **{name: str(count) for name, count in counts.items()}}


@pytest.mark.parametrize("run", chosen(USUAL, runs(FILES)), ids=run_name)
def test_the_expectations_hold(run: Run) -> None:
    promised = _promised(run)
    if "refused" in promised:
        with pytest.raises(DiagnosticError) as refused:
            _checked(run, "compiled")
        assert [one.code for one in refused.value.diagnostics] == [promised["refused"]]
        return
    seen = _seen(_checked(run, "interpreted" if TIMES == 1 and _is_small(run, promised) else "compiled"))
    assert {subject: seen[subject] for subject in promised} == promised
    if int(seen["represented"]) <= _INTERPRETED:
        plain = _seen(_checked(run, "interpreted"))
        assert plain["reachable"] == seen["represented"]
        assert {name: plain[name] for name in plain if plain[name].isalpha()} == {
            name: seen[name] for name in seen if seen[name].isalpha()
        }


@pytest.mark.parametrize(
    "run", [(EXAMPLES / "programs" / f"{name}.m", ()) for name in _AS_SYSTEMS[: many(4)]], ids=run_name
)
def test_the_diagrams_of_an_example(run: Run) -> None:
    """As a system on decision diagrams it has the same states, deadlocks and verdicts."""
    seen, other = _seen(_checked(run, "compiled")), _checked(run, "mdd")
    assert other.reached is not None
    assert str(other.reached.states) == seen["represented"]
    assert bool(other.reached.deadlocks) == (seen.get("deadlock") == "violated")
    for outcome in other.outcomes:
        assert outcome.verdict.outcome == seen[outcome.property.name], outcome.property.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_example_says_what_it_shows_and_promises_everything(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("-- ")
    assert text.index("-- expect") > 100, "an explanation comes first"
    program = _loaded((path, ()))
    promised = {one.subject for one in expectations(text)}
    if "refused" not in promised:
        assert {"reachable"} | {prop.name for prop in program.properties} <= promised


@pytest.mark.parametrize("name", ["peterson", "lock", "cache"][: many(1)])
def test_rumur_counts_the_same(name: str, tmp_path: Path) -> None:
    assert shutil.which("rumur"), "scripts/install-rumur.sh"
    promised = _promised((EXAMPLES / "programs" / f"{name}.m", ()))
    text = (EXAMPLES / "programs" / f"{name}.m").read_text("utf-8")
    theirs = rumur(text, "exhaustive", "stuttering", tmp_path)
    assert (theirs.states, theirs.fired) == (int(promised["reachable"]), int(promised["rules_fired"]))
    assert theirs.errors == ()
