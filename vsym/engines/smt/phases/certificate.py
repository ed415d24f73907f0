"""Proofs that no path is of a shape: one goal, that of a path in phases, which no numbers satisfy.

That a path can be cut into so few phases is an argument (theory, Theorem 31), as is that these shapes are those of the
property. Both are made anew from the model when a certificate is compared with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from vsym.basics.frozen import frozen
from vsym.engines.smt.certificate import Applied, Claim, Goal


@frozen
class PhaseRule:
    """The rule that there is no path in `length` phases."""

    length: int

    def goals(self) -> Iterator[Goal]:
        """The only goal."""
        domain = (Claim("domain", (place,)) for place in range(self.length + 1))
        phases = (Claim("phase", (place, place + 1)) for place in range(self.length))
        claims = (*domain, Claim("initial", (0,)), *phases, Claim("end", (self.length,)))
        yield Goal(f"no path in {self.length} phases is of the shape", claims)

    def terms(self) -> tuple[str, ...]:
        return ()

    def derived(self, _claim: str, _applied: Applied, /) -> str | None:
        return None


_PHASES = re.compile(r"no path in ([1-9][0-9]{0,3}) phases is of the shape")


def rule_of_phases(labels: Sequence[str], definitions: Collection[str]) -> PhaseRule | None:
    """The rule that the labels of goals, and the definitions, suggest; None for any other."""
    if "phase" not in definitions:
        return None
    numbers = [int(match[1]) for label in labels if (match := _PHASES.fullmatch(label))]
    return PhaseRule(numbers[0] if numbers else 1)


def shape_name(name: str, number: int, count: int) -> str:
    """The name of the proof about a shape of a property, counted from 1."""
    return name if count == 1 else f"{name}, shape {number}"
