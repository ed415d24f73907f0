"""The states in which a predicate holds for ever, against every configuration of drawn population protocols."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

from hypothesis import given

from tests.engines.contract import drawn_quickly
from tests.support.generated_populations import Drawn, populations
from tests.support.loading import load, load_open
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import Source
from vsym.checking.question import Subject
from vsym.checking.stages import identified, reduced
from vsym.engines.smt.lasting import lasting
from vsym.languages.registry import parsed
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, compare
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.model import Model
from vsym.system.report import Silence
from vsym.system.system import System

AGENTS = 4


def systems(drawn: Drawn) -> tuple[System, ...]:
    """The counters of a protocol at one size and, where the text can be, at all sizes at once."""
    one: Subject[Model] = Subject(load(Source("drawn.pp", drawn.text), {"n": AGENTS}))
    every = load_open(Source("drawn.pp", drawn.text), {}, ("n",))
    return tuple(
        reduced(subject, identified(subject, UNLIMITED, Silence()), UNLIMITED, Silence())[1].system
        for subject in (one, every)
    )


@drawn_quickly(4)
@given(populations())
def test_what_lasts_is_what_brute_force_says(drawn: Drawn) -> None:
    protocol = drawn.protocol
    for value in (True, False):
        others = [state for state in protocol.states if protocol.outputs[state] != value]
        for system in systems(drawn):
            wrong = linear((one.atom, 1) for one in system.variables if one.name[1:] in others)
            found = lasting(system, compare(wrong, "=", Linear()), UNLIMITED)
            assert found is not None
            for start in combinations_with_replacement(sorted(protocol.states), AGENTS):

                def count(atom: Atom, start: tuple[str, ...] = start) -> int:
                    assert isinstance(atom, Named)
                    return start.count(atom.name[1:])

                for_ever = not any(state in others for one in protocol.reached(start) for state in one)
                assert satisfied(found, count) == for_ever


def test_few_sick_birds_stay_too_few_for_a_flock_that_counts_to_seven() -> None:
    """There are many minimal markings, each a way to make seven of smaller numbers."""
    text = (EXAMPLES / "populations" / "flock.pp").read_text("utf-8")
    subject = load_open(Source("flock.pp", text), {"c": 7}, ("n",))
    system = reduced(subject, identified(subject, UNLIMITED, Silence()), UNLIMITED, Silence())[1].system
    found = lasting(system, compare(linear([(Named("#L[7]"), 1)]), "=", Linear()), UNLIMITED)
    assert found is not None
    chance = random.Random(0)
    counts = [[chance.choice((0, 0, 0, 1, 2)) for _ in range(8)] for _ in range(300)]
    few = [sum(number * birds for number, birds in enumerate(one)) < 7 for one in counts]
    assert 5 < sum(few) < 295

    def satisfying(one: list[int]) -> bool:
        values: dict[Atom, int] = {Named(f"#L[{number}]"): birds for number, birds in enumerate(one)}
        return satisfied(found, lambda atom: values[atom])

    assert list(map(satisfying, counts)) == few


def test_what_steps_keep_lasts_as_it_is_and_what_else_is_not_upward_closed_is_unknown() -> None:
    ranges = "var x : 0..40\nvar y : 0..40\ninit x = 0 & y = 0\n"
    text = f"system ring\n{ranges}event up if x = 1 do x := 2\nevent on if y < 40 do y := y + 1\n"
    system = parsed(Source("ring.sys", text)).at({}).system
    x, y = (linear([(Named(name), 1)]) for name in "xy")
    kept, left = compare(x, "=", Linear((), 2)), compare(x - y, "=", Linear())
    assert lasting(system, kept, UNLIMITED) == kept
    assert lasting(system, TRUE, UNLIMITED) == TRUE
    assert lasting(system, left, UNLIMITED) is None
