"""Small Murphi programs drawn for the oracle, and the same as texts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import strategies as st

from tests.support import oracle_programs as tree
from tests.support.drawn import many
from tests.support.generated_program_choices import choices
from tests.support.generated_program_expressions import domains, has, passed, plain, truth
from tests.support.generated_program_names import SIMPLE, Entry, Kind, Words, chance, one, place_of, weighed
from tests.support.generated_program_statements import Body, aliased, beginning, prepared, results, statements
from tests.support.oracle_program_types import BOOLEAN, Array, Bag, Elements, Int, Names, OneOf, Record, Simple, Type
from tests.support.oracle_programs_exploration import Explored, TooManyError, explored
from tests.support.spelled_programs import Style, Text, spelled

NOBODY = Names(("Nobody",))


STATES = 300


def seeds(count: int) -> range:
    """The numbers of as many programs as `many` says."""
    return range(many(count))


@dataclass(frozen=True)
class Drawn:
    """A drawn program, the oracle's exploration of it, and its text."""

    program: tree.Program = field(repr=False)
    explored: Explored = field(repr=False)
    spelled: Text
    effects: bool = False

    @property
    def troubles(self) -> set[tuple[str, int]]:
        """The kinds of the errors that it can end in, and their lines."""
        return {(kind, self.spelled.lines[line]) for kind, line in self.explored.troubles}


def programs(kind: Kind) -> st.SearchStrategy[Drawn]:
    """Programs of a kind."""
    return st.randoms(use_true_random=True).map(lambda draw: drawn(draw, kind))


def drawn(draw: Random, kind: Kind) -> Drawn:
    """A program of a kind with at most STATES states; most programs have more than a few."""
    while True:
        program = _program(draw, kind)
        try:
            found = explored(program, STATES)
        except TooManyError:
            continue
        # Assumptions may drop every start state.
        begun = found.states or found.troubles
        if begun and (len(found.states) > 4 or chance(draw, 15)):
            style = Style(*(chance(draw, 25) for _ in Style._fields))
            style = style._replace(joined=not kind.strict and style.joined)
            return Drawn(program, found, spelled(program, style), kind.effects)


def _program(draw: Random, kind: Kind) -> tree.Program:
    types = _types(draw, kind)
    careful = not kind.wild or chance(draw, 50)
    words = Words(kind, (*(of for _, of in types), BOOLEAN), careful=careful)
    variables = _variables(draw, words)
    for name, of in variables:
        words = words.having(name, of)
    routines: tuple[tree.Routine, ...] = ()
    for _ in range(draw.randint(0, 2)):
        routine, pure = _routine(draw, words)
        routines = (*routines, routine)
        words = replace(words, routines=(*words.routines, (routine, pure)))
    tidy = 100 if careful and not kind.wild else one(draw, [100, 100, 80, 50])
    starts = tuple(_start(draw, words, variables, tidy) for _ in range(2 if chance(draw, 30) else 1))
    rules = tuple(_rule(draw, words) for _ in range(draw.randint(2, 5)))
    if chance(draw, 40):
        rules = (*rules[:2], *choices(draw, words))
    stated = [_property(draw, words) for _ in range(draw.randint(1, 2))]
    # Two properties with one condition end in one error, on the line of the first.
    properties = tuple({prop.condition: prop for prop in reversed(stated)}.values())
    lenient = not kind.strict and chance(draw, 20)
    return tree.Program(types, variables, routines, starts, rules, properties, lenient, kind.wild, not kind.strict)


