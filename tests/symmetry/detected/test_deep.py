"""Symmetries beyond the graph are added where the steps prove them, and told as nearly such where few events fail."""

from __future__ import annotations

from tests.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.deep import Deepened, deepened
from vsym.symmetry.detected.detection import Detection

# More values than events may have that stand in the graph as their transitions.
_TWICE = """
type level: 0 .. 39;
var x: array [1 .. 2] of level; y: array [1 .. 2] of level;

startstate begin
  x[1] := 3; x[2] := 3; y[1] := 10; y[2] := 10;
end;

ruleset i: 1 .. 2 do
  rule "raise" x[i] < 39 ==> begin x[i] := x[i] + 1; end;
  rule "restart" x[i] = 39 ==> begin x[i] := 0; end;
end;

rule "copy 1" x[1] <= LAST & y[1] != 7 ==> begin y[1] := x[1]; end;
rule "copy a low 2" x[2] <= 4 & y[2] != 7 ==> begin y[2] := x[2]; end;
rule "copy a high 2" x[2] >= 5 & x[2] <= 9 & y[2] != 7 ==> begin y[2] := x[2]; end;
"""


def _looked_for(last: int, fair: str = "") -> tuple[int, Deepened, list[str]]:
    """The order without looking deeper, what that finds, and the labels of the events."""
    system = lowered(load_program(_TWICE.replace("LAST", str(last)) + fair), UNLIMITED).system
    detection = Detection(system, UNLIMITED)
    found = detection.detected()
    labels = [event.label for event in system.events]
    return found.order, deepened(detection, found, UNLIMITED), labels


def test_one_rule_written_as_two_is_proved_by_all_steps_together() -> None:
    order, deeper, _ = _looked_for(9)
    assert order == 1
    assert deeper.detected.order == 2
    assert len(deeper.added) == 1
    cells = {cell for cell, _ in deeper.added[0].moved}
    assert cells == {0, 1, 2, 3}


def test_where_the_two_differ_by_one_value_the_event_is_named() -> None:
    order, deeper, labels = _looked_for(10)
    assert (order, deeper.detected.order, deeper.added) == (1, 1, ())
    lost = {frozenset(labels[event] for event in miss.breaking) for miss in deeper.near_misses}
    assert frozenset({"copy 1"}) in lost


def test_what_is_fair_is_kept() -> None:
    _, both, _ = _looked_for(9, "--! fair x[1] = 3\n--! fair x[2] = 3\n")
    _, one, _ = _looked_for(9, "--! fair x[1] = 3\n")
    assert (both.detected.order, one.detected.order) == (2, 1)
