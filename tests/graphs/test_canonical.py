"""Canonical forms: the same for every numbering of the nodes, and for no two graphs that are different."""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random

import pytest

from vsym.basics.options import RefusedError
from vsym.graphs.canonical import canonical_form, canonical_labelling
from vsym.graphs.graph import Graph


def _renumbered(graph: Graph, numbers: tuple[int, ...]) -> Graph:
    colours = dict(zip(numbers, graph.colours, strict=True))
    edges = tuple((numbers[q], numbers[p]) for p, q in graph.edges)
    return Graph(graph.nodes, edges, tuple(colours[node] for node in range(graph.nodes)))


def _least(graph: Graph) -> tuple[object, ...]:
    """The first of all numberings, by definition."""
    forms = (_renumbered(graph, numbers) for numbers in permutations(range(graph.nodes)))
    return min((form.colours, tuple(sorted(tuple(sorted(edge)) for edge in form.edges))) for form in forms)


def test_graphs_have_one_form_if_and_only_if_they_are_one_up_to_numbers() -> None:
    """All graphs of four nodes in two colours, against all numberings."""
    forms: dict[tuple[object, ...], Graph] = {}
    pairs = [*combinations(range(4), 2)]
    for chosen, colours in product(product((False, True), repeat=6), product((2, 7), repeat=4)):
        graph = Graph(4, tuple(pair for pair, there in zip(pairs, chosen, strict=True) if there), colours)
        assert forms.setdefault(_least(graph), canonical_form(graph)) == canonical_form(graph)
    assert len({*forms.values()}) == len(forms) == 90


def test_a_large_graph_has_one_form() -> None:
    random = Random(5)
    edges = tuple(tuple(random.sample(range(300), 2)) for _ in range(700))
    graph = Graph(300, tuple((p, q) for p, q in edges), tuple(random.randrange(3) for _ in range(300)))
    other = _renumbered(graph, tuple(random.sample(range(300), 300)))
    assert other != graph
    assert canonical_form(other) == canonical_form(graph)
    assert sorted(canonical_labelling(graph)) == [*range(300)]
    assert _renumbered(graph, canonical_labelling(graph)).colours == canonical_form(graph).colours


def test_without_bliss_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vsym.graphs.bliss.present", lambda: False)
    with pytest.raises(RefusedError, match="pip install bliss-bind"):
        canonical_form(Graph(1, (), (0,)))
