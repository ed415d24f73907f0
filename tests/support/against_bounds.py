"""The bounds that vsym computes, in the words of the oracle: for every partition of a drawn model's cells."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import assume

from tests.support import oracle, oracle_symmetry
from tests.support.against_oracle import blocks_of
from tests.support.drawn import loaded
from tests.support.generated import Generated
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.guards import Reduction
from vsym.symmetry.virtual.identification import Decided, counted_apart, decide_relations
from vsym.symmetry.virtual.relations import cells
from vsym.system.step import Vector

SPLIT = """system split
states N, O, D
group A of 1
group B of 1
group C of 1
init where #N = 2 & #O = 1
trans N -> D {
  A: true
  C: #N[B] = 1
}
ctl somebody: EF #D >= 1
ctl third: EF #D[C] = 1
"""
"""Counted together somebody can always go, but with C apart it is A where B waits, or C (theory, section 10)."""


def identified_with_its_structure(drawn: Generated) -> tuple[oracle.Structure, Decided]:
    """A drawn model by the definitions, and its relations; skips those without processes or inductive lemmas."""
    lemmas = [formula for _, formula in drawn.model.lemmas]
    assume(drawn.model.size)
    assume(oracle.inductive(oracle.structure(drawn.model), lemmas))
    decided = decide_relations(loaded(drawn), Budget(), lambda _: None)
    return oracle.structure(drawn.model, lemmas), decided


def every_reduction(decided: Decided) -> Iterator[tuple[oracle_symmetry.Blocks, Reduction]]:
    """Each partition of the cells that cuts nothing which must be counted apart, in the words of the oracle as well."""
    model = decided.model
    apart = counted_apart(model, decided.relations)
    for merged in oracle_symmetry.partitions([frozenset(cell) for cell in cells(model)]):
        blocks = tuple(Processes.of((process, process) for process in block) for block in sorted(merged, key=min))
        if all(any(block <= whole for whole in apart) for block in blocks):
            yield blocks_of(blocks), Reduction(Environment(), model, blocks, decided.lemma, Budget())


def vector(state: oracle_symmetry.AbstractState) -> Vector:
    """An abstract state as vsym has it."""
    return (*(size for counts in state.counters for size in counts), *state.shared)
