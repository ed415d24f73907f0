"""The blocks of the reduction: the global optimum for few cells, and for many nothing more to merge."""

from __future__ import annotations

from itertools import combinations

import pytest

import vsym
from tests.support.drawn import chosen
from tests.support.present import present
from tests.symmetry.virtual.judging import RW, RW_BROKEN, blocks_of, judged, processes, relations_of
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.formula import TRUE, compare, conjunction
from vsym.logic.terms import Linear, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.claims import assumption
from vsym.symmetry.virtual.exactness import EXHAUSTIVE, Blocks, BlockSearch, CellPair, Exactness, SynchronisedExactness
from vsym.symmetry.virtual.identification import decide_symmetry
from vsym.symmetry.virtual.question import Setting
from vsym.symmetry.virtual.relations import cells

CYCLE = """system cycle
states N, T, C
group P[k in 1..3] of 1
group Q of 1
init N
trans N -> T
trans T -> C {
  for k in 1..3 { P[k]: #C = 0 & (#T[P[k % 3 + 1]] = 0 | #T[P] = 3) }
  Q: false
}
trans C -> N
"""
"""Each of P waits for the next one of P, unless all three wait.

No two of the four classes may be merged, but the three of P together may.
"""

THREE = """system three
states N, T, C
group P[k in 1..3] of 1
init N
trans N -> T
trans T -> C { for k in 1..3 { P[k]: #C = 0 & #T[P[1..k-1]] = 0 } }
trans C -> N
"""

GATES = """system gates
states A, B
group P of 1
group Q of 1
group S of 1
shared open : bool = true
init A
trans A -> B { P: open & #A[Q] = 1 do open := false; Q: open; S: open }
"""
"""P alone tells Q and S apart."""

BROKEN_PRIORITIES = """system priorities
param odd = 5
states N, T, C
group P[k in 1..10] of 1
shared free : bool = true
init N
trans N -> T
trans T -> C {
  for k in 1..odd-1 { P[k]: free & #T[P[1..k-1]] = 0 do free := false }
  P[odd]: free & #T[P[1..odd-1]] = 0 & #T >= 2 do free := false
  for k in odd+1..10 { P[k]: free & #T[P[1..k-1]] = 0 do free := false }
}
trans C -> N do free := true
"""
"""Class `odd` does not enter alone."""


def _exact(model: Model, blocks: tuple[Processes, ...]) -> bool:
    return all(decision.verdict != "broken" for decision in judged(model, blocks))


def _merges(blocks: tuple[Processes, ...]) -> list[tuple[Processes, ...]]:
    return [(*(b for b in blocks if b not in pair), pair[0] | pair[1]) for pair in combinations(blocks, 2)]


def test_broken_symmetry_needs_more() -> None:
    assert blocks_of(RW_BROKEN) == ["R", "W"]


def test_properties_are_not_cut_nor_what_a_start_says_beside_homes() -> None:
    assert blocks_of(RW + "ctl it: EF #C[R] = 1\n") == ["R", "W"]
    assert blocks_of(RW.replace("init N", "init { R: N  W: T }")) == ["all"]
    assert blocks_of(RW.replace("init N", "init where #N[W] = 1 & #C = 0")) == ["R", "W"]


def test_exactness_is_not_monotone() -> None:
    """Priorities of three classes: {1,3}, {2} is finer than one block, and not exact although one block is."""
    model = vsym.load(THREE)
    assert _exact(model, (model.processes,))
    assert not _exact(model, (Processes.of([(1, 1), (3, 3)]), processes(2, 2)))
    assert blocks_of(THREE) == ["all"]


def test_the_optimum_is_found_where_merging_two_by_two_would_be_stuck() -> None:
    model = vsym.load(CYCLE)
    finest = cells(model)
    assert len(finest) == 4
    assert not any(_exact(model, merged) for merged in _merges(finest))
    assert _exact(model, (processes(1, 3), processes(4, 4)))
    assert blocks_of(CYCLE) == ["P", "Q"]


@pytest.mark.parametrize("sizes", [(1, 1, 2), (1, 2, 1), (2, 1, 1)])
def test_classes_that_may_be_merged_are(sizes: tuple[int, int, int]) -> None:
    """Q and S may always go, so they are one class for P, which goes while one of them has not."""
    text = "system s\nstates A, B\ngroup P of {}\ngroup Q of {}\ngroup S of {}\ninit A\n"
    text += "trans A -> B {{ Q: true  P: #A[Q] >= 1 | #A[S] >= 1  S: true }}\n"
    model = vsym.load(text.format(*sizes))
    exact = [merged for merged in [(model.processes,), *_merges(cells(model))] if _exact(model, merged)]
    assert [len(blocks) for blocks in exact] == [2]
    assert blocks_of(text.format(*sizes)) == ["P", "Q | S"]


NAMED = """system named
states A, B
group P[k in 1..10] of 1
init A
trans A -> B {
  for k in 1..9 { P[k]: true }
  P[10]: #A[P[1]] = 1
}
"""
"""Only the last class has a guard, which counts the first class: blocks must separate both from the other classes."""


@pytest.mark.parametrize(
    "text", [NAMED, *(BROKEN_PRIORITIES.replace("odd = 5", f"odd = {odd}") for odd in chosen([10], [5, 10]))]
)
def test_many_cells_end_where_no_two_blocks_can_be_merged(text: str) -> None:
    decided = decide_symmetry(vsym.load(text), Budget(), lambda _: None)
    model = decided.model
    assert len(cells(model)) == 10 > EXHAUSTIVE
    assert decided.full is False
    assert decided.blocks_reason is None
    assert 1 < len(decided.blocks) < 10
    assert _exact(model, decided.blocks)
    assert not any(_exact(model, merged) for merged in _merges(decided.blocks))


