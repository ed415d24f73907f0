"""Levels of counters that exclude each other: which these are, where they come, and what that spares."""

from __future__ import annotations

from tests.system.systems import of
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.levels import exclusive, level_order
from vsym.system.system import System

BLOCKS = """
system blocks
states Idle, Try, Use, Leave
group P[k in 1..3] of 10
shared owner : 0..3 = 0
init Idle
trans Idle -> Try { for k in 1..3 { P[k]: #Try[P[1..k]] <= 1 + k } }
trans Try -> Use { for k in 1..3 { P[k]: #Use = 0 & #Try[P[1..k-1]] = 0 do owner := k } }
trans Use -> Leave do owner := 0
trans Leave -> Idle
invariant first: owner = 1 -> #Use[P[1]] = 1
"""


def names(system: System, order: tuple[int, ...]) -> list[str]:
    return [system.variables[place].name for place in order]


def groups_of(system: System) -> dict[int, int]:
    sums = {place: total.places[0] for total in system.sums for place in total.places}
    return {place: sums.get(place, place) for place in range(len(system.variables))}


def test_counters_that_exclude_each_other_come_last_and_the_shared_variable_after_them() -> None:
    system = of(BLOCKS)
    assert names(system, tuple(sorted(exclusive(system, groups_of(system))))) == [f"#Use[P[{k}]]" for k in (1, 2, 3)]
    assert names(system, level_order(system))[-4:] == [f"#Use[P[{k}]]" for k in (1, 2, 3)] + ["owner"]
    encoding = Encoding(system)
    assert encoding.reachable().count() > 50_000
    assert encoding.space.peak_node_count < 3000


def test_groups_that_look_at_each_other_through_these_alone_stay_whole() -> None:
    """Each group's counters are together where nothing but the exclusion connects the groups."""
    text = """
system apart
states Idle, Use
group P[k in 1..3] of 4
init Idle
trans Idle -> Use { for k in 1..3 { P[k]: #Use = 0 } }
trans Use -> Idle
invariant one: #Use[P[1]] + 2 * #Use[P[2]] + 3 * #Use[P[3]] <= 3
"""
    system = of(text)
    assert len(exclusive(system, groups_of(system))) == 3
    order = level_order(system)
    groups = [groups_of(system)[place] for place in order]
    assert groups[::2] == groups[1::2]


def test_a_counter_that_grows_in_another_way_too_is_not_exclusive() -> None:
    system = of(BLOCKS.replace("trans Leave -> Idle", "trans Leave -> Idle\ntrans Leave -> Use if #Idle[P[1]] >= 1"))
    assert exclusive(system, groups_of(system)) == frozenset()
