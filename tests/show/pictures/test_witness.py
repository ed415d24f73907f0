"""The picture of a broken symmetry: the square of the paper's Theorem 3, for few and for very many processes."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

import vsym
from tests.show.pictures.shapes import check_legible
from tests.support.composing import decided as identified
from tests.support.drawn import DRAWN, many
from tests.support.generated import Generated, models
from tests.support.running import EXAMPLES
from vsym.basics.source import DiagnosticError
from vsym.checking.views.quotient import steps_inside
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State
from vsym.show.pictures.picture import Cluster, Node, Picture
from vsym.show.pictures.witness import witness
from vsym.symmetry.virtual.witness import Witness

OUTSIDE = (
    "system outside\nstates A, B\ngroup P of 1\ngroup Q of 1\nshared x : 0..1 = 0\ninit A\n"
    "trans A -> B { P: true do x := x + 1; Q: x = 0 do x := x + 1 }\n"
)


def broken(model: Model) -> list[tuple[str, Witness]]:
    """The broken local transitions of a model."""
    decided = identified(model)
    return [
        (model.transitions[decision.relation.origins[0]].label, found)
        for decision, found in zip(decided.decisions, decided.witnesses, strict=True)
        if found is not None
    ]


def example(name: str, **parameters: int) -> Picture:
    """The picture of the first broken transition of an example."""
    model = vsym.load(EXAMPLES / f"{name}.gsst", **parameters)
    label, found = broken(model)[0]
    return witness(model, label, found)


def row(picture: Picture, name: str) -> list[str]:
    """The texts of the cells of a row."""
    labels = {node.name: node.label for node in picture.nodes}
    (found,) = (cluster for cluster in picture.clusters if cluster.name == name)
    return [labels[cell] for cell in found.nodes]


def test_lines_lead_from_where_each_local_state_was() -> None:
    """The second state has at i the local state that the first has at σ(i)."""
    model = vsym.load("system s\nstates A, B, C\ngroup P of 3\ninit A\ntrans A -> B\n")
    first, second = State(("A", "B", "C")), State(("B", "C", "A"))
    picture = witness(model, "A -> B", Witness(first, 1, second, (2, 3, 1), State(("B", "B", "C"))))
    crossing = {(edge.source, edge.target) for edge in picture.edges if " " in edge.source}
    assert crossing == {("enabled 2", "disabled 1"), ("enabled 3", "disabled 2"), ("enabled 1", "disabled 3")}
    assert row(picture, "enabled") == ["A\n1", "B\n2", "C\n3"]


def test_shared_variables_stand_in_the_headings() -> None:
    rows = {cluster.name: cluster.label for cluster in example("vault").clusters}
    assert rows == {
        "enabled": "process 3 can move\najar = false",
        "disabled": "the same, permuted\najar = false",
        "target": "where this leads\najar = true",
    }


def test_of_many_processes_those_that_differ_are_shown() -> None:
    picture = example("rw_broken", writers=40)
    assert row(picture, "enabled") == ["N\n1 R", "T\n41 W"]
    assert row(picture, "disabled") == ["T\n1 R", "N\n41 W"]
    assert picture.left_out == ("2 of 41 processes: the others stay where they are",)


def test_of_very_many_processes_it_is_told_how_many_are_where() -> None:
    picture = example("rw_broken", writers=2000)
    assert row(picture, "enabled") == ["R\n1 in N", "W\n1999 in N\n1 in T"]
    assert row(picture, "disabled") == ["R\n1 in T", "W\n2000 in N"]
    assert row(picture, "target") == ["R\n1 in N", "W\n1999 in N\n1 in C"]
    assert [edge.label for edge in picture.edges] == ["permuted", "2001: T -> C", "✗ T -> C"]
    assert picture.left_out == ("counts of each group in each local state, since there are 2,001 processes",)


def test_many_groups_are_cut() -> None:
    groups = "\n".join(f"group G{i} of 200" for i in range(9))
    model = vsym.load(f"system s\nstates A, B\n{groups}\ninit A\ntrans A -> B {{ G0: #B[G1] >= 1 }}\n")
    label, found = broken(model)[0]
    cells = row(witness(model, label, found), "enabled")
    assert len(cells) == 7
    assert cells[-1] == "…\n3 more groups"


def test_a_step_out_of_a_range() -> None:
    model = vsym.load(OUTSIDE)
    pictures = [witness(model, label, found) for label, found in broken(model) if found.target is None]
    assert pictures != []
    for picture in pictures:
        assert {cluster.name for cluster in picture.clusters} == {"enabled", "disabled"}
        assert Node("target", "out of a shared variable's range:\nan error of the model", "text") in picture.nodes
        check_legible(picture)


def _locations(picture: Picture, name: str) -> tuple[str, ...]:
    return tuple(label.split("\n")[0] for label in row(picture, name))


@given(models())
@settings(DRAWN, max_examples=many(3))
def test_what_is_drawn_is_a_step_and_a_permutation(generated: Generated) -> None:
    try:
        model = vsym.load(generated.text)
        pairs = broken(model)
    except DiagnosticError:
        assume(False)
    for label, found in pairs:
        picture = witness(model, label, found)
        assert _locations(picture, "enabled") == found.enabled.locations
        assert _locations(picture, "disabled") == found.disabled.locations
        if found.target is not None:
            inside, _ = steps_inside(model, found.enabled)
            targets = {step.target for step in inside if step.process == found.moves}
            assert _locations(picture, "target") in {target.locations for target in targets}
            assert _locations(picture, "target") == found.target.locations
        labels = {node.name: node.label.split("\n")[0] for node in picture.nodes}
        crossing = [edge for edge in picture.edges if edge.source in labels and edge.target in labels]
        assert all(labels[edge.source] == labels[edge.target] for edge in crossing)
        assert len({edge.source for edge in crossing}) == len({edge.target for edge in crossing}) == model.size


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("rw_broken", {}), ("rw_broken", {"writers": 2000}), ("rw_adaptive", {}), ("vault", {}), ("asr", {"full": 3})],
)
def test_the_drawing_is_legible(name: str, parameters: dict[str, int]) -> None:
    picture = example(name, **parameters)
    assert all(isinstance(cluster, Cluster) and cluster.row for cluster in picture.clusters)
    check_legible(picture)
