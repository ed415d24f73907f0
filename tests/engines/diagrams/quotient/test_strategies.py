"""Strategies one by one: the states that they keep, and the way they go on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.diagrams.symmetric_models import Model, clients_and_servers, philosophers, sale_store, software_product_line
from vsym.basics.options import WHOLE, Closing
from vsym.diagrams import Linear, Relation, Space, StateSet
from vsym.diagrams.symmetry.group import Group
from vsym.engines.diagrams.quotient.strategies import (
    After,
    Explored,
    Exploring,
    Full,
    Hint,
    Representatives,
    Strategy,
    Within,
    chosen,
)


def _never(_: Explored) -> bool:
    return False


class _Work:
    """A model on a space of its own, all its reachable states, and the exploration that strategies carry out."""

    def __init__(
        self,
        model: Model,
        check: Callable[[], None] | None = None,
        ends: Callable[[Explored], bool] = _never,
    ) -> None:
        self.group = model.group
        self.space = Space(model.sizes, check=check)
        self.relation = Relation(self.space, model.events)
        self.initial = self.space.single(model.start)
        image, canonical = self.relation.image, model.group.canonical
        self.asked = Exploring(
            self.initial,
            image,
            self._saturated,
            model.group,
            ends,
            lambda states: canonical(image(states)),
            lambda: canonical(self._saturated()),
        )

    def _saturated(self) -> StateSet:
        return self.relation.reachable(self.initial)

    def meets(self, states: StateSet) -> StateSet:
        """The states in the orbits of some states."""
        return self.group.closure(states)


MODELS = {
    "clients": clients_and_servers(3, 2),
    "ring": philosophers(5),
    "switches": software_product_line(3),
}

ANYWHERE = Hint("true", Linear((), 0, 0))

STRATEGIES: dict[str, Callable[[Exploring], Strategy]] = {
    "full": Full,
    "after": After,
    "within": Within,
    "representatives": Representatives,
    "once for each hint": lambda asked: Representatives(asked, [ANYWHERE], Closing("hint")),
    "cut short": lambda asked: Representatives(asked, (), Closing(rounds=1)),
    "of few nodes": lambda asked: Representatives(asked, (), Closing(nodes=9)),
}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=STRATEGIES)
def test_every_orbit_is_met_and_no_other(strategy: Callable[[Exploring], Strategy], model: Model) -> None:
    work = _Work(model)
    explored = strategy(work.asked).run()
    reachable = work.relation.reachable(work.initial)
    assert explored.complete
    assert work.meets(explored.states) == work.meets(reachable)
    if explored.real:
        assert explored.states <= reachable
    elif work.group.minimal:
        assert explored.states == work.group.canonical(reachable)
    seen = work.space.empty
    for number, layer in enumerate(explored.layers):
        if number:
            assert layer <= work.meets(work.relation.image(work.meets(seen)))
        seen |= layer
    assert not explored.layers or seen == explored.states


def test_fewer_representatives_than_states_are_kept() -> None:
    work = _Work(MODELS["clients"])
    reachable = work.relation.reachable(work.initial)
    kept = Representatives(work.asked).run().states.count()
    assert work.group.canonical(reachable).count() <= kept < reachable.count()


def test_shorter_sigma_steps_keep_more() -> None:
    closings = (WHOLE, Closing(rounds=2), Closing(rounds=1), Closing(rounds=0), Closing("hint"))
    works = [_Work(MODELS["clients"]) for _ in closings]
    asked = zip(works, closings, strict=True)
    kept = [Representatives(work.asked, (), closing).run().states.count() for work, closing in asked]
    reachable = works[0].relation.reachable(works[0].initial).count()
    assert kept[0] < kept[2] < kept[3] == reachable
    assert kept[0] <= kept[1] <= kept[2]
    assert kept[0] < kept[4] <= reachable


def test_sigma_steps_of_fewer_nodes_keep_more() -> None:
    closings = (WHOLE, Closing(nodes=1_000), Closing(nodes=9), Closing(nodes=0), Closing(rounds=1, nodes=1_000))
    works = [_Work(MODELS["clients"]) for _ in closings]
    asked = zip(works, closings, strict=True)
    kept = [Representatives(work.asked, (), closing).run().states.count() for work, closing in asked]
    reachable = works[0].relation.reachable(works[0].initial).count()
    assert kept[0] == kept[1] < kept[2] < kept[3] == reachable
    once = Representatives(_Work(MODELS["clients"]).asked, (), Closing(rounds=1)).run().states.count()
    assert kept[4] == once


@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=STRATEGIES)
def test_what_is_interrupted_goes_on(
    strategy: Callable[[Exploring], Strategy], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a run is interrupted, the next one ends with the states that an uninterrupted run keeps."""
    monkeypatch.setattr("vsym.diagrams.nodes._UNITS_PER_REPORT", 1)
    expected = {*strategy(_Work(MODELS["clients"]).asked).run().states}
    looks, most = 0, 0

    def check() -> None:
        nonlocal looks
        looks += 1
        if most and looks > most:
            looks = 0
            raise KeyboardInterrupt

    work = _Work(MODELS["clients"], check)
    made, interrupted = strategy(work.asked), 0
    most = 300
    while True:
        try:
            explored = made.run()
            break
        except KeyboardInterrupt:
            interrupted += 1
            most += 100
    assert {*explored.states} == expected
    assert interrupted


