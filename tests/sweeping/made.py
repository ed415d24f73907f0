"""Rows and sweeps made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from vsym.sweeping.axes import axis
from vsym.sweeping.row import Failure, Finding, Row
from vsym.sweeping.sweep import Swept


def row(verdict: str, reason: str | None = None, /, **values: int) -> Row:
    """A row with a single property `p`; an `error` is one of the model, `lost` a row that came to no end."""
    given = tuple(values.items())
    if verdict in ("error", "lost"):
        failure: Failure = "model" if verdict == "error" else "limit"
        return Row(given, seconds=0.01, failure=failure, problem=reason or "it is so")
    n = abs(sum(values.values()))
    return Row(
        given,
        (Finding("p", verdict, reason),),
        "full",
        1,
        n,
        3,
        3**n if n < 1000 else None,
        n * 0.477121,
        (n + 1) * (n + 2) // 2,
        2 * n + 1 if verdict != "unknown" else None,
        False if verdict != "unknown" else None,
        0.01 * n,
    )


def swept(rows: Sequence[Row], **axes: str) -> Swept:
    """A sweep with these rows, the others missing."""
    given = tuple(axis(name, written) for name, written in axes.items())
    missing = prod(len(one.values) for one in given) - len(rows)
    return Swept("s", given, tuple(rows), ("p",), missing, frozenset({"p"}))
