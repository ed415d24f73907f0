"""Programs with states on disk: the answers are those in memory, for any division of the states and any workers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.engines.compiled.models import ALL, MULTISETS
from tests.engines.compiled.test_programs import interpreted, program, told, verified
from tests.engines.compiled.test_quotient import Reducing, cut, exact, inexact, maps_of
from tests.engines.disk.running import (
    SMALL_BLOCKS,
    compiler,
    contents,
    decided,
    grid,
    local,
    manifest,
    model,
    paths,
    stored,
    written,
)
from tests.support.composing import run_by
from tests.support.decided_programs import Decided, expected, folded, of_seed, sound_of_seed
from tests.support.decided_programs import decided as decided_of
from tests.support.drawn import chosen
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import seeds
from tests.support.interpreted_programs import read
from tests.support.present import present
from vsym.basics.limits import REASONS, UNLIMITED, Budget
from vsym.checking.answer import Checked
from vsym.checking.groups.choosing import sound_scalarsets
from vsym.checking.ways import way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.search import Settings
from vsym.engines.disk.engine import OF_PATHS
from vsym.engines.disk.exploring import Limits, Narration, explore
from vsym.engines.disk.planning import StoreSettings
from vsym.engines.disk.working import executable, text_of
from vsym.models.program.program import Dialect
from vsym.system.report import Silence


@pytest.mark.parametrize(
    "name",
    chosen(
        ["FAULTS", "NOWHERE", "MANY"],
        ["UNDEFINED", "FAULTS", "PRIORITIES", "STUCK", "WIDE", "NOWHERE", "LENIENT", "MANY"],
    ),
)
def test_it_agrees_with_an_engine_in_memory(name: str, folder: Path) -> None:
    subject = program(ALL[name], Dialect(undefined="lenient" if name == "LENIENT" else "strict"))
    found = stored(folder, subject, parts=2, together=1)
    assert told(found) == decided(interpreted(subject), found)


@pytest.mark.parametrize("seed", seeds(1))
def test_drawn_programs(seed: int, folder: Path) -> None:
    subject = of_seed(seed, Kind())
    by = way("auto", store=StoreSettings(str(folder), parts=3, together=1))
    _as_the_oracle(run_by(read(subject), by), expected(subject))


@pytest.mark.parametrize("seed", seeds(1))
def test_drawn_programs_orbit_by_orbit(seed: int, folder: Path) -> None:
    subject = sound_of_seed(seed, Kind(symmetric=True))
    read_program = read(subject)
    quotient = Quotient(sound_scalarsets(read_program))
    by = way("auto", quotient, store=StoreSettings(str(folder), parts=3, together=1))
    found = run_by(read_program, by)
    _as_the_oracle(found, folded(subject))
    assert present(found.reached).represented == len(subject.explored.states)


def _as_the_oracle(found: Checked, known: Decided) -> None:
    """Check all decided verdicts against the oracle, and that only properties of paths stay open."""
    left = {one.property.name for one in found.outcomes if one.verdict.reason == OF_PATHS}
    decided = decided_of(found)
    assert decided == known._replace(verdicts={**known.verdicts, **dict.fromkeys(left, "unknown")})
    assert not left & {"errors", "deadlock"}


@pytest.mark.usefixtures("plain")
def test_nothing_depends_on_how_states_are_divided_and_who_explores(folder: Path) -> None:
    """Counts and paths are the same; with other workers every byte is, but for the seconds of processor."""
    subject = grid()
    known, shown = told(interpreted(subject)), []
    ways: dict[str, dict[str, Any]] = {
        "one part": {"parts": 1, "together": 100},
        "divided": {"parts": 2, "together": 15},
        "two workers": {"parts": 2, "together": 15, "workers": 2},
        "together": {"parts": 2, "together": 100_000},
    }
    for name, settings in ways.items():
        found = stored(folder / name, subject, **settings)
        assert told(found) == known
        shown.append(paths(found))
        divided = any(len(files) > 1 for files in manifest(folder / name)["levels"])
        assert divided == (settings["together"] == 15)
    assert all(one == shown[0] for one in shown)
    assert contents(folder / "divided") == contents(folder / "two workers")


@pytest.mark.usefixtures("plain")
def test_more_successors_than_memory_and_files_of_many_blocks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps spill sorted runs and merge them; states that are known are sought in blocks, others passed over."""
    subject = grid()
    known = stored(folder / "usual", subject, parts=2)
    monkeypatch.setenv("CC", compiler(SMALL_BLOCKS))
    blocks, spilled = folder / "blocks", folder / "spilled"
    stored(blocks, subject, parts=2)
    limits = Limits(UNLIMITED, lambda _: False)
    with local(spilled, executable(text_of(model())), memory=0) as (store, workers):
        assert explore(store, workers, limits, Narration(Silence())) is None
    assert contents(spilled) == contents(blocks)
    assert written(spilled) > 1.5 * written(blocks)
    found = stored(spilled, subject, resume=True)
    assert (told(found), paths(found)) == (told(known), paths(known))


def test_orbits_and_paths_of_concrete_states(folder: Path) -> None:
    subject = program(MULTISETS)
    quotient = Quotient(subject.scalarsets)
    known = verified(subject, Settings(quotient=quotient))
    found = stored(folder, subject, quotient, parts=2, together=1)
    assert told(found) == decided(known, found)
    assert known.reached is not None
    assert present(found.reached).represented == known.reached.represented


@pytest.mark.parametrize(("name", "by"), [*chosen([], [("rotations", inexact)]), ("rotations", exact), ("wreath", cut)])
def test_groups_of_literal_maps(name: str, by: Reducing, folder: Path) -> None:
    """With one representative of each orbit, the counts are those in memory; with several, the answer says so. Only
    properties of paths stay open."""
    subject, maps = maps_of(name)
    quotient = by(subject, maps)
    known = verified(subject, Settings(quotient=quotient))
    found = stored(folder, subject, quotient, parts=3, together=1)
    assert told(found) == decided(known, found)
    assert found.reached is not None
    assert known.reached is not None
    assert (found.reached.represented, found.reached.several) == (known.reached.represented, known.reached.several)
    assert (found.reached.represented is None) == (by is not exact)
    assert found.reached.several == (by is cut)
    questions = zip(subject.properties, found.verdicts, strict=True)
    assert {prop.name: one.reason for prop, one in questions if one.outcome == "unknown"} == dict.fromkeys(
        (prop.name for prop in subject.properties if prop.logic != "invariant"), OF_PATHS
    )


@pytest.mark.usefixtures("plain")
def test_a_search_stops_between_levels_once_all_is_decided(folder: Path) -> None:
    subject = grid()
    asked = replace(subject, properties=tuple(one for one in subject.properties if one.minor or one.name == "high"))
    answer = stored(folder, asked, budget=Budget(spare=0))
    assert answer.reached is not None
    assert (answer.reached.complete, answer.reached.interrupted) == (False, "decided")
    assert "violated" in {one.outcome for one in answer.verdicts}
    assert {one.reason for one in answer.verdicts if one.outcome == "unknown"} <= {REASONS["decided"]}
    # Where all is to be explored, the store goes on.
    whole = stored(folder, asked, budget=Budget(spare=None), resume=True)
    assert told(whole) == told(interpreted(asked))
