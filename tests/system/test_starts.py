"""Initial states one by one are those of the definition, without trying all vectors."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from hypothesis import given, settings

from tests.support.drawn import many
from tests.system.generated import systems
from tests.system.systems import registers, variable
from vsym.logic.formula import TRUE, compare, conjunction, negate
from vsym.logic.terms import Linear, Named, linear
from vsym.system.starts import initial_states
from vsym.system.step import is_initial
from vsym.system.system import System


@settings(max_examples=many(6), deadline=None)
@given(systems())
def test_they_are_those_of_the_definition(system: System) -> None:
    system = replace(system, initial=system.properties[0].formula)
    everything = product(*(range(low, high + 1) for low, high in system.ranges))
    assert [*initial_states(system)] == [vector for vector in everything if is_initial(system, vector)]


def test_a_sum_leaves_one_of_many() -> None:
    most = 10**18
    variables = tuple(variable(name, 0, most) for name in "xyz")
    total = compare(linear([(Named(one.name), 1) for one in variables]), "=", Linear((), 3 * most))
    system = replace(registers(), variables=variables, initial=TRUE, domain=total)
    assert [*initial_states(system)] == [(most, most, most)]


def test_comparisons_of_every_sign() -> None:
    """Ranges that do not begin at 0, under bounds from both sides, of one variable and of two."""
    system = replace(registers(), variables=tuple(variable(name, -2, 3) for name in "xyz"), domain=TRUE)
    x, y, z = (linear([(Named(one), 1)]) for one in "xyz")
    for part in (
        compare(x - y, "=", Linear((), 1)),
        compare(x * -2 + y, ">=", Linear((), 5)),
        compare(x * 2 - y * 3, "<=", Linear((), -8)),
        negate(compare(x, "=", Linear((), 2))),
        negate(compare(x + y, "!=", Linear((), 0))),
        compare(x, "=", Linear((), 9)),
    ):
        found = replace(system, initial=conjunction([part, compare(z, "=", Linear((), 3))]))
        everything = product(range(-2, 4), repeat=3)
        assert [*initial_states(found)] == [vector for vector in everything if is_initial(found, vector)]