def test_many_cells_that_a_property_tells_apart() -> None:
    text = BROKEN_PRIORITIES.replace("#T[P[1..odd-1]] = 0 & #T >= 2", "#T[P[1..odd-1]] = 0")
    assert blocks_of(text) == ["all"]
    assert blocks_of(text + "ctl it: EF #C[P[1..4]] = 1\n") == ["P[1..4]", "P[5..10]"]


def test_blocks_stay_inside_what_a_property_tells_apart() -> None:
    """The first two classes could be one block and the third cannot; the property tells the first from the others."""
    text = "system s\nstates A, B\ngroup P[k in 1..3] of 2\ninit A\ntrans A -> B { P[1..2]: true }\n"
    assert blocks_of(text + "ctl it: EF #B[P[1..2]] = 1\n") == ["P[1..2]", "P[3]"]
    assert blocks_of(text + "ctl it: EF #B[P[1]] = 1\n") == ["P[1]", "P[2]", "P[3]"]
    assert blocks_of(BROKEN_PRIORITIES) == ["P[1..4]", "P[5]", "P[6..10]"]
    told = blocks_of(BROKEN_PRIORITIES + "ctl it: EF #C[P[1..2]] = 1\n")
    assert told == ["P[1..2]", "P[3..4]", "P[5]", "P[6..10]"]


def test_a_solution_met_before_refutes_without_the_solver() -> None:
    model = vsym.load(RW_BROKEN)
    finest = cells(model)
    decision = judged(model)[1]
    assert decision.pair is not None
    _, exactness = _search(model, Budget())
    pair = exactness.remember(decision.relation, decision.pair)
    assert exactness.is_refuted([model.processes])
    assert not exactness.is_refuted(finest)
    for side, total in ((pair.first, decision.pair.enabled), (pair.second, decision.pair.disabled)):
        assert sum(side.get(("T", number), 0) for number in range(2)) == sum(
            size for (row, _), size in total.items() if row == "T"
        )
        assert sum(side.values()) == model.size


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("text", [CYCLE, THREE, GATES])
def test_a_merge_of_an_exact_partition_is_exact_where_the_whole_question_says_so(text: str, lasting: bool) -> None:
    """Exchanges decide it, or orbits where a lemma that is true in all states cuts every block."""
    model = vsym.load(text)
    counts = [linear([(Count(model.states[0], cell), 1)]) for cell in cells(model)] if lasting else []
    lemma = conjunction(compare(count, "<=", Linear((), 1)) for count in counts)

    def exactness() -> Exactness:
        return Exactness(Setting(Environment(), model, lemma), relations_of(model), cells(model))

    answers = set()
    for blocks in (queue := [cells(model)]):
        for one, other in combinations(blocks, 2):
            merged = tuple(sorted({*blocks, one | other} - {one, other}, key=lambda block: block.first))
            exact = exactness().of(merged)
            assert exactness().after_merge(merged, one, other) == exact
            answers.add(exact)
            if exact and merged not in queue:
                queue.append(merged)
    assert False in answers


def test_a_solution_with_shared_variables_refutes_as_well() -> None:
    model = vsym.load(GATES)
    everyone = [model.processes]
    decision = next(one for one in judged(model) if one.pair is not None)
    _, exactness = _search(model, Budget())
    exactness.remember(decision.relation, present(decision.pair))
    assert exactness.is_refuted(everyone)
    assert not exactness.is_refuted(cells(model))


def test_steps_of_two_processes_of_one_block_have_one_effect() -> None:
    """P's processes move alone. In T are the first of P with the second of Q, or the other two."""
    model = vsym.load("system s\nstates N, T\ngroup P of 2\ngroup Q of 2\ninit N\ntrans T -> N { P: true }")
    singles = [processes(number, number) for number in range(1, 5)]
    p1, p2, q1, q2 = singles
    setting = Setting(Environment(), model, TRUE)
    exactness = SynchronisedExactness(setting, relations_of(model), singles)
    first = {("T", 0): 1, ("N", 1): 1, ("N", 2): 1, ("T", 3): 1}
    second = {("N", 0): 1, ("T", 1): 1, ("T", 2): 1, ("N", 3): 1}
    pair = CellPair(relations_of(model)[0], first, second, {})
    assert exactness.refutes(pair, [p1 | q1, p2 | q2])
    assert not exactness.refutes(pair, [p1 | p2, q1 | q2])


def _search(model: Model, budget: Budget) -> tuple[BlockSearch, Exactness]:
    setting = Setting(Environment(), model, assumption(model), budget)
    exactness = Exactness(setting, relations_of(model), cells(model))
    return BlockSearch(model, cells(model), exactness), exactness


def test_a_search_without_time_keeps_the_cells() -> None:
    model = vsym.load(RW_BROKEN)
    search, _ = _search(model, Budget(deadline=0.0))
    with pytest.raises(UndecidedError):
        search.coarsest([model.processes])
    assert search.best == cells(model)


class _Ending(Exactness):
    """A check whose time ends at the first partition of seven blocks."""

    def after_merge(self, blocks: Blocks, first: Processes, second: Processes) -> bool:
        if len(blocks) <= 7:
            raise UndecidedError
        return super().after_merge(blocks, first, second)


def test_a_search_that_ends_early_keeps_what_it_merged() -> None:
    """The time ends at the first partition of seven blocks, when ten classes have become eight."""
    model = vsym.load(BROKEN_PRIORITIES)
    exactness = _Ending(Setting(Environment(), model, TRUE), relations_of(model), cells(model))
    search = BlockSearch(model, cells(model), exactness)
    with pytest.raises(UndecidedError):
        search.coarsest([model.processes])
    assert len(search.best) == 8
    assert _exact(model, search.best)
