"""The proof rules of progress: their conditions on a step are those of the definitions; their conclusions are true."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.drawn import DRAWN, many
from vsym.engines.smt.liveness.certificate import RankRule, StrategyRule, rule_of_progress

LEVELS = 2
RANKS = st.tuples(*[st.integers(-1, 1)] * LEVELS)
TWO = st.tuples(st.booleans(), st.booleans())

Values = dict[tuple[str, int], int | bool]
"""The values of the terms of a rule, before (0) and after (1) a step."""


def _true(rule: RankRule | StrategyRule, claim: str, values: Values) -> bool:
    """The truth of a claim that a rule derives, as Z3 reads it."""
    text = rule.derived(claim, lambda name, place: _literal(values[name, place]))
    (formula,) = z3.parse_smt2_string(f"(assert {text})")
    return bool(z3.is_true(z3.simplify(formula)))


def _literal(value: int | bool) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if value >= 0 else f"(- {-value})"


def _levels(*ranks: tuple[int, ...]) -> Values:
    return {(f"rank {number + 1}", place): one for place in (0, 1) for number, one in enumerate(ranks[place])}


@given(RANKS, RANKS, st.tuples(st.integers(0, 2), st.integers(0, 2)), TWO, TWO)
@settings(DRAWN, max_examples=many(80))
def test_a_rank_falls_or_stays_while_one_constraint_is_false(
    before: tuple[int, ...],
    after: tuple[int, ...],
    unmet: tuple[int, int],
    first: tuple[bool, ...],
    second: tuple[bool, ...],
) -> None:
    values = _levels(before, after)
    for place in (0, 1):
        values["unmet", place] = unmet[place]
        values |= {("justice 1", place): first[place], ("justice 2", place): second[place]}
    stays = before == after and unmet[0] == unmet[1]
    one_is_false = unmet[0] > 0 and not any((first, second)[unmet[0] - 1])
    assert _true(RankRule(("",), LEVELS, 2, 0), "falls", values) == (after < before or (stays and one_is_false))


@given(RANKS, RANKS, st.booleans(), st.booleans())
@settings(DRAWN, max_examples=many(60))
def test_a_strategy_leads_to_the_goal_or_lower_inside_its_region(
    before: tuple[int, ...], after: tuple[int, ...], goal: bool, inside: bool
) -> None:
    values = {**_levels(before, after), ("goal", 1): goal, ("region", 1): inside}
    assert _true(StrategyRule(((0, ""),), LEVELS, 0), "falls", values) == (goal or (inside and after < before))


@pytest.mark.parametrize("chosen", [(), (3,), (3, 5)])
@given(TWO, TWO)
def test_a_strategy_covers_a_state_where_a_chosen_step_is_enabled(
    chosen: tuple[int, ...], choices: tuple[bool, ...], enabled: tuple[bool, ...]
) -> None:
    values: Values = {}
    for place, step in enumerate(chosen):
        values |= {(f"chosen {step}", 0): choices[place], (f"enabled {step}", 0): enabled[place]}
    expected = any(choices[place] and enabled[place] for place in range(len(chosen)))
    assert _true(StrategyRule(tuple((step, "") for step in chosen), LEVELS, 0), "covered", values) == expected


STATES = range(3)
SETS = st.frozensets(st.sampled_from(STATES))
GRAPHS = st.frozensets(st.tuples(st.sampled_from([0, 1]), st.sampled_from(STATES), st.sampled_from(STATES)), max_size=4)
"""Edges of two steps between states."""

Graph = Collection[tuple[int, int, int]]
Truth = Callable[[int, int], bool]
"""The truth of a claim on a state and one after it."""


def _ahead(graph: Graph, states: Collection[int], without: Collection[int] = ()) -> frozenset[int]:
    """The states that edges lead to from some, these included, past none of those that are left out."""
    ahead = {*states}
    for _ in STATES:
        ahead |= {target for _, source, target in graph if source in ahead and target not in without}
    return frozenset(ahead)


def _in(states: Collection[int]) -> tuple[Truth, Truth]:
    """Two predicates on pairs of states: the first state is one of these, and the second is."""
    return (lambda before, _: before in states), (lambda _, after: after in states)


def _proves(rule: RankRule | StrategyRule, claims: dict[str, tuple[Truth, Truth]]) -> bool:
    """True where no states satisfy all claims of a goal."""

    def satisfied(name: str, places: tuple[int, ...], before: int, after: int) -> bool:
        return claims[name][places[0]](before, after)

    return not any(
        all(satisfied(claim.name, claim.places, *states) != claim.negated for claim in goal.claims)
        for goal in rule.goals()
        for states in itertools.product(STATES, repeat=2)
    )


def _step(graph: Graph, number: int) -> tuple[Truth, Truth]:
    def taken(before: int, after: int) -> bool:
        return (number, before, after) in graph

    return taken, taken


@given(GRAPHS, SETS, SETS, SETS, SETS, SETS, st.tuples(*[st.integers(0, 2)] * 3), st.tuples(*[st.booleans()] * 3))
@settings(DRAWN, max_examples=many(150))
def test_what_has_a_rank_is_inevitable(
    graph: Graph,
    reached: frozenset[int],
    domain: frozenset[int],
    pending: frozenset[int],
    goal: frozenset[int],
    just: frozenset[int],
    rank: tuple[int, ...],
    waits: tuple[bool, ...],
) -> None:
    """Rank and constraint are drawn for each state; the lemma is that states are ahead of some."""
    lemma = _ahead(graph, reached)
    waiting = _ahead(graph, pending, goal)

    def falls(before: int, after: int) -> bool:
        stays = rank[before] == rank[after] and waits[before] and waits[after] and not {before, after} & just
        return rank[after] < rank[before] or stays

    stuck = {state for state in just if all(source != state for _, source, _ in graph)}
    claims = {
        "domain": _in(domain | lemma),
        "lemma 1": _in(lemma),
        "waiting": _in(waiting),
        "goal": _in(goal),
        "stuck": _in(stuck),
        "step 0": _step(graph, 0),
        "step 1": _step(graph, 1),
        "falls": (falls, falls),
    }
    if _proves(RankRule(("", ""), 1, 1, 1), claims):
        for state in lemma & waiting:
            assert state not in stuck
            after = {target for _, source, target in graph if source == state and target not in goal}
            assert state not in just or state not in _ahead(graph, after, goal)


@given(GRAPHS, SETS, SETS, SETS, SETS, SETS, SETS, SETS, st.tuples(*[st.integers(0, 2)] * 3))
@settings(DRAWN, max_examples=many(150))
def test_what_has_a_strategy_is_possible(
    graph: Graph,
    reached: frozenset[int],
    domain: frozenset[int],
    trigger: frozenset[int],
    goal: frozenset[int],
    region: frozenset[int],
    first: frozenset[int],
    second: frozenset[int],
    rank: tuple[int, ...],
) -> None:
    """Region and rank are drawn, and where each step is chosen."""
    lemma = _ahead(graph, reached)

    def falls(before: int, after: int) -> bool:
        return after in goal or (after in region and rank[after] < rank[before])

    enabled = [{source for number, source, _ in graph if number == step} for step in (0, 1)]
    claims = {
        "domain": _in(domain | lemma),
        "lemma 1": _in(lemma),
        "trigger": _in(trigger),
        "goal": _in(goal),
        "region": _in(region),
        "chosen 0": _in(first),
        "chosen 1": _in(second),
        "step 0": _step(graph, 0),
        "step 1": _step(graph, 1),
        "covered": _in((first & enabled[0]) | (second & enabled[1])),
        "falls": (falls, falls),
    }
    if _proves(StrategyRule(((0, ""), (1, "")), 1, 1), claims):
        assert all(_ahead(graph, {state}) & goal for state in lemma & trigger)


def test_other_claims_are_not_derived() -> None:
    for claim in ("rank 1", "goal", "waiting"):
        assert RankRule(("",), 1, 1, 1).derived(claim, lambda name, _: name) is None
        assert StrategyRule(((0, ""),), 1, 1).derived(claim, lambda name, _: name) is None


@pytest.mark.parametrize(
    ("rule", "definitions"),
    [
        (RankRule((), 1, 0, 0), {"waiting", "rank 1"}),
        (RankRule(("a -> b", ""), 2, 1, 2), {"waiting", "rank 1", "rank 2", "justice 1", "lemma 1", "lemma 2"}),
        (StrategyRule((), 0, 0), {"region"}),
        (StrategyRule(((2, "a (b)"), (7, "")), 11, 0), {"region", *(f"rank {number}" for number in range(1, 12))}),
    ],
)
def test_a_rule_is_known_by_its_goals_and_definitions(rule: RankRule | StrategyRule, definitions: set[str]) -> None:
    labels = [f"some: {goal.label}" for goal in rule.goals()]
    assert rule_of_progress(labels, definitions) == rule
    assert rule_of_progress(labels, {"invariant", "step 1"}) is None
