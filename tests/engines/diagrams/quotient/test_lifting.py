"""Elements that take one vector to another: there are some within orbits, and none between them."""

from __future__ import annotations

from itertools import product

from vsym.diagrams.symmetry.action import Action
from vsym.diagrams.symmetry.product import Generated
from vsym.engines.diagrams.quotient.stepping import Transport

TWELVE = Generated((3, 2, 2), (Action.of((0, 2, 1), {0: (2, 0, 1), 2: (1, 0)}),))
"""One generator: three values of a level in a ring, and two levels exchanged of which one is negated on the way."""

VECTORS = tuple(product(range(3), range(2), range(2)))


def test_vectors_are_taken_to_all_of_their_orbit_and_to_no_other() -> None:
    elements = TWELVE.elements()
    for source in VECTORS:
        orbit = {element.apply(source) for element in elements}
        for target in VECTORS:
            found = Transport(TWELVE).taking(source, target)
            assert (found is not None) == (target in orbit)
            assert found is None or (found in TWELVE and found.apply(source) == target)
