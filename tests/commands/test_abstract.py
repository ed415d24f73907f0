"""`vsym abstract`."""

from __future__ import annotations

import pytest

from tests.support.running import Vsym, document

pytestmark = pytest.mark.usefixtures("in_examples")


def test_the_document_has_counters_and_guards(vsym: Vsym) -> None:
    abstraction = document(vsym("abstract", "starvation.gsst", "--json"))["abstraction"]
    assert abstraction["counters"] == ["#N[R]", "#T[R]", "#C[R]", "#N[W]", "#T[W]", "#C[W]"]
    assert (abstraction["states"], abstraction["invariants"]) == (36, None)
    assert [(one["source"], one["block"], one["guard"]) for one in abstraction["transitions"]] == [
        ("N", "R", "#N[R] >= 1"),
        ("N", "W", "#N[W] >= 1"),
        ("T", "R", "#T[R] >= 1 & #T[W] = 0 & #C = 0"),
        ("T", "W", "#T[W] >= 1 & #C = 0"),
        ("C", "R", "#C[R] >= 1"),
        ("C", "W", "#C[W] >= 1"),
    ]
    assert (
        abstraction["transitions"][2]
        | {
            "name": None,
            "target": "C",
            "update": {},
            "leaves_range": False,
        }
        == abstraction["transitions"][2]
    )


@pytest.mark.parametrize(("name", "said"), [("mutex", ["#C <= 1"]), ("rw_adaptive", [])])
def test_invariants_are_shown_on_request(vsym: Vsym, name: str, said: list[str]) -> None:
    model = f"{name}.gsst"
    assert document(vsym("abstract", model, "--invariants", "--json"))["abstraction"]["invariants"] == said
    assert document(vsym("abstract", model, "--json"))["abstraction"]["invariants"] is None
    ran = vsym("abstract", model, "--invariants")
    assert (f" {said[0]}\n" if said else "vsym found no linear invariants") in ran.out
