"""Places while a program runs symbolically: what they hold, and what they are given."""

from __future__ import annotations

from itertools import zip_longest

from vsym.basics.source import Span
from vsym.models.program.memory import cleared
from vsym.models.program.types import Simple, Type, described, width
from vsym.reductions.programs.flow import Code, Flow
from vsym.reductions.programs.frame import Location, Whole
from vsym.reductions.programs.predicates import NOTHING, Context, Predicate, Sum
from vsym.reductions.programs.values import Value, encoded, outside


def held(flow: Flow, location: Location, further: int = 0) -> Code:
    """What the slot of a place holds that stands so much further on."""
    trees = flow.trees

    def at(address: int, context: Context) -> Code:
        return trees.under(flow.code(address + further), context)

    return trees.mapped(location.addresses, flow.context, at)


def whole(flow: Flow, location: Location) -> Whole:
    """What all slots of a place hold."""
    return tuple(held(flow, location, further) for further in range(width(location.type)))


def put(flow: Flow, location: Location, codes: Whole) -> None:
    """Give the slots of a place codes."""
    trees, context = flow.trees, flow.context
    for first, where in trees.reach(location.addresses, context).items():
        known = trees.assuming(where, context)
        for further, code in enumerate(codes):
            before = flow.code(first + further)
            flow.memory[first + further] = trees.choose(where, trees.under(code, known), before)


def store(flow: Flow, location: Location, value: Value | Whole | None, span: Span) -> None:
    """Put a value, or a whole; one outside the place's type ends the flow in an error."""
    if isinstance(value, tuple):
        put(flow, location, value)
    elif value is None or not isinstance(location.type, Simple):
        put(flow, location, undefined_codes(flow, location.type))
    else:
        put(flow, location, (checked(flow, location.type, value, span),))


def checked(flow: Flow, of: Simple, value: Value, span: Span) -> Code:
    """The codes of a value; one outside the type ends the flow in an error."""
    beyond = outside(flow.trees, value, of, flow.context)
    flow.fail(beyond, "range", f"`{span.text}` is outside {described(of)}", span)
    return encoded(flow.trees, value, of, flow.context)


def undefined_codes(flow: Flow, of: Type) -> Whole:
    """The codes of what is undefined."""
    return (flow.trees.leaf(NOTHING),) * width(of)


def cleared_codes(flow: Flow, of: Type) -> Whole:
    """The codes of what is cleared."""
    return tuple(flow.trees.leaf(Sum((), code)) for code in cleared(of))


def chosen(
    flow: Flow, condition: Predicate, then: Value | Whole | None, otherwise: Value | Whole | None
) -> Value | Whole | None:
    """The one result where a condition is true, the other one elsewhere."""
    trees = flow.trees
    if isinstance(then, tuple) or isinstance(otherwise, tuple):
        one, other = (side if isinstance(side, tuple) else () for side in (then, otherwise))
        pairs = zip_longest(one, other, fillvalue=trees.leaf(NOTHING))
        return tuple(trees.choose(condition, *pair) for pair in pairs)
    if then is None and otherwise is None:
        return None
    nothing: Value = trees.leaf(None)
    return trees.choose(condition, then or nothing, otherwise or nothing)
