"""The examples of population protocols fulfil their `// expect:` lines, with every engine and for all populations."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.support.drawn import chosen
from tests.support.expectations import Run, expectations, promised, run_name, runs
from tests.support.running import EXAMPLES
from vsym.checking.check import check, subject_of
from vsym.checking.question import Question, Wishes
from vsym.languages.registry import read
from vsym.system.report import Silence

FILES = sorted((EXAMPLES / "populations").glob("*.pp"))
ENGINES = ("explicit", "mdd", "compiled")
"""By default all of them decide one example, and the first one every example."""

SMALLEST: Mapping[tuple[str, str], Mapping[str, int]] = MappingProxyType(
    {
        ("approximate_majority", "accepts"): {"X": 2, "Y": 1},
        ("approximate_majority", "rejects"): {"X": 1, "Y": 2},
        ("majority_wrong", "accepts"): {"A": 1, "B": 1},
    }
)
"""The smallest input on which a property is violated; all others hold for all populations."""


@pytest.mark.parametrize("run", runs(FILES), ids=run_name)
def test_the_expectations_hold(run: Run) -> None:
    subject = subject_of(read(str(run[0])), dict(run[1]))
    for engine in chosen(ENGINES if run[0].stem == "flock" else ENGINES[:1], ENGINES):
        found = check(Question(subject, Wishes(engine=engine, warned=False)), Silence())
        assert found.decided is not None
        assert found.decided.full
        known = {one.property.name: one.verdict.outcome for one in found.outcomes}
        assert known == {one.subject: one.value for one in promised(run)}, engine


USUAL = [path for path in FILES if path.stem not in ("approximate_majority", "conjunction", "majority", "remainder")]
"""The faster ones: `checking/test_stability.py` has two of the others, and predicates like those of the rest."""


@pytest.mark.parametrize("path", chosen(USUAL, FILES), ids=lambda path: path.stem)
def test_they_are_decided_for_all_populations(path: Path) -> None:
    subject = subject_of(read(str(path)), {}, ("n",))
    for one in check(Question(subject, Wishes(warned=False)), Silence()).outcomes:
        smallest = SMALLEST.get((path.stem, one.property.name))
        assert one.verdict.outcome == ("holds" if smallest is None else "violated")
        assert one.verdict.values == smallest
        assert one.verdict.smallest == (smallest is not None)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_example_promises_all_its_properties(path: Path) -> None:
    stated = {one.subject for one in expectations(path.read_text("utf-8"))}
    assert stated == {one.name for one in subject_of(read(str(path)), {}).model.properties}
