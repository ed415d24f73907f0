"""Expressions drawn for the oracle's programs, over the names in scope."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Literal

from tests.support import oracle_program_types as types
from tests.support import oracle_programs as tree
from tests.support.generated_program_names import (
    SIMPLE,
    Entry,
    Words,
    chance,
    fits,
    literals,
    one,
    place_of,
    ways,
    weighed,
)


def number(draw: Random, words: Words, depth: int) -> tree.Expression:
    """A number."""
    options: list[tuple[int, str]] = [(3, "literal"), (6, "place")]
    options += [(3, "binder")] if any(isinstance(of, types.Int) for of in words.binders.values()) else []
    if depth:
        options += [(4, "sum"), (3, "product"), (2, "minus"), (1, "either"), (2, "call")]
        options += [(3, "tally")] if any(isinstance(way[2], types.Bag) for way in ways(words)) else []
    match weighed(draw, options):
        case "place":
            if there := place_of(draw, words, lambda of: isinstance(of, types.Int)):
                return there[0]
        case "binder":
            return tree.Name(one(draw, [name for name, of in words.binders.items() if isinstance(of, types.Int)]))
        case "sum":
            return tree.Infix(one(draw, "+-"), number(draw, words, depth - 1), number(draw, words, depth - 1))
        case "product":
            operator = one(draw, "*//%%")
            safe = tree.Literal_(draw.choice([-2, 2, 3]))
            right = safe if words.careful or chance(draw, 70) else number(draw, words, depth - 1)
            return tree.Infix(operator, number(draw, words, depth - 1), right)
        case "minus":
            return tree.Prefix("-", number(draw, words, depth - 1))
        case "either":
            return tree.Either(*_either(draw, words, depth, lambda: number(draw, words, depth - 1)))
        case "call":
            if called := call(draw, words, lambda of: isinstance(of, types.Int), depth):
                return called
        case "tally":
            return _tally(draw, words, depth)
    return tree.Literal_(draw.randint(0, 2))


def _either(
    draw: Random, words: Words, depth: int, draw_one: Callable[[], tree.Expression]
) -> tuple[tree.Expression, tree.Expression, tree.Expression]:
    return truth(draw, words, depth - 1), draw_one(), draw_one()


def _tally(draw: Random, words: Words, depth: int) -> tree.Expression:
    there = place_of(draw, words, lambda of: isinstance(of, types.Bag))
    assert there is not None
    assert isinstance(there[1], types.Bag)
    name = words.fresh("c")
    entry = Entry(there[0], name, there[1].element)
    inside = replace(words.read_only(), entries=(*words.entries, entry))
    return tree.Tally(name, there[0], truth(draw, inside, depth - 1))


def scalar(draw: Random, words: Words, of: types.Simple, depth: int) -> tree.Expression | None:
    """A value of a simple type other than a number, if there is one."""
    if of == types.BOOLEAN:
        return truth(draw, words, depth)
    bound = [tree.Name(name) for name, known in words.binders.items() if fits(known, of)]
    options: list[tuple[int, str]] = [(3, "place"), (2, "call")] if depth else [(3, "place")]
    options += [(5, "literal")] if literals(of) else []
    options += [(6, "binder")] if bound else []
    for choice in (weighed(draw, options), "place", "binder", "literal"):
        match choice:
            case "place":
                if there := place_of(draw, words, lambda known: fits(known, of)):
                    return there[0]
            case "call":
                if called := call(draw, words, lambda known: fits(known, of), depth):
                    return called
            case "binder" if bound:
                return one(draw, bound)
            case "literal" if literals(of):
                return tree.Literal_(one(draw, literals(of)))
    return None


def expression(draw: Random, words: Words, of: types.Type, depth: int) -> tree.Expression | None:
    """An expression of a type, if there is one; a number may be outside a range."""
    match of:
        case types.Int():
            return number(draw, words, depth)
        case types.Names() | types.Elements() | types.OneOf():
            return scalar(draw, words, of, depth)
        case _:
            there = place_of(draw, words, lambda known: known == of)
            return there[0] if there else None


def truth(draw: Random, words: Words, depth: int) -> tree.Expression:
    """A condition."""
    options: list[tuple[int, Callable[[Random, Words, int], tree.Expression | None]]] = [
        (1, _constant),
        (4, _truth_place),
        (8, _equality),
        (3 if _counts(words) else 0, _order),
        (4, _unknown),
        (3, _member),
    ]
    if depth:
        options += [(6, _connective), (3, _negation), (4, _every), (1, _choice), (2, _truth_call), (1, _whole)]
    return weighed(draw, options)(draw, words, depth) or _equality(draw, words, 0) or _order(draw, words, depth)


def _counts(words: Words) -> bool:
    """Tells if there are numbers that may vary."""
    return any(isinstance(of, types.Int) for of in [*words.binders.values(), *(way[2] for way in ways(words))])


def _constant(draw: Random, words: Words, depth: int) -> tree.Expression:
    return tree.Literal_(chance(draw, 50)) if depth < 2 else _order(draw, words, depth)


def _truth_place(draw: Random, words: Words, _: int) -> tree.Expression | None:
    there = place_of(draw, words, lambda of: of == types.BOOLEAN)
    return there[0] if there else None


def _equality(draw: Random, words: Words, depth: int) -> tree.Expression | None:
    if (left := place_of(draw, words, lambda of: isinstance(of, SIMPLE))) is None:
        return None
    assert isinstance(left[1], SIMPLE)
    options = plain(words, left[1])
    right = one(draw, options) if options and chance(draw, 65) else expression(draw, words, left[1], max(depth - 1, 0))
    return None if right in (left[0], None) else tree.Infix(one(draw, ["=", "=", "!="]), left[0], right)


def plain(words: Words, of: types.Simple) -> list[tree.Expression]:
    """The values of a type that can be written, and names that have one."""
    bound: list[tree.Expression] = [tree.Name(name) for name, known in words.binders.items() if fits(known, of)]
    return [*bound, *bound, *(tree.Literal_(value) for value in literals(of))]


def _order(draw: Random, words: Words, depth: int) -> tree.Expression:
    operator = one(draw, ["<", "<=", ">", ">=", "=", "!="])
    deeper = max(depth - 1, 0)
    there = place_of(draw, words, lambda of: isinstance(of, types.Int))
    left = there[0] if there and chance(draw, 60) else number(draw, words, deeper)
    right = tree.Literal_(draw.randint(0, 2)) if chance(draw, 50) else number(draw, words, deeper)
    return tree.Infix(operator, left, right)


def _unknown(draw: Random, words: Words, _: int) -> tree.Expression | None:
    if (there := place_of(draw, words, lambda of: isinstance(of, SIMPLE))) is None:
        return None
    place, of = there
    assert isinstance(of, SIMPLE)
    other = one(draw, plain(words, of) or [place])
    # The right side can be an error where the left side does not keep it from being evaluated.
    operator = one(draw, ["", "|", "&", "->", "->"])
    asked: tree.Expression = tree.Unknown(place)
    if operator in ("&", "->"):
        asked = tree.Prefix("!", asked)
    return tree.Infix(operator, asked, tree.Infix(one(draw, ["=", "!="]), place, other)) if operator else asked


def _member(draw: Random, words: Words, _: int) -> tree.Expression | None:
    unions = [of for of in words.types if isinstance(of, types.OneOf)]
    if (there := place_of(draw, words, lambda of: of in unions)) is None:
        return None
    assert isinstance(there[1], types.OneOf)
    return tree.Belongs(there[0], one(draw, there[1].members))


def _connective(draw: Random, words: Words, depth: int) -> tree.Expression:
    return tree.Infix(
        one(draw, ["&", "&", "|", "|", "->"]), truth(draw, words, depth - 1), truth(draw, words, depth - 1)
    )


def _negation(draw: Random, words: Words, depth: int) -> tree.Expression:
    return tree.Prefix("!", truth(draw, words, depth - 1))


def _every(draw: Random, words: Words, depth: int) -> tree.Expression:
    name = words.fresh("q")
    quantifier: Literal["forall", "exists"] = "forall" if chance(draw, 50) else "exists"
    domain, of = domains(draw, words)
    words = words.binding(name, of)
    if chance(draw, 20):
        inner, (second, kind) = words.fresh("q"), domains(draw, words)
        body: tree.Expression = tree.Every(
            quantifier, inner, second, truth(draw, words.binding(inner, kind), depth - 1)
        )
        return tree.Every(quantifier, name, domain, body)
    return tree.Every(quantifier, name, domain, truth(draw, words, depth - 1))


def _choice(draw: Random, words: Words, depth: int) -> tree.Expression:
    return tree.Either(*_either(draw, words, depth, lambda: truth(draw, words, depth - 1)))


def _truth_call(draw: Random, words: Words, depth: int) -> tree.Expression | None:
    return call(draw, words, lambda of: of == types.BOOLEAN, depth)


def _whole(draw: Random, words: Words, depth: int) -> tree.Expression | None:
    there = place_of(draw, words, lambda of: isinstance(of, types.Record | types.Array) and not has(of, types.Bag))
    if there is None:
        return None
    right = expression(draw, words, there[1], depth)
    return tree.Infix(one(draw, ["=", "!="]), there[0], right) if right else None


def has(of: types.Type, part: type) -> bool:
    """Tells if a type is of a kind or contains one that is, apart from indices."""
    match of:
        case types.Array(_, element) | types.Bag(_, element):
            return isinstance(of, part) or has(element, part)
        case types.Record(fields):
            return any(has(inner, part) for _, inner in fields)
        case types.OneOf(members):
            return isinstance(of, part) or any(isinstance(member, part) for member in members)
    return isinstance(of, part)


def domains(draw: Random, words: Words) -> tuple[types.Simple | tree.Span, types.Simple]:
    """The domain of a name, and the type of its values."""
    if chance(draw, 20):
        low, high = draw.randint(0, 1), draw.randint(1, 2)
        if words.kind.wild and chance(draw, 30):
            low, high = (high, low) if chance(draw, 10) else (low, high)
            return tree.Span(tree.Literal_(high), tree.Literal_(low), -1), types.Int(min(low, high), max(low, high))
        by = 2 if chance(draw, 20) else None
        return tree.Span(tree.Literal_(low), tree.Literal_(high), by), types.Int(low, high)
    of = one(draw, [of for of in words.types if isinstance(of, SIMPLE)])
    return of, of


def call(draw: Random, words: Words, wanted: Callable[[types.Type], bool], depth: int) -> tree.Call | None:
    """A call of a function that has no side effects."""
    options = [
        routine for routine, pure in words.routines if pure and routine.result is not None and wanted(routine.result)
    ]
    if not options:
        return None
    routine = one(draw, options)
    arguments = passed(draw, words, routine, True, max(depth - 1, 0))
    return None if arguments is None else tree.Call(routine.name, arguments)


def passed(
    draw: Random, words: Words, routine: tree.Routine, pure: bool, depth: int
) -> tuple[tree.Expression, ...] | None:
    """Arguments for a routine, if there are any. Where it writes somewhere, a value is never the name of a place, which
    it could write."""
    arguments: list[tree.Expression] = []
    for _, of, reference in routine.parameters:
        argument: tree.Expression | None
        if reference:
            there = place_of(draw, words, lambda known, of=of: known == of, write=True)  # type: ignore[misc]
            argument = there[0] if there else None
        elif words.kind.wild and isinstance(of, SIMPLE) and chance(draw, 5):
            argument = tree.Undefined()
        else:
            argument = inside(draw, words, of, depth)
            if not pure and isinstance(argument, tree.At | tree.Dot | tree.Name):
                bound = isinstance(argument, tree.Name) and argument.name in words.binders
                argument = argument if bound else _no_place(draw, argument, of)
        if argument is None:
            return None
        arguments.append(argument)
    return tuple(arguments)


def _no_place(draw: Random, argument: tree.Expression, of: types.Type) -> tree.Expression | None:
    if isinstance(of, types.Int):
        return tree.Infix("+", argument, tree.Literal_(0))
    return tree.Literal_(one(draw, literals(of))) if isinstance(of, SIMPLE) and literals(of) else None


def inside(draw: Random, words: Words, of: types.Type, depth: int) -> tree.Expression | None:
    """An expression that a place of the type can hold, but for some numbers where little care is taken."""
    if isinstance(of, SIMPLE) and plain(words, of) and chance(draw, 40):
        return one(draw, plain(words, of))
    if not isinstance(of, types.Int) or (not words.careful and chance(draw, 25)):
        return expression(draw, words, of, depth)
    kept = place_of(draw, words, lambda known: fits(known, of))
    match weighed(draw, [(4, "literal"), (3, "place"), (4, "turned")]):
        case "place" if kept:
            return kept[0]
        case "turned" if kept and of.low <= 0:
            raised = tree.Infix("+", kept[0], tree.Literal_(draw.randint(1, 2)))
            turned = tree.Infix("%", raised, tree.Literal_(of.high + 1))
            return turned if isinstance(kept[1], types.Int) and kept[1].low == 0 else kept[0]
    return tree.Literal_(one(draw, types.values(of)))
