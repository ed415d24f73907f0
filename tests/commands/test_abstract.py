"""`vsym abstract`."""

from __future__ import annotations

import pytest

from tests.support.running import Refused, Vsym, document

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


def test_bounds_show_both_guards_of_each_step(vsym: Vsym) -> None:
    ran = vsym("abstract", "library.gsst", "--bounds", "--prop", "room", "--json")
    record = document(ran)
    enter = [one for one in record["abstraction"]["transitions"] if one["target"] == "C"]
    certain = [one for one in record["must"]["transitions"] if one["target"] == "C"]
    assert [one["guard"] for one in enter] == ["#T >= 1 & #C <= 2"]
    assert [one["guard"] for one in certain] == ["#T >= 1 & #C = 0"]
    assert record["symmetry"]["bounds"]
    assert "wherever it may" in vsym("abstract", "library.gsst", "--bounds", "--prop", "room", "-q").out
    assert document(vsym("abstract", "library.gsst", "--json"))["must"] is None


@pytest.mark.parametrize(
    ("options", "said"), [(["--invariants"], "--invariants are of"), (["--for-all", "readers"], "--for-all")]
)
def test_bounds_are_of_one_size_and_have_no_invariants(refused: Refused, options: list[str], said: str) -> None:
    assert said in refused("abstract", "library.gsst", "--bounds", *options)
