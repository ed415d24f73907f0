"""Adaptive exploration of programs from the question to the answer: its refusals, and its statements on edges."""

from __future__ import annotations

import pytest

from tests.support.composing import checked, explored
from tests.support.loading import load_program
from tests.support.present import present
from tests.support.running import EXAMPLES, Vsym, document
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError

PRIORITIES = (EXAMPLES / "programs" / "priorities.m").read_text("utf-8")
FLAGS = """
type Process: 0..2; var flag: array [Process] of boolean;
ruleset p: Process do startstate for q: Process do flag[q] := q = p end; end end;
ruleset p: Process do rule !flag[p] & p != 0 ==> flag[p] := true; end end;
"""


def _refusal(text: str) -> str:
    with pytest.raises(DiagnosticError) as refused:
        checked(load_program(text), "adaptive")
    return "; ".join(f"{one.code} {one.message}" for one in refused.value.diagnostics)


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ("x: boolean;", "no named type of several elements indexes an array or is chosen by a rule"),
        ("x: boolean; next: array [P] of P;", "each element of `P` holds one in `next[0]`"),
        ("x: boolean; link: array [P] of array [P] of boolean;", "`P` indexes `link[0][1]` twice"),
    ],
)
def test_a_program_without_a_type_of_processes_is_refused(variables: str, message: str) -> None:
    text = f"type P: 0..2; var {variables} startstate x := true; end; rule x ==> x := false; end;"
    assert message in _refusal(text)
    assert _refusal(text).startswith("VS406")


def test_more_than_reachability_is_refused_as_of_other_models() -> None:
    said = "VS403 the adaptive engine decides only reachability, and `served` is more than that"
    assert _refusal(PRIORITIES + "--! ctl served: AG (free -> AF !free)") == said


def test_ef_from_several_starts_and_fair_paths_are_refused() -> None:
    assert "from each of several initial states" in _refusal(FLAGS + "--! ctl all: EF flag[0]")
    fair = FLAGS + "--! fair flag[0]\n--! ctl none: AG !flag[0]"
    assert "it cannot tell which paths are fair for `none`" in _refusal(fair)
    assert present(explored(load_program(fair), method="adaptive").reached).states == 4


def test_what_adaptive_exploration_does_not_have_is_refused() -> None:
    for wishes in ({"group": "detected"}, {"compact": True}):
        with pytest.raises(RefusedError, match="is not for adaptive exploration"):
            checked(load_program(FLAGS), "adaptive", **wishes)
    with pytest.raises(RefusedError, match="leave --engine mdd out"):
        explored(load_program(FLAGS), "mdd", method="adaptive")


def test_edges_are_told_with_what_they_respect() -> None:
    edges = present(explored(load_program(PRIORITIES), method="adaptive").partitioned).edges
    assert [(edge.label, edge.cells) for edge in edges] == [
        ("`ask`", ("0..5",)),
        ("`grant`, p = 0..1", ("0..1", "2..5")),
        ("`grant`, p = 2..3", ("0..1", "2..3", "4..5")),
        ("`grant`, p = 4..5", ("0..3", "4..5")),
        ("`use`", ("0..5",)),
        ("`finish`", ("0..5",)),
        ("`release`", ("0..5",)),
    ]
    assert [edge.cells for edge in present(explored(load_program(FLAGS), method="adaptive").partitioned).edges] == [
        ("0", "1..2"),
    ]


def test_the_document_is_as_of_models_of_processes(vsym: Vsym) -> None:
    program = document(vsym("explore", str(EXAMPLES / "programs" / "priorities.m"), "--method", "adaptive", "--json"))
    processes = document(vsym("explore", str(EXAMPLES / "rw_adaptive.gsst"), "--method", "adaptive", "--json"))
    assert program["exploration"].keys() == processes["exploration"].keys()
    assert (program["exploration"]["method"], program["exploration"]["states"]) == ("adaptive", 61)