def _types(draw: Random, kind: Kind) -> tree.Variables:
    types: list[tuple[str, Type]] = [("Val", Int(0, one(draw, [1, 2, 2, 3])))]
    simple: list[Simple] = [Int(0, 1), BOOLEAN]
    if kind.symmetric or chance(draw, 40):
        types.append(("Pid", Elements("Pid", draw.randint(2, 3))))
    if chance(draw, 60):
        types.append(("Color", Names(("Red", "Green", "Blue")[: draw.randint(2, 3)])))
    if kind.symmetric and chance(draw, 20):
        types.append(("Node", Elements("Node", 2)))
    if kind.wild and chance(draw, 15):
        types.append(("Sign", Int(-1, 1)))
    members = [of for _, of in types if isinstance(of, Names | Elements)]
    if not kind.strict and members and chance(draw, 40):
        extra = NOBODY
        types.append(("Extra", extra))
        types.append(("Some", OneOf((*members, extra))))
    simple += [of for _, of in types if isinstance(of, SIMPLE) and of != NOBODY]
    if chance(draw, 40):
        seat: list[Simple] = [Int(0, 1), Int(0, 2), BOOLEAN]
        index = Int(0, draw.randint(1, 2))
        types += [("Seat", index), ("Seats", Array(index, one(draw, seat)))]
    if chance(draw, 50):
        fields = tuple((f"f{number}", one(draw, simple)) for number in range(draw.randint(1, 2)))
        types.append(("Rec", Record(fields)))
    if chance(draw, 40):
        types.append(("Row", Array(_index(draw, simple, kind), one(draw, simple))))
    if not kind.strict and chance(draw, 50):
        elements = [*simple, *(of for name, of in types if name == "Rec")]
        types.append(("Box", Bag(draw.randint(1, 2), one(draw, elements))))
    return tuple(types)


def _index(draw: Random, simple: list[Simple], kind: Kind) -> Simple:
    sets = [of for of in simple if isinstance(of, Elements)]
    if kind.symmetric and sets and chance(draw, 70):
        return sets[0]
    return one(draw, [of for of in simple if of != BOOLEAN] if chance(draw, 80) else simple)


def _variables(draw: Random, words: Words) -> tree.Variables:
    simple: list[Simple] = [of for of in words.types if isinstance(of, SIMPLE) and of != NOBODY]
    large: list[Type] = [of for of in words.types if not isinstance(of, SIMPLE)]
    drawn: list[Type] = [one(draw, simple)]
    drawn += [large[number] for number in range(len(large)) if chance(draw, 70)]
    if chance(draw, 60):
        drawn.append(one(draw, simple))
    if chance(draw, 40) or words.kind.symmetric:
        element = one(draw, [*simple, *(of for of in large if isinstance(of, Record | Bag))])
        drawn.append(Array(_index(draw, simple, words.kind), element))
    return tuple((f"v{number}", of) for number, of in enumerate(drawn))


def _routine(draw: Random, words: Words) -> tuple[tree.Routine, bool]:
    name = words.fresh("r")
    pure = chance(draw, 50)
    parameters: list[tuple[str, Type, bool]] = []
    scope = replace(words.read_only() if pure else words, assuming=False)
    for _ in range(draw.randint(0, 2)):
        reference = not pure and chance(draw, 60)
        options = [of for of in words.types if isinstance(of, SIMPLE) or (not has(of, Bag) and chance(draw, 40))]
        of = one(draw, options)
        parameters.append((words.fresh("p"), of, reference))
        scope = scope.having(parameters[-1][0], of, writable=reference)
    variables: tree.Variables = ()
    if chance(draw, 50):
        variables = ((words.fresh("l"), one(draw, [of for of in words.types if not has(of, Bag)])),)
        scope = scope.having(*variables[0])
    body = (*prepared(draw, scope, variables), *statements(draw, scope, 2, 2)) if not pure or variables else ()
    result: Type | None = None
    if pure or chance(draw, 40):
        result = one(draw, [of for of in words.types if isinstance(of, SIMPLE)])
        body = results(draw, scope, result, body)
    return tree.Routine(name, tuple(parameters), result, variables, body), pure


def _start(draw: Random, words: Words, variables: tree.Variables, percent: int) -> tree.Rule:
    wrappers: list[tree.Wrapper] = []
    sets = [of for of in words.types if isinstance(of, Elements)]
    if sets and (words.kind.symmetric or chance(draw, 60)):
        for of in sets:
            wrappers.append(tree.Over(words.fresh("s"), of))
            words = words.binding(wrappers[-1].name, of)
    elif chance(draw, 15):
        wrappers.append(tree.Over(words.fresh("s"), Int(0, 1)))
        words = words.binding(wrappers[-1].name, Int(0, 1))
    body = beginning(draw, words, variables, percent)
    if chance(draw, 20):
        body = (*body, *statements(draw, words, 1, 1))
    return tree.Rule(words.fresh("start "), tuple(wrappers), tree.Literal_(True), (), body)


