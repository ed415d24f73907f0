"""Short ways to write a model in a test and to look at what became of it."""

from __future__ import annotations

from tests.support.loading import load
from vsym.basics.source import DiagnosticError, Source
from vsym.logic.formula import Formula
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes

FRAME = """system test
param pair = 2
states A, B, C, L[1..3]
group R of 2
group W of 3
group P[k in 1..3] of k
shared free : bool = true
shared other : bool = false
shared level : 0..9 = 4
init A
"""
"""Eleven processes: R is 1..2, W is 3..5, P[1] is 6, P[2] is 7..8 and P[3] is 9..11."""


def model(text: str, **overrides: int) -> Model:
    """The model of a complete text."""
    return load(Source("test.gsst", text), overrides)


def framed(declarations: str) -> Model:
    """The model of some declarations inside the frame."""
    return model(FRAME + declarations)


def codes(text: str, **overrides: int) -> list[str]:
    """The codes of the errors in a complete text."""
    try:
        model(text, **overrides)
    except DiagnosticError as error:
        return [diagnostic.code for diagnostic in error.diagnostics]
    return []


def condition(text: str) -> Formula:
    """The meaning of a condition inside the frame."""
    return framed(f"fairness {text}").fairness[0].formula


def ltl(text: str) -> Formula:
    """The meaning of an LTL formula inside the frame."""
    return framed(f"ltl it: {text}").properties[0].formula


def ctl(text: str) -> Formula:
    """The meaning of a CTL formula inside the frame."""
    return framed(f"ctl it: {text}").properties[0].formula


def count(state: str, low: int = 1, high: int = 11) -> Linear:
    """The number of processes low..high that are in a state."""
    return linear([(Count(state, Processes.of([(low, high)])), 1)])


def shared(name: str) -> Linear:
    """The value of a shared variable."""
    return linear([(Named(name), 1)])


def constant(value: int) -> Linear:
    """A number."""
    return Linear((), value)
