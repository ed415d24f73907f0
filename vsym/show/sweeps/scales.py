"""Scales of a diagram: from numbers to places between 0 and 1, with ticks at round numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vsym.basics.frozen import frozen

TICKS = 7
"""About how many ticks a scale has."""

_CHARACTERS = 42
"""How many characters fit below a scale, with room between labels."""


@frozen
class Tick:
    """A place on a scale with its label: a text, and the exponent above it if it is a power of ten."""

    place: float
    label: str
    exponent: str = ""


@frozen
class Scale:
    """From `low` to `high`; a logarithmic one is over decimal logarithms."""

    low: float
    high: float
    ticks: tuple[Tick, ...]

    def place(self, value: float) -> float:
        """Where a value (of a logarithmic scale, its logarithm) stands, between 0 and 1."""
        return (value - self.low) / (self.high - self.low)


def logarithmic(logarithms: Sequence[float]) -> Scale:
    """A scale that begins and ends at ticks, for the decimal logarithms of numbers; over few decades 2 and 5 are ticks,
    too."""
    low, high = math.floor(min(logarithms, default=0.0)), math.ceil(max(logarithms, default=1.0))
    high = max(high, low + 1)
    decades = high - low
    if decades <= 2:
        exact = [(power, factor) for power in range(low, high) for factor in (1, 2, 5)] + [(high, 1)]
        places = [(power + math.log10(factor), _plain(power, factor)) for power, factor in exact]
        ticks = [Tick((place - low) / decades, label) for place, label in places]
        return Scale(low, high, tuple(ticks))
    step = _round_step(decades)
    low, high = step * math.floor(low / step), step * math.ceil(high / step)
    powers = range(low, high + 1, step)
    return Scale(low, high, tuple(Tick((power - low) / (high - low), "10", _exponent(power)) for power in powers))


def linear(values: Sequence[int]) -> Scale:
    """A scale over the values, not wider than them, with ticks at multiples of 1, 2 or 5 times a power of ten.

    Numbers with many digits get fewer ticks.
    """
    low, high = min(values), max(values)
    if low == high:
        return Scale(low - 1, high + 1, (Tick(0.5, f"{low:,}"),))
    wide = max(len(f"{low:,}"), len(f"{high:,}"))
    step = _round_step(high - low, max(1, min(TICKS, _CHARACTERS // wide)))
    multiples = range(-(-low // step) * step, high + 1, step)
    return Scale(low, high, tuple(Tick((value - low) / (high - low), f"{value:,}") for value in multiples))


def _round_step(width: float, ticks: int = TICKS) -> int:
    """1, 2 or 5 times a power of ten that divides the width into about so many parts, at least 1."""
    rough = max(1.0, width / ticks)
    power = 10 ** math.floor(math.log10(rough))
    return int(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough - 1e-9))


def _plain(power: int, factor: int) -> str:
    """A number without a power of ten where that is short."""
    if -4 <= power <= 6:
        return f"{factor * 10**power:,}" if power >= 0 else f"{factor * 10.0**power:.{-power}f}"
    return f"{factor}e{power}"


def _exponent(power: int) -> str:
    """All digits, or `4e11` where they are many."""
    return str(power) if abs(power) < 10**5 else f"{power:g}".replace("e+", "e")
