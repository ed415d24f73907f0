"""Numbers and durations as a person reads them."""

from __future__ import annotations

import math

DIGITS = 3_600
"""The approximate number of digits that a number may have in output for other programs."""

_BITS = 12_000


def writable(value: int) -> int | None:
    """The number, or None where it has more digits than a reader of JSON can be expected to take."""
    return value if value.bit_length() <= _BITS else None


def number(value: int) -> str:
    """All digits up to 10^9, beyond that two digits and a power of ten."""
    if value < 10**9:
        return f"{value:,}"
    exponent = len(str(value)) - 1 if value < 10**4000 else int(value.bit_length() * math.log10(2))
    leading = value // 10 ** (exponent - 1) if exponent < 4000 else 10
    return f"10^{exponent}" if leading == 10 else f"{leading / 10:.1f} * 10^{exponent}"


def exact(value: int) -> str:
    """All digits, as far as other programs read them; of the order of a group no digit is noise."""
    return number(value) if writable(value) is None else f"{value:,}"


def power(base: int, exponent: int, factor: int = 1) -> str:
    """factor · base^exponent as a number, without computing it where it is huge."""
    digits = exponent * math.log10(base) + math.log10(factor) if base > 0 else 0.0
    if digits < 4000:
        return number(factor * base**exponent)
    return f"10^{int(digits)}"


def seconds(value: float) -> str:
    """`4 ms`, `0.25 s`, `12.3 s`, `3 min 20 s`."""
    if value < 0.0995:
        return f"{1000 * value:.0f} ms"
    if value < 10:
        return f"{value:.2f} s"
    if value < 120:
        return f"{value:.1f} s"
    return f"{int(value) // 60} min {int(value) % 60} s"


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """`1 process`, `3 processes`."""
    return f"{number(count)} {noun if count == 1 else nouns or noun + 's'}"


def capital(text: str) -> str:
    """The text with a capital letter at its start; the rest is unchanged, since it may contain names."""
    return text[:1].upper() + text[1:]