def test_layers_are_kept_where_nodes_are_forgotten_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no room to spare, the space gives up after each layer the nodes that only earlier layers needed, and meets
    them again where a later step needs them."""
    roomy = _Work(MODELS["clients"])
    expected = Within(roomy.asked).run()
    monkeypatch.setattr("vsym.diagrams.nodes._ROOM", 0)
    tight = _Work(MODELS["clients"])
    explored = Within(tight.asked).run()
    assert [[*layer] for layer in explored.layers] == [[*layer] for layer in expected.layers]
    assert tight.space.node_count < roomy.space.node_count == roomy.space.peak_node_count
    assert tight.space.peak_node_count < roomy.space.peak_node_count


def test_hints_bound_the_steps_one_after_the_other() -> None:
    """Of three switches in turn, under the first hint only the first one is turned."""
    work = _Work(software_product_line(3))
    others_off = [Linear(((level, 1),), 0, 0) for level in range(1, 8)]
    hints = [Hint("one", others_off[0]), Hint("nothing", Linear(((0, 1),), 2, 2)), Hint("again", others_off[0])]
    strategy = Representatives(work.asked, hints)
    assert strategy.explored.hint == 0
    explored = strategy.run()
    assert explored.complete
    assert explored.hint is None
    assert explored.idle == (1, 2)
    assert work.meets(explored.states) == work.relation.reachable(work.initial)


def test_after_a_hint_steps_begin_in_all_that_was_met() -> None:
    """The hint leaves out the first client's steps until the others have gone; from there nobody comes back."""
    work = _Work(sale_store(2, 2))
    explored = Representatives(work.asked, [Hint("the first is outside", Linear(((0, 1),), 0, 0))]).run()
    assert work.meets(explored.states) == work.meets(work.relation.reachable(work.initial))


def test_a_search_ends_where_it_may_and_says_under_which_hint() -> None:
    on = Linear(((2, 1),), 1, 1)
    work = _Work(software_product_line(3), ends=lambda explored: bool(explored.layers[-1].select(on)))
    explored = Representatives(work.asked, [Hint("all off", Linear(((1, 1),), 0, 0))]).run()
    assert not explored.complete
    assert explored.hint == 0
    assert explored.layers[-1].select(on)
    assert not any(layer.select(on) for layer in explored.layers[:-1])


@pytest.mark.parametrize(
    ("group", "names"),
    [
        (software_product_line(3).group, ("after", "within")),
        (clients_and_servers(2, 3).group, ("within", "after")),
        (clients_and_servers(3, 2).group, ("after", "within")),
        (philosophers(4).group, ("full", "representatives")),
    ],
    ids=["members alone", "members that are named", "two that are named", "ring"],
)
def test_the_longer_turns_are_of_what_has_the_smaller_diagrams(group: Group, names: tuple[str, str]) -> None:
    ways = chosen(group, proved=True)
    assert tuple(name for name, _ in sorted(ways, key=lambda way: way[1])) == names
    assert [name for name, _ in chosen(group, proved=False)] == ["full", "representatives"]
