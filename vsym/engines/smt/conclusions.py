"""Conclusions on whether a predicate holds in every reachable state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.engines.smt.certificate import Certificate

State: TypeAlias = Mapping[FNode, int]
"""The value of every parameter and every variable of a transition system."""


@frozen
class Proved:
    """The predicate always holds. `method` found the certificate, and a fresh solver has re-checked it."""

    certificate: Certificate
    method: str


@frozen
class Refuted:
    """The predicate does not hold in the last of these states. Step `steps[i]` of the system, taken `times[i]` times in
    a row, leads from state i to state i+1. With `shortest`, no path to such a state has fewer steps."""

    states: tuple[State, ...]
    steps: tuple[int, ...]
    method: str
    times: tuple[int, ...]
    shortest: bool = True


@frozen
class HoldsUpTo:
    """No path of at most `steps` steps leads to a state where it does not hold; longer ones remain open."""

    steps: int
    method: str


@frozen
class Undecided:
    """Neither a proof nor a path was found; no path of at most `steps` steps refutes it (None: not even of none).
    `tried` names the methods of proof that had their turn; if the predicates `missing_lemmas` held, it would follow."""

    reason: str
    steps: int | None
    tried: tuple[str, ...] = ()
    missing_lemmas: tuple[FNode, ...] = ()


Conclusion: TypeAlias = Proved | Refuted | HoldsUpTo | Undecided
