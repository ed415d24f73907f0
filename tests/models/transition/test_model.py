"""Systems as models: their initial states, and what ranges say."""

from __future__ import annotations

import itertools
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.engines.contract import drawn_quickly
from tests.models.test_contract import LIGHT
from tests.system.generated import systems
from vsym.basics.source import Source
from vsym.languages.registry import parsed
from vsym.logic.formula import TRUE, compare, conjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.models.transition.model import Definition, bounds, ranges, states
from vsym.system.step import is_initial
from vsym.system.system import Variable


def test_the_words_of_a_system() -> None:
    model = parsed(Source("light.sys", LIGHT)).at({"most": 3})
    first, second = model.semantics.initial()
    assert model.words.extent == "3 variables, 4 events; most = 3"
    assert model.words.columns(first) == (("light", "red"), ("cars", "0"), ("night", "false"))
    assert model.words.columns(second)[2] == ("night", "true")
    [(event, target)] = model.semantics.steps(first)
    assert (model.words.step(event), model.words.changes(first, target)) == ("arrive", (("cars", "1"),))


def test_ranges_are_narrowed_by_what_is_said_of_one_variable() -> None:
    x, y = (Variable(name, Linear((), -1), Linear((), 9)) for name in "xy")
    of_x, of_y, both = linear([(x.atom, 1)]), linear([(y.atom, 2)]), linear([(x.atom, 2), (y.atom, -1)])
    where = conjunction(
        [compare(of_x, ">", Linear((), 2)), compare(of_y, "<=", Linear((), 7)), compare(both, ">=", Linear())]
    )
    known = ranges((x, y), where)
    assert known == {Named("x"): (3, 9), Named("y"): (-1, 3)}
    assert bounds(both + Linear((), 1), known) == (4, 20)
    assert ranges((x, y), TRUE) == {Named("x"): (-1, 9), Named("y"): (-1, 9)}


@drawn_quickly(50)
@given(st.data())
def test_the_initial_states_are_all_those_of_the_definition(data: Any) -> None:
    system = data.draw(systems())
    every = itertools.product(*(range(low, high + 1) for low, high in system.ranges))
    expected = [state for state in every if is_initial(system, state)]
    assert list(Definition(system).initial()) == expected
    assert list(states(system.variables, conjunction([system.domain, system.initial]))) == expected
