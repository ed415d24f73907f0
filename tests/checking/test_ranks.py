"""Stated ranks: the verdicts on drawn ranks of drawn systems, against brute force at small sizes."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from tests.support import oracle
from tests.support.composing import checked
from tests.support.drawn import chosen, many
from tests.support.generated_formulas import SpelledTerm
from tests.support.generated_ranks import Drawn, ranks, sized, systems
from tests.support.loading import load_open
from tests.support.oracle_ranks import Fault, inevitable_faults, possible_faults
from tests.support.oracle_temporal import satisfied
from tests.support.present import present
from tests.support.replaying import concrete
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.answer import RankOutcome
from vsym.checking.ranks import ranks as judged
from vsym.checking.stages import identified, reduced
from vsym.engines.smt.certificate import document
from vsym.engines.smt.certificate_model import proven
from vsym.engines.smt.certificate_reading import read
from vsym.system.report import Silence

SIZES = (1, 2, 3)
SEED = 10

Levels = tuple[SpelledTerm, ...]


def _faults(drawn: Drawn, levels: Levels, size: int, structure: oracle.Structure) -> set[Fault]:
    asked, here = drawn.asked, sized(size)
    goal, rank = here.of(asked.goal.formula), [here.of(level.term) for level in levels]
    trigger = None if asked.trigger is None else here.of(asked.trigger.formula)
    if asked.inevitable:
        return inevitable_faults(structure, trigger, goal, rank)
    return possible_faults(structure, present(trigger), goal, rank)


def _right(drawn: Drawn, structures: dict[int, oracle.Structure], chosen: random.Random) -> Levels | None:
    """A rank without a fault at any small size, if one is soon found."""
    for _ in range(40):
        levels = ranks(chosen)
        if not any(_faults(drawn, levels, size, structure) for size, structure in structures.items()):
            return levels
    return None


def _judged(drawn: Drawn, levels: Levels, size: int, *names: str) -> RankOutcome:
    text = f"{drawn.text}rank p: {', '.join(level.text for level in levels)}\n"
    subject = load_open(Source("drawn.gsst", text), {} if names else {"n": size}, names)
    smaller = reduced(subject, identified(subject, Budget(), Silence()), Budget(), Silence())[1]
    [found] = judged(subject, smaller, Budget(), Silence())
    return found


def _held_against(found: RankOutcome, drawn: Drawn, levels: Levels, structures: dict[int, oracle.Structure]) -> None:
    """Checks the outcome of a rank at the sizes of these structures."""
    if found.verdict.outcome == "proves":
        for size, structure in structures.items():
            assert satisfied(structure, sized(size).of(drawn.asked.formula)), (drawn.text, levels)
            assert not _faults(drawn, levels, size, structure), (drawn.text, levels)
    elif found.verdict.outcome == "fails":
        assert found.run is not None
        size = present(found.reduced).model.size
        structure = structures.get(size) or oracle.structure(drawn.at(size))
        shown = [concrete(state) for state in found.run.path.states[-len(found.verdict.ranks) :]]
        before, after = shown if len(shown) > 1 else (shown[0], None)
        assert (before, after) in _faults(drawn, levels, size, structure), (drawn.text, levels)
        values = [
            tuple(oracle.evaluate(structure.model, sized(size).of(one.term), state) for one in levels)
            for state in shown
        ]
        assert list(found.verdict.ranks) == values


def test_a_rank_is_accepted_or_refused_as_brute_force_says() -> None:
    chosen = random.Random(SEED)
    at_one, at_all, accepted, rising = Counter[str](), Counter[str](), 0, 0
    for _ in range(many(4)):
        drawn = systems(chosen)
        structures = {size: oracle.structure(drawn.at(size)) for size in SIZES}
        right = _right(drawn, structures, chosen)
        for levels in [ranks(chosen), *([right] if right is not None else [])]:
            size = chosen.choice(SIZES)
            found = _judged(drawn, levels, size)
            _held_against(found, drawn, levels, {size: structures[size]})
            at_one[found.verdict.outcome] += 1
            accepted += levels is right and found.verdict.outcome == "proves"
            found = _judged(drawn, levels, size, "n")
            _held_against(found, drawn, levels, structures)
            at_all[found.verdict.outcome] += 1
            rising += len(found.verdict.ranks) > 1
    for tally in (at_one, at_all):
        assert min(tally["proves"], tally["fails"]) >= 2, tally
        assert tally["unknown"] <= tally.total() / 5, tally
    assert (accepted >= 2, rising >= 1) == (True, True)


DESK = """system desk
param n = 2 where n >= 1
states Home, Queue, Desk
group P of n
shared open : bool = true
init Home
trans come: Home -> Queue if open
trans next: Queue -> Desk if #Desk = 0
trans leave: Desk -> Home
trans close: Home -> Home if open do open := false
"""

SERVED = "ctl served: AG (#Queue >= 1 -> AF #Desk >= 1)\n"
EMPTY = "ctl empty: AG (!open -> AF #Home = n)\n"


def _said(text: str, *names: str, **values: int) -> list[tuple[str, str | None]]:
    engine = "smt" if names or values else "explicit"
    ranks = checked(load_open(Source("desk.gsst", DESK + text), values, names), engine).ranks
    return [(one.verdict.outcome, one.verdict.reason) for one in ranks]


def _fails(text: str, why: str) -> None:
    [(outcome, reason)] = _said(text)
    assert (outcome, bool(re.fullmatch(why, reason or ""))) == ("fails", True), reason


def test_the_second_level_counts_where_the_first_stays_as_it_is() -> None:
    assert _said(f"{SERVED}rank served: if open then 1 else 0, #Home\n", n=10**9) == [("proves", None)]
    assert _said(f"{SERVED}rank served: #Home, if open then 1 else 0\n", "n") == [("proves", None)]
    _fails(f"{SERVED}rank served: 0, #Home\n", r"`close: Home -> Home` leaves it at \(0, [0-2]\)")


def test_a_step_that_changes_nothing_needs_a_constraint_that_is_false() -> None:
    circle = "trans fetch: Desk -> Queue if #Queue >= 0\n"
    rank = f"{circle}{EMPTY}rank empty: #Queue + #Desk\n"
    assert _said(rank)[0][0] == "fails"
    left = r"`\w+: \w+ -> \w+` leaves it at [1-2], while no fairness constraint stays false"
    _fails(f"fairness #Queue = 0\n{rank}", left)
    assert _said(f"fairness #{{Queue, Desk}} = 0\n{rank}", "n") == [("proves", None)]
    # Before the last step to the desk somebody waits, and after it nobody does.
    _fails(f"fairness #Queue = 0\n{EMPTY}rank empty: #Queue + #Desk\n", r"`next: Queue -> Desk` leaves it at.*")


def test_where_nothing_is_possible_no_rank_helps() -> None:
    text = "trans stay: Queue -> Desk if #Desk = 5\nctl c: AG (!open -> AF #Desk >= 1)\nrank c: #Queue\n"
    _fails(text, "nothing is possible while #Desk >= 1 is awaited")


def test_a_strategy_needs_one_step_that_falls() -> None:
    assert _said("ctl back: AG EF #Home = n\nrank back: 2 * #Queue + #Desk\n", "n") == [("proves", None)]
    _fails("ctl back: AG EF #Home = n\nrank back: #Queue\n", r"no step lowers it from \d, and none leads to #Home = 2")


TWO_GROUPS = """system s
param n = 1 where n >= 0
param m = 1 where m >= 0
states N, T
group R of n
group W of m
init N
trans N -> T
"""


def test_what_a_rank_counts_by_groups_is_not_counted_together() -> None:
    text = f"{TWO_GROUPS}ctl moved: AF #T = 4\nrank moved: 2 * #N[R] + #N[W]\n"
    [rank] = checked(load_open(Source("s.gsst", text), {"n": 2, "m": 2}, ()), "auto").ranks
    assert rank.verdict.outcome == "proves"


@pytest.mark.parametrize(
    ("stated", "trivial"),
    [
        ("ctl p: AG (#N[W] >= 1 -> AF #N = 0)", True),
        ("ctl p: AG (#N >= 1 -> AF #N[W] >= 1)", False),
        ("ctl p: AG (!deadlock -> AF #N[W] = 0)", False),
        ("ctl p: AG (deadlock & #N >= 1 -> AF #T = 0)", True),
        ("ctl p: AF #N[W] = 0", False),
        ("ctl p: AG (#N[W] >= 1 -> EF #N = 0)", True),
        ("ctl p: AG (#N >= 1 -> EF #N[W] >= 1)", False),
        ("ltl p: G (#N[W] >= 1 -> F #N = 0)", True),
        ("ltl p: G (#N >= 1 -> F #N[W] >= 1)", False),
        ("ltl p: F #N[W] >= 1", False),
        ("ltl p: F #N[W] = 0", False),
    ],
)
def test_a_rank_is_judged_where_constants_take_its_property_away(stated: str, trivial: bool) -> None:
    """Nobody is in W, or a guard or `deadlock` is constant: vsym judges the rank in check and certificate."""
    text = f"{TWO_GROUPS}{stated}\nrank p: #N\n"
    every = ({"m": 0}, {"n": 0}, {"n": 0, "m": 0})
    for values in chosen(every[:2], every):
        subject = load_open(Source("s.gsst", text), values, ())
        done = checked(subject, "explicit")
        holds, rank = done.outcomes[0].verdict.outcome == "holds", done.ranks[0].verdict
        assert holds or rank.outcome != "proves", values
        if trivial:
            assert rank.outcome == "proves", values
        if rank.proof is not None:
            system = reduced(subject, identified(subject, Budget(), Silence()), Budget(), Silence())[1].system
            [shown] = proven(read(document("s", rank.proof.scopes)), system, Budget())
            assert (shown.name, shown.holds) == ("p", True)