def _rule(draw: Random, words: Words) -> tree.Rule:
    wrappers: list[tree.Wrapper] = []
    for _ in range(draw.randint(0, 2)):
        wrapper, words = _wrapper(draw, words)
        wrappers.append(wrapper)
    depth = draw.randint(0, 2)
    guard = truth(draw, words.read_only(), depth) if chance(draw, 85) else tree.Literal_(True)
    if words.kind.effects and chance(draw, 50):
        guard = _changing(draw, words, guard)
    outside = words
    variables: tree.Variables = ()
    if chance(draw, 25):
        variables = ((words.fresh("l"), one(draw, [of for of in words.types if not has(of, Bag)])),)
        words = words.having(*variables[0])
    body = (*prepared(draw, words, variables), *statements(draw, words, 2))
    if chance(draw, 15):
        body = (*body, tree.Claim("assume", truth(draw, words, 1)))
    if chance(draw, 50):
        guard, body = _moving(draw, outside, guard, body)
    priority = draw.randint(0, 2) if words.kind.wild and chance(draw, 20) else 0
    return tree.Rule(words.fresh("rule "), tuple(wrappers), guard, variables, body, priority)


def _changing(draw: Random, words: Words, condition: tree.Expression) -> tree.Expression:
    """A condition with a call of a function that changes variables, if there is one."""
    functions = [routine for routine, pure in words.routines if not pure and isinstance(routine.result, SIMPLE)]
    if not functions:
        return condition
    routine = one(draw, functions)
    arguments = passed(draw, words, routine, False, 0)
    assert isinstance(routine.result, SIMPLE)
    results = plain(words, routine.result)
    if arguments is None or not results:
        return condition
    called = tree.Infix(one(draw, ["=", "!="]), tree.Call(routine.name, arguments), one(draw, results))
    pair = (called, condition) if chance(draw, 60) else (condition, called)
    return tree.Infix(one(draw, ["&", "|"]), *pair)


def _moving(draw: Random, words: Words, guard: tree.Expression, body: Body) -> tuple[tree.Expression, Body]:
    """A rule that gives a variable another value, where it has a certain one."""
    there = place_of(draw, words, lambda of: isinstance(of, SIMPLE) and len(plain(words, of)) > 1, write=True)
    if there is None:
        return guard, body
    assert isinstance(there[1], SIMPLE)
    before, after = draw.sample(plain(words, there[1]), 2)
    asked: tree.Expression = tree.Infix("=", there[0], before)
    if chance(draw, 30):
        asked = tree.Infix(one(draw, ["&", "|"]), asked, guard)
    return asked, (tree.Assign(there[0], after), *(body if chance(draw, 50) else ()))


def _wrapper(draw: Random, words: Words) -> tuple[tree.Wrapper, Words]:
    bag = place_of(draw, words, lambda of: isinstance(of, Bag), write=True) if not words.kind.strict else None
    if bag is not None and chance(draw, 50):
        assert isinstance(bag[1], Bag)
        name = words.fresh("c")
        return tree.Pick(name, bag[0]), replace(words, entries=(*words.entries, Entry(bag[0], name, bag[1].element)))
    if chance(draw, 25):
        return aliased(draw, words)
    sets = [of for of in words.types if isinstance(of, Elements)]
    name = words.fresh("i")
    domain, of = (sets[0], sets[0]) if sets and chance(draw, 60) else domains(draw, words)
    if words.kind.strict:
        # The generator of rumur takes only types here.
        domain = of = one(draw, [of for of in words.types if isinstance(of, SIMPLE)])
    return tree.Over(name, domain), words.binding(name, of)


def _property(draw: Random, words: Words) -> tree.Property:
    kind = "invariant" if chance(draw, 60) else weighed(draw, [(4, "cover"), (4, "liveness"), (1, "assume")])
    condition = truth(draw, words.read_only(), 2)
    if words.kind.effects and kind != "assume" and chance(draw, 40):
        condition = _changing(draw, words, condition)
    return tree.Property(kind, words.fresh("property "), condition)  # type: ignore[arg-type]
