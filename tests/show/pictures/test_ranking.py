"""The picture of a rank: weights below local states, and the steps that lower it."""

from __future__ import annotations

from tests.checking.test_ranks import DESK
from tests.composing import reduced
from tests.loading import load
from tests.show.pictures.shapes import check_legible
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.ranking import of_progress, proving_ranks
from vsym.checking.starts import initial_local_states
from vsym.show.pictures.picture import Picture
from vsym.show.pictures.ranking import ranking
from vsym.system.report import Silence
from vsym.system.result import ProvedRank, Weights

RANKED = f"""{DESK}ctl empty: AG (!open -> AF #Home = n)
rank empty: 2 * #Queue + #Desk
ctl served: AG (#Queue >= 1 -> AF #Desk >= 1)
rank served: if open then 1 else 0, #Home
ctl back: AG EF #Home = n
"""


def drawn(name: str) -> Picture:
    """The picture of the rank of a property."""
    model = load(Source("desk.gsst", RANKED))
    smaller = reduced(model)
    prop = next(one for one in of_progress(model) if one.name == name)
    [rank] = proving_ranks(smaller, prop, Budget(), Silence())
    picture = ranking(model, smaller.counters, name, rank, initial_local_states(model))
    check_legible(picture)
    return picture


def _bold(picture: Picture) -> dict[tuple[str, str], str]:
    return {(edge.source, edge.target): edge.label for edge in picture.edges if edge.stroke.line == "bold"}


def test_weights_stand_below_local_states_and_what_lowers_them_is_marked() -> None:
    picture = drawn("empty")
    assert picture.title == "desk: the rank of empty, while #Home = 3 is awaited"
    assert {node.name: node.note for node in picture.nodes} == {"Home": "0", "Queue": "2", "Desk": "1"}
    assert _bold(picture) == {
        ("Queue", "Desk"): "lowers it by 1\nnext\n#Desk = 0",
        ("Desk", "Home"): "lowers it by 1\nleave",
    }


def test_levels_stand_in_a_list() -> None:
    picture = drawn("served")
    assert {node.name: node.note for node in picture.nodes} == {"Home": "(0, 1)", "Queue": "(0, 0)", "Desk": "(0, 0)"}
    assert any(line.startswith("Level 1: 1 where open = 1") for line in picture.caption)
    # Whether the first level stays as it is depends on the state, so that nothing is said of how much the second falls.
    assert _bold(picture) == {("Home", "Queue"): "come\nopen", ("Home", "Home"): "close\nopen / open := false"}


def test_a_rank_that_is_found_shows_the_steps_to_choose() -> None:
    picture = drawn("back")
    assert picture.title == "desk: the rank of back, on the way to #Home = 3"
    assert {("Queue", "Desk"), ("Desk", "Home")} <= set(_bold(picture))
    assert any(line.startswith("Bold: steps to choose") for line in picture.caption)


def test_groups_and_shared_variables_have_weights_of_their_own() -> None:
    text = """system groups
states N, T
group R of 2
group W of 2
shared light : 0..2 = 0
init N
trans N -> T { R: light = 0; W: light = 1 do light := light + 1 }
ctl moved: AF #T[R] = 2
"""
    model = load(Source("groups.gsst", text))
    level = (Weights(None, {"#N[R]": 2, "#N[W]": 1, "light": -1}, 0),)
    rank = ProvedRank("inevitable", "#T[R] = 2", (level,), ("N -> T",))
    picture = ranking(model, reduced(model).counters, "moved", rank, frozenset("N"))
    notes = {node.label: node.note for node in picture.nodes}
    assert notes == {"N": "R 2\nW 1", "T": "0", "light": "-1"}
    # By both groups it falls by 2: of the writers', light takes one more.
    assert next(iter(_bold(picture).values())).startswith("lowers it by 2\n")
    constant = ProvedRank("inevitable", "#T[R] = 2", (), ("N -> T",), ("#N = 0",))
    picture = ranking(model, reduced(model).counters, "moved", constant, frozenset("N"))
    assert {node.note for node in picture.nodes} == {""}
    assert "Bold: steps that can be taken until #N = 0 is true next, as fairness promises." in picture.caption
