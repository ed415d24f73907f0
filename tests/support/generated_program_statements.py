"""Statements drawn for the oracle's programs, over the names in scope."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeAlias

from tests.support import oracle_programs as tree
from tests.support.generated_program_expressions import domains, expression, has, inside, number, passed, truth
from tests.support.generated_program_names import SIMPLE, Entry, Words, chance, fits, literals, one, place_of, weighed
from tests.support.oracle_program_types import BOOLEAN, Array, Bag, Elements, Int, Record, Type, values

Body: TypeAlias = tuple[tree.Statement, ...]
Maker: TypeAlias = Callable[[Random, Words, int], "tree.Statement | None"]


def statements(draw: Random, words: Words, depth: int, most: int = 3) -> Body:
    """Some statements, which may be none inside another one."""
    count = draw.randint(1, most)
    drawn = [statement(draw, words, depth) for _ in range(count)]
    return tuple(one for one in drawn if one is not None)


def statement(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    """A statement, None where nothing that it could act on is in scope."""
    options: list[tuple[int, Maker]] = [(14, assignment), (2, _whole), (1, _reset), (3, _invoke)]
    options += [(4, _add)] if not words.kind.strict else []
    options += [(2, _take)] if not words.kind.strict else []
    options += [(1, _claim)]
    if not words.careful:
        options += [(1, _fail)]
    if depth:
        options += [(5, _if), (2, _for), (3, _scope), (2, _while), (3, _switch)]
    return weighed(draw, options)(draw, words, depth) or assignment(draw, words, depth)


def assignment(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    """A scalar's new value."""
    if (there := place_of(draw, words, lambda of: isinstance(of, SIMPLE), write=True)) is None:
        return None
    drawn = [inside(draw, words, there[1], min(depth, 1)) for _ in range(2)]
    value = next((one for one in drawn if one not in (None, there[0])), None)
    return tree.Assign(there[0], value) if value else None


