"""The picture of one process, on the examples and against the oracle on generated models."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

import vsym
from tests.checking.test_ranks import DESK
from tests.show.pictures.shapes import check_legible
from tests.support import oracle
from tests.support.composing import reduced
from tests.support.drawn import DRAWN, loaded, many
from tests.support.generated import Generated, models
from tests.support.loading import load
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.ranks import of_progress, proving_ranks
from vsym.checking.views.starts import initial_local_states
from vsym.models.counting.model import Model
from vsym.show.pictures.local_states import STATES, local_states, ranking, wrapped
from vsym.show.pictures.picture import Picture
from vsym.system.report import Silence
from vsym.system.result import ProvedRank, Weights

MANY = """
system many
param m = {m}
states L[1..m]
group P of 3
group Q of 2
shared turn : 0..4 = 0
init {start}
for i in 1..m-1 {{ trans L[i] -> L[i+1] }}
trans L[m] -> L[1] {{ {lines} }}
"""


def picture_of(model: Model) -> Picture:
    """The local states of a model."""
    return local_states(model, initial_local_states(model))


def drawn(name: str, **parameters: int) -> Picture:
    """The local states of an example."""
    return picture_of(vsym.load(EXAMPLES / f"{name}.gsst", **parameters))


def test_names_and_assignments_stand_on_the_edges() -> None:
    labels = [edge.label for edge in drawn("vault").edges]
    assert labels[2:4] == [
        "open\nStaff: #Vault = 0 / ajar := true",
        "walk_in\najar & #Vault = 0 & #Corridor[Staff] = 0",
    ]
    assert [edge.label for edge in drawn("controller", classes=2).edges] == [
        "free",
        "P[1]: free\nP[2]: free & #T[P[1]] = 0\n/ free := false",
        "",
        "",
        "/ free := true",
    ]


def test_a_guard_that_nobody_passes_and_assignments_that_differ() -> None:
    model = MANY.format(m=2, start="L[1]", lines="P: false; Q: true do turn := 1")
    assert picture_of(vsym.load(model)).edges[1].label == "P: false\nQ: / turn := 1"


def test_long_guards_are_wrapped_and_many_are_cut() -> None:
    long = " | ".join(f"#L[{i}][P] >= {i} & #L[{i}][Q] != 1" for i in range(1, 40))
    model = vsym.load(MANY.format(m=45, start="L[1]", lines=f"P: {long}; Q: true"))
    (edge,) = picture_of(vsym.load(MANY.format(m=39, start="L[1]", lines=f"P: {long}; Q: true"))).edges[-1:]
    lines = edge.label.split("\n")
    assert lines[0].startswith("P: #L[1][P] >= 1 & #L[1][Q] != 1")
    assert len(lines) <= 8
    assert max(map(len, lines)) <= 40
    assert "…" in edge.label
    assert lines[-1] == "Q: true"
    assert len(model.states) == 45
    cut = drawn("controller", classes=30).edges[1].label.split("\n")
    assert len(cut) == 9
    assert cut[-2:] == ["… 23 more lines", "/ free := false"]


def test_of_many_local_states_those_nearest_to_the_start_are_shown() -> None:
    picture = picture_of(vsym.load(MANY.format(m=60, start="{ P: L[30]; Q: L[60] }", lines="else: true")))
    shown = {node.name for node in picture.nodes}
    assert len(shown) == STATES
    assert shown == {f"L[{i}]" for i in (60, *range(1, 20), *range(30, 50))}
    assert {node.name for node in picture.nodes if node.initial} == {"L[30]", "L[60]"}
    assert all({edge.source, edge.target} <= shown for edge in picture.edges)
    assert picture.left_out == ("40 of 60 local states: those nearest to the initial ones",)


@given(models())
@settings(DRAWN, max_examples=many(3))
def test_nodes_edges_and_starts_are_those_of_the_oracle(generated: Generated) -> None:
    model = loaded(generated)
    picture = picture_of(model)
    assert [node.name for node in picture.nodes] == list(generated.model.states)
    arrows = Counter((edge.source, edge.target) for edge in picture.edges)
    # What an assignment says by cases has an arrow for each.
    first = [one for one in model.transitions if not one.case]
    assert arrows == Counter((one.source, one.target) for one in model.transitions)
    assert Counter((one.source, one.target) for one in first) == Counter(
        (one.source, one.target) for one in generated.model.transitions
    )
    starts = oracle.initial_states(oracle.structure(generated.model))
    assert {n.name for n in picture.nodes if n.initial} == {where for state in starts for where in state.locations}


@pytest.mark.parametrize("name", ["rw", "grw", "controller", "vault", "asr"])
def test_the_drawing_is_legible(name: str) -> None:
    check_legible(drawn(name))


def test_lines_begin_before_connectives_and_never_inside_an_atom() -> None:
    guard = "R: #C = 0 & #T[Waiting_Writers] + #C[Waiting_Writers] >= 100 | #N[Q] != 3 -> #Q <= 3"
    assert wrapped(f"{guard} / x := x + 1, flag := true") == [
        "R: #C = 0",
        "  & #T[Waiting_Writers] + #C[Waiting_Writers] >= 100",
        "  | #N[Q] != 3 -> #Q <= 3 / x := x + 1,",
        "  flag := true",
    ]
    assert wrapped("") == []
    atoms = [f"#State_{number} >= {number}" for number in range(20)]
    long = wrapped(" & ".join(atoms))
    assert long[-1].strip() == "…"
    assert {part.removeprefix("& ").strip() for line in long[:-1] for part in line.split(" & ")} <= {*atoms, ""}


RANKED = f"""{DESK}ctl empty: AG (!open -> AF #Home = n)
rank empty: 2 * #Queue + #Desk
ctl served: AG (#Queue >= 1 -> AF #Desk >= 1)
rank served: if open then 1 else 0, #Home
ctl back: AG EF #Home = n
"""


def ranking_drawn(name: str) -> Picture:
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
    picture = ranking_drawn("empty")
    assert picture.title == "desk: the rank of empty, while #Home = 2 is awaited"
    assert {node.name: node.note for node in picture.nodes} == {"Home": "0", "Queue": "2", "Desk": "1"}
    assert _bold(picture) == {
        ("Queue", "Desk"): "lowers it by 1\nnext\n#Desk = 0",
        ("Desk", "Home"): "lowers it by 1\nleave",
    }


def test_levels_stand_in_a_list() -> None:
    picture = ranking_drawn("served")
    assert {node.name: node.note for node in picture.nodes} == {"Home": "(0, 1)", "Queue": "(0, 0)", "Desk": "(0, 0)"}
    assert any(line.startswith("Level 1: 1 where open = 1") for line in picture.caption)
    # The state decides if the first level stays as it is, so the picture does not say how much the second one falls.
    assert _bold(picture) == {("Home", "Queue"): "come\nopen", ("Home", "Home"): "close\nopen / open := false"}


def test_a_rank_that_is_found_shows_the_steps_to_choose() -> None:
    picture = ranking_drawn("back")
    assert picture.title == "desk: the rank of back, on the way to #Home = 2"
    assert {("Queue", "Desk"), ("Desk", "Home")} <= set(_bold(picture))
    assert any(line.startswith("Bold: steps to choose") for line in picture.caption)


def test_groups_and_shared_variables_have_weights_of_their_own() -> None:
    text = "system groups\nstates N, T\ngroup R of 2\ngroup W of 2\nshared light : 0..2 = 0\ninit N\n"
    text += "trans N -> T { R: light = 0; W: light = 1 do light := light + 1 }\nctl moved: AF #T[R] = 2\n"
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
