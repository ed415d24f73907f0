"""Initial states and their counters, against all initial states by the definition, for any blocks."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.drawn import many
from tests.support.loading import load
from vsym.basics.source import Source
from vsym.models.counting.model import Model
from vsym.models.counting.processes import refine
from vsym.models.counting.semantics import State, initial_states
from vsym.reductions.counters.abstraction import abstract
from vsym.reductions.counters.lowering import lowered
from vsym.reductions.counters.starts import initial_counters, initial_orbit, initial_state
from vsym.reductions.direct import view
from vsym.symmetry.virtual.relations import observed
from vsym.system.step import holds

HOMES = ("all of {} in A", "all of {} in B", "#C[{}] >= size", None)


@st.composite
def started(draw: st.DrawFn) -> Model:
    """Three groups of which some start in one local state each; the others anywhere, or where a sum allows it."""
    sizes = {name: draw(st.integers(1, 2)) for name in "PQR"}
    homes = [(name, draw(st.sampled_from(HOMES))) for name in sizes]
    parts = [home.format(name).replace("size", str(sizes[name])) for name, home in homes if home is not None]
    parts += draw(st.sampled_from([[], ["#A <= 3"], ["#B[P] <= 1"], ["(#A >= 1 | #C = 0)"]]))
    groups = [f"group {name} of {size}" for name, size in sizes.items()]
    start = f"init where {' & '.join(parts)}" if parts else "init any"
    return load(Source("s.gsst", "\n".join(["system s", "states A, B, C", *groups, start, "trans A -> B", ""])))


@settings(max_examples=many(10))
@given(st.data(), started())
def test_initial_states_have_the_counters_that_the_formula_says(data: st.DataObject, model: Model) -> None:
    apart = data.draw(st.lists(st.sampled_from([group.processes for group in model.groups]), max_size=2))
    blocks = refine([*observed(model), *apart])
    system = replace(view(model, blocks), initial=initial_counters(model, blocks))
    orbits: dict[tuple[int, ...], set[State]] = defaultdict(set)
    for state in initial_states(model):
        orbits[abstract(system, state)].add(state)
    below = lowered(system)
    for locations in product(model.states, repeat=model.size):
        vector = abstract(system, State(locations, ()))
        members = list(initial_orbit(model, system, vector))
        assert set(members) == orbits.get(vector, set())
        assert len(members) == len(set(members))
        assert (initial_state(model, system, vector) in members) == holds(below, below.initial, vector)