def _whole(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    if (there := place_of(draw, words, lambda of: isinstance(of, Record | Array), write=True)) is None:
        return None
    value = expression(draw, words, there[1], depth)
    return None if value is None or value == there[0] else tree.Assign(there[0], value)


def _reset(draw: Random, words: Words, _: int) -> tree.Statement | None:
    word = "undefine" if chance(draw, 30) else "clear"
    # No rule may give an element of a scalarset before the others, as `clear` does.
    there = place_of(draw, words, lambda of: word == "undefine" or not has(of, Elements), write=True)
    if there is None or (words.kind.strict and word == "undefine"):
        return None
    return tree.Reset("undefine" if word == "undefine" else "clear", there[0])


def _invoke(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    if not words.routines:
        return None
    routine, pure = one(draw, words.routines)
    if (arguments := passed(draw, words, routine, pure, min(depth, 1))) is None:
        return None
    there = place_of(draw, words, lambda of: of == routine.result, write=True) if routine.result else None
    if there is None and routine.result is not None:
        return None
    if there is None:
        return tree.Invoke(routine.name, arguments)
    return tree.Assign(there[0], tree.Call(routine.name, arguments))


def _add(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    if (there := place_of(draw, words, lambda of: isinstance(of, Bag), write=True)) is None:
        return None
    assert isinstance(there[1], Bag)
    element = inside(draw, words, there[1].element, min(depth, 1))
    return tree.Add(element, there[0]) if element else None


def _take(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    if words.entries and chance(draw, 60):
        entry = words.entries[-1]
        return tree.Remove(entry.name, entry.place)
    if (there := place_of(draw, words, lambda of: isinstance(of, Bag), write=True)) is None:
        return None
    assert isinstance(there[1], Bag)
    name = words.fresh("c")
    among = replace(words.read_only(), entries=(*words.entries, Entry(there[0], name, there[1].element)))
    return tree.RemoveIf(name, there[0], truth(draw, among, min(depth, 1)))


def _claim(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    return tree.Claim("assume" if words.assuming and chance(draw, 50) else "assert", truth(draw, words, depth))


def _fail(_: Random, words: Words, __: int) -> tree.Statement | None:
    return tree.Fail(f"an error {words.fresh('')}")


def _if(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    cases = [
        tree.Case((truth(draw, words, depth - 1),), statements(draw, words, depth - 1, 2))
        for _ in range(2 if chance(draw, 25) else 1)
    ]
    otherwise = statements(draw, words, depth - 1, 2) if chance(draw, 50) else ()
    return tree.If(tuple(cases), otherwise)


def _switch(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    there = place_of(draw, words, lambda of: isinstance(of, SIMPLE) and of != BOOLEAN and bool(literals(of)))
    if there is None:
        return None
    cases = []
    for _ in range(draw.randint(1, 2)):
        alternatives = [inside(draw, words, there[1], 0) for _ in range(draw.randint(1, 2))]
        if known := tuple(one for one in alternatives if one is not None):
            cases.append(tree.Case(known, statements(draw, words, depth - 1, 2)))
    otherwise = statements(draw, words, depth - 1, 1) if chance(draw, 50) else ()
    return tree.Switch(there[0], tuple(cases), otherwise) if cases else None


def _for(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    name = words.fresh("i")
    domain, of = domains(draw, words)
    if words.kind.symmetric and has(of, Elements):
        return _symmetric_for(draw, words, name)
    words = words.binding(name, of)
    if chance(draw, 20):
        inner, (second, kind) = words.fresh("i"), domains(draw, words)
        if not (words.kind.symmetric and has(kind, Elements)):
            return tree.For(
                name, domain, (tree.For(inner, second, statements(draw, words.binding(inner, kind), depth - 1, 2)),)
            )
    return tree.For(name, domain, statements(draw, words, depth - 1, 2))


def _symmetric_for(draw: Random, words: Words, name: str) -> tree.Statement | None:
    """A loop over a scalarset with the same result in any order: it writes only places with the loop's name as index,
    and reads nothing that it writes."""
    sets = [of for of in words.types if isinstance(of, Elements)]
    arrays = [
        (root, known.type.element)
        for root, known in words.roots.items()
        if known.writable and isinstance(known.type, Array) and known.type.index in sets
    ]
    if not arrays:
        return None
    root, element = one(draw, arrays)
    array = words.roots[root].type
    assert isinstance(array, Array)
    item = tree.At(tree.Name(root), tree.Name(name))
    if isinstance(element, Record):
        field, inner = one(draw, element.fields)
        item, element = tree.Dot(item, field), inner  # type: ignore[assignment]
    if not isinstance(element, SIMPLE):
        return None
    others = replace(words, roots={one: known for one, known in words.roots.items() if one != root})
    if (value := inside(draw, others, element, 0)) is None:
        return None
    body: tree.Statement = tree.Assign(item, value)
    if chance(draw, 40):
        body = tree.If((tree.Case((truth(draw, others.binding(name, array.index), 1),), (body,)),), ())
    return tree.For(name, array.index, (body,))


def _while(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    if (there := place_of(draw, words, lambda of: isinstance(of, Int), write=True)) is None:
        return None
    place, of = there
    assert isinstance(of, Int)
    further = tree.Assign(place, tree.Infix("+", place, tree.Literal_(1)))
    body = statements(draw, words, depth - 1, 1)
    return tree.While(tree.Infix("<", place, tree.Literal_(of.high)), (further, *body) if chance(draw, 98) else body)


def _scope(draw: Random, words: Words, depth: int) -> tree.Statement | None:
    aliases: list[tree.Alias] = []
    for _ in range(2 if chance(draw, 30) else 1):
        alias, words = aliased(draw, words)
        aliases.append(alias)
    return tree.Scope(tuple(aliases), statements(draw, words, depth - 1, 2))


def aliased(draw: Random, words: Words) -> tuple[tree.Alias, Words]:
    """An alias of a place or, seldom, of a number, and the names that are then in scope."""
    name = words.fresh("a")
    there = place_of(draw, words, lambda of: not isinstance(of, Bag), write=True)
    there = there or place_of(draw, words, lambda of: not isinstance(of, Bag))
    if there is None or chance(draw, 15):
        return tree.Alias(name, tree.Infix("+", number(draw, words, 0), tree.Literal_(0))), words.binding(
            name, Int(0, 2)
        )
    writable = name_of(there[0]) not in words.roots or words.roots[name_of(there[0])].writable
    # While an entry of a multiset has another name, it is not taken out.
    further = words if not isinstance(there[0], tree.At | tree.Dot) else replace(words, entries=())
    return tree.Alias(name, there[0]), further.having(name, there[1], writable=writable)


def name_of(place: tree.Expression) -> str:
    """The name that a place begins with."""
    while isinstance(place, tree.At | tree.Dot):
        place = place.place
    assert isinstance(place, tree.Name)
    return place.name


def results(draw: Random, words: Words, of: Type, body: Body) -> Body:
    """The body of a function that ends with its result, but for a few."""
    if (value := inside(draw, words, of, 1)) is None or (not words.careful and chance(draw, 10)):
        return body
    early = inside(draw, words, of, 0) if chance(draw, 30) else None
    if early is not None:
        body = (*body, tree.If((tree.Case((truth(draw, words, 1),), (tree.Return(early),)),), ()))
    return (*body, tree.Return(value))


def prepared(draw: Random, words: Words, variables: tuple[tuple[str, Type], ...]) -> Body:
    """The first statements of a routine or a rule, which mostly give its variables a value."""
    return beginning(draw, words, variables, 80 if words.careful else 50)


def beginning(draw: Random, words: Words, variables: tuple[tuple[str, Type], ...], percent: int) -> Body:
    """The assignments of a start state, which give most variables a value."""
    body: list[tree.Statement] = []
    for name, of in variables:
        if chance(draw, percent):
            body += _filled(draw, words, tree.Name(name), of)
    return tuple(body)


def _filled(draw: Random, words: Words, place: tree.Name | tree.At | tree.Dot, of: Type) -> list[tree.Statement]:
    match of:
        case Record(fields):
            return [one for field, part in fields for one in _filled(draw, words, tree.Dot(place, field), part)]
        case Array(index, element):
            name = words.fresh("i")
            body = _filled(draw, words.binding(name, index), tree.At(place, tree.Name(name)), element)
            return [tree.For(name, index, tuple(body))] if body else []
        case Bag():
            return [tree.Reset("clear" if chance(draw, 50) and not has(of, Elements) else "undefine", place)]
        case _:
            bound = [name for name, known in words.binders.items() if fits(known, of) and known == of]
            if bound and isinstance(of, Elements):
                return [tree.Assign(place, tree.Name(one(draw, bound)))]
            if not literals(of):
                return []
            return [tree.Assign(place, tree.Literal_(one(draw, values(of) if isinstance(of, Int) else literals(of))))]
