"""The tree of an adaptive search: figure 2 of the paper, and every step of the concrete structure is found in it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

import vsym
from tests.show.pictures.shapes import check_legible, drawing
from tests.support.composing import prepared
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.checking.views.adaptive_tree import annotated_tree
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State, initial_states, steps
from vsym.show.pictures.adaptive_tree import PAGE, STATES, adaptive_tree, fitting
from vsym.show.pictures.picture import Edge, Node, Picture
from vsym.system.report import Silence

POSTER = (10_000, 10_000)


def drawn(model: Model, page: tuple[int, int] = PAGE) -> Picture:
    """The tree of a model."""
    return adaptive_tree(annotated_tree(prepared(model), Budget(), Silence(), STATES), page)


def example(name: str, **parameters: int) -> Picture:
    """The tree of an example."""
    return drawn(vsym.load(EXAMPLES / f"{name}.gsst", **parameters))


def test_figure_2_of_the_paper() -> None:
    picture = example("rw_adaptive")
    labels = {node.name: node.label for node in picture.nodes}
    assert list(labels.values()) == [
        "1: N N N",
        "2: N N T",
        "3: N T T",
        "4: N N C",
        "5: T T T",
        "6: N T C",
        "7: T T C",
        "8: C C | N\n(R | W)",
        "9: C C | T\n(R | W)",
    ]
    tree = {(labels[e.source][0], labels[e.target][0]): (e.label, e.stroke.line) for e in picture.edges}
    assert tree == {
        ("1", "2"): ("N -> T", "solid"),
        ("2", "3"): ("N -> T", "solid"),
        ("2", "4"): ("enter: T -> C", "solid"),
        ("3", "5"): ("N -> T", "solid"),
        ("3", "6"): ("enter: T -> C", "solid"),
        ("5", "7"): ("enter: T -> C", "solid"),
        ("6", "8"): ("join: T -> C\nby R", "dashed"),
        ("7", "9"): ("join: T -> C\nby R", "dashed"),
    }
    notes = {node.label[0]: node.note for node in picture.nodes}
    assert notes["4"] == "N -> T: 6\nC -> N: 1"
    assert notes["8"] == "N -> T: 9\nC -> N: 4"
    assert [node.label[0] for node in picture.nodes if node.initial] == ["1"]
    assert picture.left_out == ()


def _represented(model: Model, label: str) -> Iterator[State]:
    """The concrete states that a node stands for, read from its label."""
    lines = label.partition(": ")[2].split("\n")
    cells = []
    for cell in lines[0].split("|"):
        parts = (part.rpartition("·") for part in cell.split())
        cells.append([where for size, _, where in parts for _ in range(int(size or 1))])
    groups = [group.processes for group in model.groups] if len(cells) > 1 else [model.processes]
    (values,) = [line for line in lines if "=" in line] or [""]
    shared = tuple((v.name, int(values.endswith("true"))) for v in model.shared)
    for orders in itertools.product(*({*itertools.permutations(cell)} for cell in cells)):
        locations = [""] * model.size
        for group, order in zip(groups, orders, strict=True):
            for process, where in zip(group, order, strict=True):
                locations[process - 1] = where
        yield State(tuple(locations), shared)


@pytest.mark.parametrize("name", ["rw_adaptive", "vault", "rw", "starvation"])
def test_every_step_is_on_an_edge_or_in_a_note(name: str) -> None:
    """Each concrete step of an expanded state leads to a child or to a state that the note names."""
    model = vsym.load(EXAMPLES / f"{name}.gsst")
    picture = drawn(model, POSTER)
    numbers = {node.name: int(node.label.partition(":")[0]) for node in picture.nodes}
    meant = {numbers[node.name]: {*_represented(model, node.label)} for node in picture.nodes}
    everything = set().union(*meant.values())
    assert {*initial_states(model)} <= everything
    reached: dict[int, set[tuple[str, int]]] = {}
    for edge in picture.edges:
        arrow = edge.label.split("\n")[0].rpartition(": ")[2]
        reached.setdefault(numbers[edge.source], set()).add((arrow, numbers[edge.target]))
    for node in picture.nodes:
        for line in node.note.split("\n") if node.note else []:
            arrow, _, listed = line.rpartition(": ")
            reached.setdefault(numbers[node.name], set()).update((arrow, int(n)) for n in listed.split(", "))
    for node in picture.nodes:
        number = numbers[node.name]
        later = next((int(line[2:]) for line in node.label.split("\n") if line.startswith("⊑")), None)
        if later is not None:
            assert node.stroke.line == "dashed"
            assert meant[number] <= meant[later]
            assert number not in reached
            continue
        for state in meant[number]:
            for step in steps(model, state):
                arrow = f"{step.transition.source} -> {step.transition.target}"
                assert any(step.target in meant[by] for name_, by in reached[number] if name_ == arrow)


def test_states_that_later_ones_include_are_marked() -> None:
    marked = [
        node.label for node in drawn(vsym.load(EXAMPLES / "vault.gsst"), POSTER).nodes if node.stroke.line == "dashed"
    ]
    assert [label.split("\n")[-1] for label in marked] == ["⊑ 23", "⊑ 28"]


def test_deadlocks_are_marked() -> None:
    marked = [node.label for node in example("deadlock").nodes if "deadlock" in node.label]
    assert len(marked) == 1
    assert marked[0].endswith("Idle Pen Paper\ndeadlock")


def test_of_many_states_the_first_are_shown() -> None:
    picture = example("grw")
    assert [node.label for node in picture.nodes[:2]] == ["1: 100·L[1]", "2: 99·L[1] L[2]"]
    assert 10 < len(picture.nodes) < STATES
    assert picture.left_out == (
        f"{len(picture.nodes)} of 61 or more annotated states: the first that the search finds",
    )


@pytest.mark.parametrize(("name", "direction"), [("rw_adaptive", "down"), ("asr", "right"), ("grw", "down")])
def test_a_tree_fits_on_a_page(name: str, direction: str) -> None:
    picture = example(name)
    assert picture.direction == direction
    page = drawing(picture).page
    shorter, longer = sorted((page.right - page.left, page.bottom - page.top))
    assert shorter <= 1000
    assert longer <= 1400


def test_a_state_too_large_for_a_page_is_drawn_all_the_same() -> None:
    nodes = [Node(name, name * 1000) for name in "abc"]
    assert fitting(nodes, [Edge("a", "b"), Edge("a", "c")], PAGE) == (2, "down")


@pytest.mark.parametrize("name", ["rw_adaptive", "vault", "controller"])
def test_the_drawing_is_legible(name: str) -> None:
    check_legible(example(name))
