"""Events of one shape are taken apart once, which makes no difference; making them heeds the limits."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.support.composing import decided
from tests.support.loading import counting, load_program
from tests.support.present import present
from tests.support.running import EXAMPLES
from tests.system.systems import of, ring
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source
from vsym.checking.question import Subject
from vsym.checking.stages import reduced
from vsym.diagrams import Assignment, Chain, Conjunction, Relation, Space, Transfer, split
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.levels import Levels
from vsym.engines.diagrams.splitting import alternatives
from vsym.engines.diagrams.steps import Steps, broadcast
from vsym.logic.automaton import Automaton, translate
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Comparison, Formula, Operator, Temporal, compare, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear, value
from vsym.reductions.programs.lowering import lowered
from vsym.system.event_classes import Shapes
from vsym.system.order import exclusive, level_order
from vsym.system.report import Silence
from vsym.system.step import after, is_enabled, steps
from vsym.system.system import Case, Event, System, Term, Variable

PROGRAMS = Path(__file__).parents[3] / "examples" / "programs"


def of_program(name: str, size: int) -> System:
    text = (PROGRAMS / f"{name}.m").read_text(encoding="utf-8")
    return lowered(load_program(text, {"N": size}), UNLIMITED).system


@pytest.mark.parametrize(("name", "size"), [("salestore", 2), ("matching", 3), ("peterson", 3), ("mesi_bus", 3)])
def test_an_event_taken_from_another_of_its_shape_has_the_same_steps(name: str, size: int) -> None:
    system = of_program(name, size)
    # Levels in reverse: other orders than the one in which variables are met, inside sums as well.
    levels = Levels(system, order=range(len(system.variables))[::-1])
    space = Space(levels.sizes)
    shared = Steps(system, None, levels, space)
    for number in range(len(system.events)):
        alone = Steps(system, None, levels, space)
        for states in (space.full, space.single((1,) * len(levels.sizes))):
            image = Relation(space, shared.of(number)).image(states)
            assert image == Relation(space, alone.of(number)).image(states)


def test_shapes_in_any_order_are_as_many_as_rules_whatever_the_number_of_members() -> None:
    """A guard that looks at all clients has the own one among them at another place for each."""
    for size in (2, 4):
        system = of_program("salestore", size)
        shapes = Shapes(system)
        placed = [shapes.placed(event) for event in system.events]
        assert len({one.shape for one in placed}) == 2 + 5 < len(placed) == 7 * size
        assert len({one.cells for one in placed if len(one.cells) > 1}) == size


def test_making_the_steps_of_both_heeds_the_limits() -> None:
    class OverError(Exception):
        pass

    def check() -> None:
        raise OverError

    states = range(12)
    automaton = Automaton(len(states), 0, tuple((one, other, TRUE) for one in states for other in states), ())
    system = ring(2, 40)
    levels = Levels(system, automaton.states)
    steps = Steps(system, automaton, levels, Space(levels.sizes, check=check))
    with pytest.raises(OverError):
        [[*steps.of(number)] for number in range(len(system.events))]


A, B, C, V = 0, 1, 2, 3
TOTALS = ((A, B, C),)


def to(level: int, *sources: int, plus: int = 0) -> Assignment:
    return Assignment(level, tuple((source, 1) for source in sources), plus)


def of_example(name: str, n: int) -> System:
    text = (EXAMPLES / f"{name}.gsst").read_text("utf-8")
    model = counting(Source(f"{name}.gsst", text)).at({"n": n})
    return reduced(Subject(model), decided(model), Budget(), Silence())[1].system


@pytest.mark.parametrize("name", ["dragon", "moesi", "barrier"])
def test_there_are_as_many_steps_whatever_the_number_of_processes(name: str) -> None:
    relations = [Encoding(of_example(name, n)).relation for n in (5, 50)]
    (events, chains), again = ((len(one.events), len(one.chains)) for one in relations)
    assert (events, chains) == again
    assert chains


@pytest.mark.parametrize("name", ["dragon", "moesi", "barrier"])
def test_an_automaton_beside_them_multiplies_no_broadcasts(name: str) -> None:
    """The automaton's edges differ only in guards and in its own state, which come before the counters' joint step."""
    system = of_example(name, 4)
    waits = [Temporal("F", (negate(system.initial),)), Temporal("G", (Temporal("F", (system.initial,)),))]
    automaton = translate(Temporal("U", (disjunction(waits), Temporal("X", (conjunction(waits),)))))
    assert len(automaton.edges) > 5
    alone, beside = Encoding(system).relation, Encoding(system).beside(automaton).relation
    assert 0 < len(beside.chains) == len(alone.chains)
    assert sum(len(one.first) for one in beside.chains) > len(beside.chains)


@pytest.mark.parametrize("name", ["dragon", "upgrade", "waiting_list"])
def test_steps_lead_where_the_semantics_says(name: str) -> None:
    system, draw = of_example(name, 4), Random(1)
    relation = (encoding := Encoding(system)).relation
    totals = [total.places for total in system.sums]
    assert sum(map(len, totals)) == len(system.variables)
    vectors = [vector for vector in product(range(5), repeat=len(system.variables)) if sum(vector) == 4]
    for vector in draw.sample(vectors, 30):
        image = relation.image(encoding.single(vector))
        assert {encoding.vector(values) for values in image} == {then for _, then in steps(system, vector)}


def test_what_leaves_a_level_goes_before_what_comes_to_it() -> None:
    found = present(broadcast([to(A, plus=1), to(B, A), to(C, B, C, plus=-1), to(V, A)], TOTALS))
    assert found.transfers == (Transfer(B, C), Transfer(A, B))
    assert found.rest == (to(V, A),)


def test_a_level_whose_value_is_lost_is_emptied_first() -> None:
    found = present(broadcast([to(A), to(B, A)], TOTALS))
    space = Space((4, 4, 4))
    [first] = split(space.sizes, Conjunction(), found.rest)
    relation = Relation(space, [Chain((first,), found.transfers, found.last)])
    assert list(relation.image(space.single((1, 2, 0)))) == [(0, 1, 0)]


@pytest.mark.parametrize(
    "assignments",
    [
        [to(A, A, plus=-1), to(B, B, plus=1)],  # moves
        [to(A, B), to(B, A)],  # two that change places
        [to(A, A, B)],  # a copy: B keeps its value
        [to(A, A, B), to(B, B)],
        [Assignment(A, ((B, 2),)), to(B)],
        [to(A, A, V), to(V)],  # not of one total
    ],
)
def test_other_assignments_are_taken_apart(assignments: list[Assignment]) -> None:
    assert broadcast(assignments, TOTALS) is None


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
    """Three variables get the value at place `i`: the alternatives are as many as `i` has values, not their product."""
    read = Case(tuple((Comparison(Linear(((Named("i"), 1),)), "=", n), Linear((), n)) for n in (1, 2)), Linear((), 3))
    event = Event("e", "e", TRUE, tuple((name, read) for name in ("a", "b", "c")))
    assert len([*alternatives(system(event), event)]) == HIGH
    narrow = Event("e", "e", compare(linear([(Named("i"), 1)]), "=", Linear((), 2)), event.update)
    [(_, update)] = alternatives(system(narrow), narrow)
    assert update == tuple((name, Linear((), 2)) for name in ("a", "b", "c"))


BLOCKS = """
system blocks
states Idle, Try, Use, Leave
group P[k in 1..3] of 10
shared owner : 0..3 = 0
init Idle
trans Idle -> Try { for k in 1..3 { P[k]: #Try[P[1..k]] <= 1 + k } }
trans Try -> Use { for k in 1..3 { P[k]: #Use = 0 & #Try[P[1..k-1]] = 0 do owner := k } }
trans Use -> Leave do owner := 0
trans Leave -> Idle
invariant first: owner = 1 -> #Use[P[1]] = 1
"""


def names(system: System, order: tuple[int, ...]) -> list[str]:
    return [system.variables[place].name for place in order]


def groups_of(system: System) -> dict[int, int]:
    sums = {place: total.places[0] for total in system.sums for place in total.places}
    return {place: sums.get(place, place) for place in range(len(system.variables))}


def test_counters_that_exclude_each_other_come_last_and_the_shared_variable_after_them() -> None:
    system = of(BLOCKS)
    assert names(system, tuple(sorted(exclusive(system, groups_of(system))))) == [f"#Use[P[{k}]]" for k in (1, 2, 3)]
    assert names(system, level_order(system))[-4:] == [f"#Use[P[{k}]]" for k in (1, 2, 3)] + ["owner"]
    encoding = Encoding(system)
    assert encoding.reachable().count() > 50_000
    assert encoding.space.peak_node_count < 3000


def test_groups_that_look_at_each_other_through_these_alone_stay_whole() -> None:
    """Each group's counters are together where nothing but the exclusion connects the groups."""
    text = """
system apart
states Idle, Use
group P[k in 1..3] of 4
init Idle
trans Idle -> Use { for k in 1..3 { P[k]: #Use = 0 } }
trans Use -> Idle
invariant one: #Use[P[1]] + 2 * #Use[P[2]] + 3 * #Use[P[3]] <= 3
"""
    system = of(text)
    assert len(exclusive(system, groups_of(system))) == 3
    order = level_order(system)
    groups = [groups_of(system)[place] for place in order]
    assert groups[::2] == groups[1::2]


def test_a_counter_that_grows_in_another_way_too_is_not_exclusive() -> None:
    system = of(BLOCKS.replace("trans Leave -> Idle", "trans Leave -> Idle\ntrans Leave -> Use if #Idle[P[1]] >= 1"))
    assert exclusive(system, groups_of(system)) == frozenset()


def test_few_branches_under_conditions_on_many_variables_stay_few() -> None:
    """Taken apart, who is in 1 and who is in 2 would be many cases."""
    names = [f"x{number}" for number in range(9)]
    atoms = [linear([(Named(name), 1)]) for name in names]
    some, other = (disjunction(compare(one, "=", Linear((), value)) for one in atoms) for value in (1, 2))
    update: Term = Case(((conjunction((some, other)), Linear((), 1)), (some, Linear((), 2))), Linear())
    guard = compare(atoms[0], "<=", Linear((), 1))
    variables = tuple(Variable(name, Linear(), Linear((), 2)) for name in (*names, "read"))
    event = Event("step", "step", guard, (("read", update),))
    many = System("many", variables, TRUE, TRUE, (event,))
    made = [*alternatives(many, event)]
    assert len(made) == 3
    draw = Random(1)
    for _ in range(60):
        vector = tuple(draw.choice((0, 0, 0, 0, draw.randint(0, 2))) for _ in variables)
        values: dict[Atom, int] = dict(zip((one.atom for one in variables), vector, strict=True))
        updates = [dict(new) for where, new in made if satisfied(where, values.__getitem__)]
        reads = [value(new["read"], values.__getitem__) for new in updates]
        assert reads == [state[-1] for _, state in steps(many, vector)]
