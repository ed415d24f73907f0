"""Initial states and their counters, where sets of processes that are counted together start apart (theory, section 3).

`init` puts some disjoint sets of processes, the homes, each into one local state; its other conjuncts count in unions
of blocks. A vector is that of an initial state if and only if these conjuncts hold of it, and each block has in each
local state at least as many processes as homes put there: the others can be anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.logic.formula import Formula, compare, conjunction
from vsym.logic.terms import Linear, linear
from vsym.models.counting.counts import Count, home_counts
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State, is_initial
from vsym.reductions.counters.abstraction import CounterSystem, concretize, rearranged
from vsym.reductions.counters.lowering import lowered_formula
from vsym.reductions.counters.project import rewrite_per_block
from vsym.symmetry.virtual.relations import is_union
from vsym.system.system import System


def initial_counters(model: Model, blocks: Sequence[Processes]) -> Formula:
    """∃X. init(X) ∧ inv(X) ∧ x = ΣX, for blocks that the conjuncts of `init` without a home do not cut."""
    homes, rest = home_counts(model)
    if all(is_union(home.processes, blocks) for home in homes):
        return rewrite_per_block(model.initial, blocks)
    there: list[Formula] = []
    for block in blocks:
        at_home: dict[str, Processes] = {}
        for home in homes:
            if common := home.processes & block:
                at_home[home.state] = at_home.get(home.state, Processes()) | common
        everyone = sum(common.size for common in at_home.values()) == block.size
        for state, common in at_home.items():
            count = linear([(Count(state, block), 1)])
            there.append(compare(count, "=" if everyone else ">=", model.size_of(common)))
    return conjunction([*there, rewrite_per_block(rest, blocks)])


def initial_state(model: Model, system: CounterSystem, vector: Sequence[int]) -> State | None:
    """An initial state with these counters and shared values, None where there is none."""
    homes, _ = home_counts(model)
    if not all(room >= 0 for room in _rooms(system, vector, homes)):
        return None
    state = concretize(model, system, vector, homes)
    return state if is_initial(model, state) else None


def initial_orbit(model: Model, system: CounterSystem, vector: Sequence[int]) -> Iterator[State]:
    """Every initial state with these counters and shared values, each once."""
    first = initial_state(model, system, vector)
    if first is not None:
        settled = Processes.of(piece for home in home_counts(model)[0] for piece in home.processes.ranges)
        yield from rearranged(model, first, [block.processes - settled for block in system.blocks])


@frozen
class Waiting:
    """A hint: that some processes of a block are where they may start; `text` says so in words."""

    text: str
    formula: Formula

    def predicate(self, _: System) -> Formula:
        """The hint on the system that the counters are."""
        return self.formula


def waiting(model: Model, system: CounterSystem) -> tuple[Waiting, ...]:
    """The conditions that all processes of a block but one, but two, … are where they start, in this order; it is the
    largest block of which `init` says so.

    Raises RefusedError where there is no such block.
    """
    homes = home_counts(model)[0]
    blocks = sorted(system.blocks, key=lambda one: -one.processes.size)
    for block in blocks:
        there = [home for home in homes if home.processes & block.processes]
        states = list(dict.fromkeys(home.state for home in there))
        settled = sum((home.processes & block.processes).size for home in there)
        size = block.processes.size
        if 1 < size == settled and len(states) < len(model.states):
            count = linear([(Count(state, block.processes), 1) for state in states])
            return tuple(
                Waiting(
                    f"{still} of {block.name} as at the start",
                    lowered_formula(system, compare(count, ">=", Linear((), still))),
                )
                for still in range(size - 1, 0, -1)
            )
    raise RefusedError(
        "--hints auto lets the processes of a block in one by one, and `init` says of no block of several where they "
        "start; give hints by --hint"
    )


def _rooms(system: CounterSystem, vector: Sequence[int], homes: Sequence[Count]) -> Iterator[int]:
    """The number of processes of each block and local state that no home puts there."""
    for number, count in zip(vector, system.counters, strict=False):
        yield number - sum((home.processes & count.processes).size for home in homes if home.state == count.state)
