"""Symmetry of steps that move several processes: a step of another transition may stand for one, where its effect on
the counters is the same."""

from __future__ import annotations

import pytest

import vsym
from tests.support.composing import decided, reduced
from vsym.logic.formula import FALSE, TRUE, Formula, compare
from vsym.logic.terms import Linear, Named
from vsym.symmetry.virtual.synchronised import Effect, agree, units

FRAME = """system joint
states N, T, C
group R of 2
group W of 2
init N
"""


def _verdicts(text: str) -> dict[str, str]:
    found = decided(vsym.load(FRAME + text))
    return {found.model.transitions[one.relation.origins[0]].name or "": one.verdict for one in found.decisions}


def test_a_broadcast_that_moves_nobody_is_like_a_step_without_one() -> None:
    """`a` is for some processes only, but where it is enabled it sends nobody away, which `b` does for all."""
    text = "trans a: N -> T others C -> N { R: #C = 0 }\ntrans b: N -> T if #C = "
    assert _verdicts(f"{text}0") == {"a": "virtually symmetric", "b": "symmetric"}
    assert _verdicts(f"{text}1") == {"a": "broken", "b": "symmetric"}


def test_a_verdict_names_the_transitions_that_it_rests_on() -> None:
    """`a` by itself is broken; `b` has its effect, and `c` never has."""
    text = "trans a: N -> T others C -> N { R: #C = 0 }\ntrans b: N -> T if #C = 0\ntrans c: T -> C"
    found = decided(vsym.load(FRAME + text))
    assert [one.beside for one in found.decisions] == [(1,), (), ()]
    alone = decided(vsym.load(FRAME + "trans b: N -> T if #C = 0\ntrans a: N -> T others C -> N { R: false }"))
    assert [one.beside for one in alone.decisions] == [(), ()]
    twice = "trans a: N -> T with N -> T { R with W: true; W with R: true; else: true }"
    assert [one.beside for one in decided(vsym.load(FRAME + twice)).decisions] == [()]


def test_a_step_and_its_mirror_image_are_one() -> None:
    """Whoever of the two is the mover, the counters change alike."""
    text = "trans a: N -> T with N -> T { R with W: true"
    assert _verdicts(f"{text}; W with R: true; else: true }}") == {"a": "virtually symmetric"}
    assert _verdicts(f"{text} }}") == {"a": "broken"}
    once = "trans a: N -> T with C -> N { R: true }\ntrans b: C -> N with N -> T { "
    assert _verdicts(f"{once}all with W: true }}") == {"a": "virtually symmetric", "b": "virtually symmetric"}
    assert _verdicts(f"{once}W with R: true }}") == {"a": "broken", "b": "broken"}


def test_groups_with_maps_of_their_own_are_counted_apart() -> None:
    model = vsym.load(FRAME + "trans a: N -> C others W: T -> C; T -> N\ntrans N -> T")
    assert [str(block) for block in decided(model).blocks] == ["1..2", "3..4"]
    same = vsym.load(FRAME + "trans a: N -> C others T -> C\ntrans N -> T")
    assert [str(block) for block in decided(same).blocks] == ["1..4"]


def test_two_are_needed_where_mover_and_partner_leave_one_local_state() -> None:
    (only,) = reduced(FRAME + "trans a: N -> T with N -> C").counters.transitions
    system = reduced(FRAME + "trans a: N -> T with N -> C").system
    assert only.other == only.block
    assert dict(system.events[0].update)["#N"] == Linear(((Named("#N"), 1),), -2)
    paired = reduced(FRAME + "trans a: N -> T with N -> C\ninvariant few: #T[W] <= 1").counters.transitions
    assert len(paired) == 4


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ("N -> T others T -> N", {"N": "-1 + #T", "T": "1 - #T"}),
        ("N -> N others N -> T", {"N": "1 - #N", "T": "-1 + #N"}),
        ("T -> C with C -> T others C -> N", {"N": "-1 + #C", "C": "1 - #C"}),
    ],
)
def test_the_change_is_that_of_all_who_move(step: str, change: dict[str, str]) -> None:
    """The map of the others applies to neither the mover nor its partner."""
    found = decided(vsym.load(f"{FRAME}trans {step}"))
    (unit,) = units(found.relations, [found.model.processes])

    def spelled(state: str) -> str:
        term = dict(unit.effect.changes)[0, state]
        ((atom, sign),) = term.terms
        return f"{term.constant} {'+' if sign > 0 else '-'} #{vars(atom)['state']}"

    assert {state: spelled(state) for (_, state), _ in unit.effect.changes} == change


ONE, TWO, X = Linear((), 1), Linear((), 2), Linear(((Named("x"), 1),))


@pytest.mark.parametrize(
    ("changes", "update", "same"),
    [
        (((0, "N"),), (), TRUE),
        (((0, "T"),), (), FALSE),
        ((), (), FALSE),
        (((0, "N"), (1, "N")), (), FALSE),
        (((0, "N"),), (("x", X),), TRUE),
        (((0, "N"),), (("x", TWO),), compare(X, "=", TWO)),
    ],
)
def test_what_an_effect_does_not_name_stays_as_it_is(
    changes: tuple[tuple[int, str], ...], update: tuple[tuple[str, Linear], ...], same: Formula
) -> None:
    """Compared with the effect that adds one to the counter of N in the first block, in either order."""
    one, other = Effect((((0, "N"), ONE),), ()), Effect(tuple((key, ONE) for key in changes), update)
    assert one.same(other) == other.same(one) == same
    assert one.may_be(other) == other.may_be(one) == (same != FALSE)
    assert agree(one.update, update) == agree(update, one.update) == (same if update else TRUE)
