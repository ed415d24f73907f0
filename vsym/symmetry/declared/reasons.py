"""What is said of uses that tell the elements of a scalarset apart."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.source import Diagnostic, Span
from vsym.models.program.statements import For
from vsym.models.program.types import Scalarset
from vsym.symmetry.declared.loops import Conflict


def singled_out(span: Span, what: str, scalarsets: Sequence[Scalarset]) -> Diagnostic:
    """An element that is told apart from the others."""
    return Diagnostic("VS360", span, f"{what} tells the elements of {_names(scalarsets)} apart", _hint(scalarsets))


def visible_order(span: Span, what: str, scalarsets: Sequence[Scalarset]) -> Diagnostic:
    """Something that may come out otherwise if elements stand in another order."""
    message = f"{what} may depend on the order of the elements of {_names(scalarsets)}"
    return Diagnostic("VS362", span, message, _hint(scalarsets))


def ordered(loop: For, reason: Conflict, scalarsets: Sequence[Scalarset]) -> Diagnostic:
    """A loop whose outcome may depend on the order of its turns."""
    order = f"this loop may depend on the order of the elements of {_names(scalarsets)}"
    hint = _loop_hint(loop, reason, scalarsets)
    return Diagnostic("VS361", reason.access.span, f"{_conflict(reason)}: {order}", hint)


def _conflict(reason: Conflict) -> str:
    place = f"`{reason.access.span.text}`"
    match reason.access.kind:
        case "return":
            return "the first element of which this is so ends the loop"
        case "assume":
            return "an assumption inside the loop stands against errors in its other turns"
        case "recursion":
            return f"{place} is a routine that calls itself, so that its effects are not known"
    assert reason.other is not None
    if reason.other.kind == "read":
        return f"{place} is written in one turn and read in another one"
    if reason.access.kind == reason.other.kind == "set":
        return f"{place} may get different values in different turns"
    return f"{place} is changed in several turns, in ways that are not known to be exchangeable"


def _loop_hint(loop: For, reason: Conflict, scalarsets: Sequence[Scalarset]) -> str:
    if reason.access.kind == "return":
        return f"`exists` and `forall` look for an element without an order; {_hint(scalarsets)}"
    binder = loop.binder.name
    return (
        f"write what is indexed by `{binder}`, or the same value in every turn, or add to a number or a multiset; "
        f"{_hint(scalarsets)}"
    )


def _hint(scalarsets: Sequence[Scalarset]) -> str:
    return f"`--scalarset range` takes {_names(scalarsets)} as a range, without symmetry"


def _names(scalarsets: Sequence[Scalarset]) -> str:
    return " and ".join(f"`{scalarset.name}`" for scalarset in scalarsets)
