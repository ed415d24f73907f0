"""Counter systems: blocks with their names, formulas block by block, transitions with their origins."""

from __future__ import annotations

import pytest

import vsym
from tests.support.composing import reduced
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import UNLIMITED, Budget, LimitReachedError
from vsym.checking.question import Subject
from vsym.checking.stages import identified
from vsym.logic.formula import TRUE, atoms
from vsym.logic.terms import Linear
from vsym.models.counting.counts import Count
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.guards import Reduction
from vsym.reductions.counters.reduce import block_of, reduce
from vsym.system.report import Silence

BROKEN = """system broken
states N, T, C
group R of 1
group W of 2
shared free : bool = true
init N
trans N -> T
trans enter: T -> C {
  R: #C = 0 & #T = 2 do free := false
  W: #C = 0 do free := false
}
trans C -> N do free := true
ctl mutex: AG #C <= 1
fairness #C = 0
"""

FAMILY = "system family\nstates A, B\ngroup P[k in 1..4] of 2\ngroup E of 0\ninit A\n"


def test_every_count_is_over_one_block() -> None:
    system = reduced(BROKEN).counters
    blocks = {block.processes for block in system.blocks}
    assert len(blocks) == 2
    formulas = [system.initial, *(transition.guard for transition in system.transitions)]
    formulas += [*(prop.formula for prop in system.properties), *(found.formula for found in system.fairness)]
    for formula in formulas:
        counts = [variable for variable in atoms(formula) if isinstance(variable, Count)]
        assert {count.processes for count in counts} <= blocks
    assert {v.processes for v in atoms(system.properties[0].formula) if isinstance(v, Count)} == blocks


def test_what_an_engine_is_given() -> None:
    smaller = reduced(BROKEN)
    model, system = smaller.model, smaller.counters
    assert (system.name, system.states, system.shared) == ("broken", ("N", "T", "C"), model.shared)
    assert [(block.name, block.groups) for block in system.blocks] == [("R", ("R",)), ("W", ("W",))]
    arrows = [(source, target, block) for source, target in ("NT", "TC", "CN") for block in (0, 1)]
    assert [(t.source, t.target, t.block) for t in system.transitions] == arrows
    assert [t.origins for t in system.transitions] == [(t,) for t in model.transitions for _ in range(2)]
    assert [t.label for t in system.transitions][2:4] == ["enter: T -> C"] * 2
    assert system.properties[0].text == model.properties[0].text
    assert system.fairness[0].text == model.fairness[0].text


def test_declarations_of_one_arrow_are_one_transition() -> None:
    text = "system s\nstates A, B\ngroup R of 2\ninit A\ntrans A -> B if #B = 0\ntrans B -> A\ntrans A -> B if #B = 1\n"
    smaller = reduced(text)
    first, second, again = smaller.model.transitions
    assert [(t.source, t.target, t.origins) for t in smaller.counters.transitions] == [
        ("A", "B", (first, again)),
        ("B", "A", (second,)),
    ]


def test_a_transition_of_a_block_stems_from_what_its_processes_may_take() -> None:
    text = BROKEN.replace("trans N -> T", "trans reader: N -> T { R: true }\ntrans writer: N -> T { W: true }")
    system = reduced(text).counters
    assert [t.label for t in system.transitions][:2] == ["reader: N -> T", "writer: N -> T"]
    assert [len(t.origins) for t in system.transitions][:2] == [1, 1]


@pytest.mark.parametrize(
    ("ranges", "name", "groups"),
    [
        ([(1, 8)], "all", ("P[1]", "P[2]", "P[3]", "P[4]")),
        ([(3, 4)], "P[2]", ("P[2]",)),
        ([(1, 2), (5, 6)], "P[1]|P[3]", ("P[1]", "P[3]")),
        ([(1, 3)], "{1..3}", ("P[1]",)),
        ([(2, 2), (7, 7)], "{2, 7}", ()),
    ],
)
def test_a_block_is_called_by_its_groups(ranges: list[tuple[int, int]], name: str, groups: tuple[str, ...]) -> None:
    block = block_of(vsym.load(FAMILY), Processes.of(ranges))
    assert (block.name, block.groups) == (name, groups)


def test_a_block_of_many_groups_is_called_by_the_first_and_the_last() -> None:
    model = vsym.load(FAMILY.replace("1..4", "1..5"))
    assert block_of(model, Processes.of([(1, 8)])).name == "P[1]|…|P[4]"


def test_many_relations_are_reduced_only_as_long_as_there_is_time() -> None:
    text = "system s\nstates A[0..200]\ngroup P of 2\ninit A[0]\nfor i in 0..199 { trans A[i] -> A[i+1] }\n"
    decided = identified(Subject(vsym.load(text)), UNLIMITED, Silence())
    reduction = Reduction(Environment(), decided.model, decided.blocks, decided.lemma, Budget(deadline=0.0))
    with pytest.raises(LimitReachedError):
        reduce(reduction, decided.relations, lambda _reduction, _relation, _block: [((), TRUE)])


def test_two_who_move_assign_a_count_inside_a_block_by_its_values() -> None:
    """All are in N when the step is taken, so that the count is the size of R."""
    text = "system joint\nstates N, T, C\ngroup R of 2\ngroup W of 3\nshared x : 0..4 = 0\ninit N\n"
    smaller = reduced(f"{text}trans N -> T with N -> C if #N = 5 do x := #N[R]\n")
    assert len(smaller.counters.blocks) == 1
    (event,) = smaller.system.events
    assert dict(event.update)["x"] == Linear((), 2)
