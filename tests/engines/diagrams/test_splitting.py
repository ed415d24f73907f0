"""Events as alternatives with linear updates: the same steps, and few of them."""

from __future__ import annotations

from itertools import product
from random import Random

from vsym.engines.diagrams.splitting import alternatives
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Comparison, Formula, Operator, compare, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear, value
from vsym.system.step import after, is_enabled
from vsym.system.system import Case, Event, System, Term, Variable

HIGH = 3
NAMES = ("i", "a", "b", "c")
VARIABLES = tuple(Variable(name, Linear((), 1), Linear((), HIGH)) for name in NAMES)
OPERATORS: tuple[Operator, ...] = ("=", "!=", "<=", ">=")


def where(draw: Random, depth: int) -> Formula:
    if depth:
        parts = [where(draw, depth - 1), where(draw, depth - 1)]
        return draw.choice([conjunction(parts), disjunction(parts), negate(parts[0])])
    names = draw.sample(NAMES, draw.choice((1, 1, 1, 2)))
    term = linear((Named(name), weight) for name, weight in zip(names, (1, -1), strict=False))
    return compare(term, draw.choice(OPERATORS), Linear((), draw.randint(0, HIGH)))


def assigned(draw: Random, depth: int) -> Term:
    if not depth:
        return draw.choice([Linear((), draw.randint(1, HIGH)), linear([(Named(draw.choice(NAMES)), 1)])])
    branches = tuple((where(draw, draw.randint(0, 1)), assigned(draw, depth - 1)) for _ in range(draw.randint(1, 3)))
    return Case(branches, assigned(draw, depth - 1))


def system(event: Event) -> System:
    return System("drawn", VARIABLES, TRUE, TRUE, (event,))


def test_alternatives_are_the_event() -> None:
    for seed in range(60):
        draw = Random(seed)
        names = draw.sample(NAMES, draw.randint(1, 3))
        event = Event("e", "e", where(draw, 2), tuple((name, assigned(draw, draw.randint(0, 2))) for name in names))
        one = system(event)
        several = [*alternatives(one, event)]
        for vector in product(range(1, HIGH + 1), repeat=len(NAMES)):
            values: dict[Atom, int] = {Named(name): number for name, number in zip(NAMES, vector, strict=True)}
            found = set()
            for guard, update in several:
                if satisfied(guard, values.__getitem__):
                    new = {name: value(term, values.__getitem__) for name, term in update}
                    found.add(tuple(new.get(name, old) for name, old in zip(NAMES, vector, strict=True)))
            assert found == ({after(one, 0, vector)} if is_enabled(one, 0, vector) else set()), seed


def test_what_is_read_at_one_place_is_one_step() -> None:
    """Three variables that are given what stands at `i`: as many alternatives as `i` has values, not their product."""
    read = Case(tuple((Comparison(Linear(((Named("i"), 1),)), "=", n), Linear((), n)) for n in (1, 2)), Linear((), 3))
    event = Event("e", "e", TRUE, tuple((name, read) for name in ("a", "b", "c")))
    assert len([*alternatives(system(event), event)]) == HIGH
    narrow = Event("e", "e", compare(linear([(Named("i"), 1)]), "=", Linear((), 2)), event.update)
    [(_, update)] = alternatives(system(narrow), narrow)
    assert update == tuple((name, Linear((), 2)) for name in ("a", "b", "c"))
