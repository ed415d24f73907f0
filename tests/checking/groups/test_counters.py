"""The group of a counter system keeps the model's steps, by their definition, and the predicates of its properties;
and it is the group that a person expects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.support.composing import decided, reduced
from tests.support.drawn import many
from tests.support.loading import load
from vsym.basics.limits import UNLIMITED, LimitReachedError, UndecidedError
from vsym.basics.source import Source
from vsym.checking.groups import counters as counter_symmetry
from vsym.checking.groups.counters import CounterGroup, bounded_group, counter_group
from vsym.checking.question import Subject
from vsym.logic.formula import Formula
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import holds, initial_states, steps
from vsym.reductions.counters.abstraction import abstract
from vsym.show.counter_group import record
from vsym.symmetry.detected.detection import predicates
from vsym.system.report import Silence
from vsym.system.step import Vector

RING = """system ring
param n = 4
states N, T, C
group G[k in 1..n] of 1
init N
trans N -> T { for k in 1..n { G[k]: none of G[k % n + 1] in T } }
trans T -> C { for k in 1..n { G[k]: none of G[k % n + 1] in C } }
trans C -> N
"""
GUARDS = (
    "none of G[k % n + 1] in B",
    "#B[G[k]] + #C[G[(k - 2) % n + 1]] <= 1",
    "#B <= 1 & some of G[k % n + 1] in {A, C}",
    "busy & none of G[k] in C",
    "true do busy := !busy",
)
EVERYWHERE = ("forall k in 1..n: none of G[k] in {B, C} | none of G[k % n + 1] in C", "#B <= n", "busy | some in A")


def _group(text: str) -> CounterGroup:
    return counter_group(reduced(load(Source("model.gsst", text))), UNLIMITED)


def _drawn(seed: int) -> Model:
    """Groups in a ring, one of which may have another guard; properties and fairness may single one out."""
    draw = Random(seed)
    n = draw.choice((2, 3))
    lines = [f"system drawn\nparam n = {n}\nstates A, B, C\ngroup G[k in 1..n] of {draw.choice((1, 1, 2))}"]
    one, odd = draw.randint(1, n), draw.randrange(12)
    lines += ["shared busy : bool = false", "init { G[1]: B; else: A }" if odd == 0 else "init A"]
    for number, (source, target) in enumerate((("A", "B"), ("B", "C"), ("C", "A")), 1):
        guards = [draw.choice(GUARDS)] * n
        if odd == number:
            guards[one - 1] = draw.choice(GUARDS)
        each = (f"  G[{k}]: {guard.replace('k', str(k))}" for k, guard in enumerate(guards, 1))
        lines.append("\n".join([f"trans {source} -> {target} {{", *each, "}"]))
    asked = draw.choice((*EVERYWHERE, f"none of G[{one}] in B", None))
    lines += [f"invariant asked: {asked}"] if asked else []
    fair = draw.choice((f"for k in 1..{n} {{ fairness some of G[k] in A }}", f"fairness some of G[{one}] in A", ""))
    return load(Source("drawn.gsst", "\n".join([*lines, fair, ""])))


Map = Callable[[Vector], Vector]


class _Meaning(NamedTuple):
    """A model by its definition, in the vectors of its counters: what every symmetry keeps, and its predicates."""

    starts: frozenset[Vector]
    steps: frozenset[tuple[Vector, Vector]]
    fair: frozenset[frozenset[Vector]]
    asked: tuple[frozenset[Vector], ...]


def _meaning(found: CounterGroup) -> _Meaning:
    model, counters = found.reduced.model, found.reduced.counters
    known = {state: abstract(counters, state) for state in initial_states(model)}
    starts, taken, rest = frozenset(known.values()), set[tuple[Vector, Vector]](), list(known)
    while rest:
        state = rest.pop()
        for step in steps(model, state):
            if step.target not in known:
                known[step.target] = abstract(counters, step.target)
                rest.append(step.target)
            taken.add((known[state], known[step.target]))

    def where(formula: Formula) -> frozenset[Vector]:
        return frozenset(vector for state, vector in known.items() if holds(formula, state))

    fair = frozenset(where(one.formula) for one in model.fairness)
    asked = (where(one) for prop in model.properties for one in predicates(prop.formula))
    return _Meaning(starts, frozenset(taken), fair, tuple(asked))


def _elements(found: CounterGroup) -> Iterator[Map]:
    """All symmetries of a group, as maps of vectors."""
    literals = found.detected.literals

    def applied(images: Sequence[int], vector: Vector) -> Vector:
        places = (literals.number(cell, value) for cell, value in enumerate(vector))
        moved = dict(literals.all[images[place]] for place in places)
        return tuple(moved[cell] for cell in range(len(vector)))

    for element in found.detected.group.elements():
        yield partial(applied, element.tolist())


def _keeps(symmetry: Map, meaning: _Meaning) -> bool:
    def image(states: Iterable[Vector]) -> frozenset[Vector]:
        return frozenset(map(symmetry, states))

    moved = frozenset((symmetry(one), symmetry(then)) for one, then in meaning.steps)
    return (image(meaning.starts), moved, frozenset(map(image, meaning.fair))) == meaning[:3]


def _turned(found: CounterGroup, vector: Vector) -> Vector:
    """The state after each group has moved to the place of the next one."""
    counters, width = len(found.reduced.counters.counters), len(found.reduced.counters.states)
    return (*vector[counters - width : counters], *vector[: counters - width], *vector[counters:])


@pytest.mark.parametrize("part", range(2))
def test_symmetries_of_drawn_models_keep_what_their_definition_says(part: int) -> None:
    """Where a rotation of the groups is a symmetry, vsym finds it."""
    rotating = 0
    for seed in range(part * many(2), (part + 1) * many(2)):
        model = _drawn(seed)
        found = counter_group(reduced(model), UNLIMITED)
        meaning = _meaning(found)
        symmetries = list(_elements(found))
        assert len(symmetries) == found.group.order
        assert all(_keeps(one, meaning) for one in symmetries), seed
        subgroup = None if found.subgroup is None else found.subgroup.group
        order = found.group.order if subgroup is None else subgroup.order
        keeping = sum(all(set(map(one, states)) == states for states in meaning.asked) for one in symmetries)
        assert order == keeping, seed
        blocks = len(found.reduced.counters.blocks)
        # Where nothing ever moves, each variable has one value, and there is nothing to exchange.
        if blocks > 1 and meaning.steps and _keeps(partial(_turned, found), meaning):
            assert found.group.order % blocks == 0, seed
            rotating += 1
    assert rotating


@pytest.mark.parametrize(
    ("more", "order", "kept"),
    [
        ("invariant free: forall k in 1..n: none of G[k] in C | none of G[k % n + 1] in C\n", 4, 4),
        ("invariant opposite: none of G[1] in C & none of G[3] in C\n", 4, 2),
        ("invariant first: none of G[1] in C\n", 4, 1),
        ("fairness none of G[1] in C\n", 1, None),
        ("for k in 1..n { fairness none of G[k] in C } invariant few: #C <= 2\n", 4, 4),
    ],
)
def test_fairness_restricts_the_group_and_properties_what_is_kept(more: str, order: int, kept: int | None) -> None:
    found = _group(RING + more)
    assert (found.group.order, found.detected.checked) == (order, "proved")
    left = None if found.subgroup is None or found.subgroup.group is None else found.subgroup.group.order
    assert left == kept


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("init N", "init { G[2]: T; else: N }"),
        ("{ for k in 1..n { G[k]: none of G[k % n + 1] in T } }", "{ for k in 1..n-1 { G[k]: none of G[k+1] in T } }"),
    ],
)
def test_one_group_that_starts_or_moves_in_another_way_does_not_rotate(old: str, new: str) -> None:
    assert old in RING
    found = _group(RING.replace(old, new))
    assert found.group.order == 1


def test_a_guard_that_says_the_same_of_other_local_states_is_the_same() -> None:
    """A single process is in N or in C exactly if it is not in T."""
    guard = "{ for k in 1..n-1 { G[k]: none of G[k+1] in T } G[n]: some of G[1] in {N, C} }"
    text = RING.replace("{ for k in 1..n { G[k]: none of G[k % n + 1] in T } }", guard)
    found = _group(text)
    assert (guard in text, found.group.text) == (True, "C4")


def test_the_group_is_said_in_the_words_of_the_model() -> None:
    """Groups are exchanged, and local states in one of them: twice that, local states are exchanged in both."""
    text = """system lamps
    shared on : bool = false
    states Idle, Up[1..2]
    group Red of 2 group Blue of 2
    init Idle
    trans Idle -> Up[1] { Red: #Up[1][Blue] = 0 Blue: #Up[2][Red] = 0 }
    trans Idle -> Up[2] { Red: #Up[2][Blue] = 0 Blue: #Up[1][Red] = 0 }
    trans Up[1] -> Idle do on := !on
    trans Up[2] -> Idle do on := !on
    """
    said: Any = record(_group(text))
    assert (said["order"], said["structure"]["text"], said["kept"]) == (4, "C4", None)
    up = frozenset(f"#Up[{number}][{group}]" for number in (1, 2) for group in ("Red", "Blue"))
    assert {frozenset(orbit) for orbit in said["orbits"]} == {up, frozenset({"#Idle[Red]", "#Idle[Blue]"})}
    generator = next(one for one in map(dict, said["generators"]) if "#Idle[Red]" in one)
    assert generator["#Idle[Red]"] == "#Idle[Blue]"
    assert generator[generator["#Up[1][Red]"]] == "#Up[2][Red]"
    assert generator[generator["#Up[1][Blue]"]] == "#Up[2][Blue]"


def test_work_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    model = load(Source("ring.gsst", RING))
    known = decided(model)
    assert bounded_group(Subject(model), known, UNLIMITED, Silence()).group.text == "C4"
    monkeypatch.setattr(counter_symmetry, "SECONDS", 0.0)
    with pytest.raises(UndecidedError, match=r"^it takes more than 0 seconds$"):
        bounded_group(Subject(model), known, UNLIMITED, Silence())
    with pytest.raises(LimitReachedError):
        bounded_group(Subject(model), known, UNLIMITED.within(0), Silence())
