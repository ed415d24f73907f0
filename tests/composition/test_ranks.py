"""Stated ranks: what is said of those drawn for drawn systems is what brute force says at small sizes."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests import oracle
from tests.drawn import many
from tests.generated_ranks import Drawn, Said, ranks, systems
from tests.loading import load_open
from tests.oracle_ranks import Fault, inevitable_faults, possible_faults
from tests.oracle_temporal import satisfied
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.composition.check import check
from vsym.composition.results import RankOutcome
from vsym.models.counting.semantics import State
from vsym.system.report import Silence

SIZES = (1, 2, 3)

Levels = tuple[Said[oracle.Term], ...]


@dataclass
class Tally:
    """How many ranks were said to prove their properties, to fail, and neither."""

    proves: int = 0
    fails: int = 0
    unknown: int = 0


def _faults(drawn: Drawn, levels: Levels, size: int, structure: oracle.Structure) -> set[Fault]:
    asked, rank = drawn.asked, [level.at(size) for level in levels]
    trigger = None if asked.trigger is None else asked.trigger.at(size)
    if asked.inevitable:
        return inevitable_faults(structure, trigger, asked.goal.at(size), rank)
    assert trigger is not None
    return possible_faults(structure, trigger, asked.goal.at(size), rank)


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
    [found] = check(subject, "auto", Budget(), Silence()).ranks
    return found


def _as_drawn(state: State) -> oracle.State:
    return oracle.State(tuple(state.locations), tuple(value for _, value in state.shared))


def _held_against(found: RankOutcome, drawn: Drawn, levels: Levels, structures: dict[int, oracle.Structure]) -> None:
    """What is said of a rank at the sizes of these structures."""
    if found.verdict.outcome == "proves":
        for size, structure in structures.items():
            assert satisfied(structure, drawn.asked.formula(size)), (drawn.text, levels)
            assert not _faults(drawn, levels, size, structure), (drawn.text, levels)
    elif found.verdict.outcome == "fails":
        assert found.trace is not None
        assert found.reduced is not None
        size = found.reduced.model.size
        structure = structures.get(size) or oracle.structure(drawn.at(size))
        shown = [_as_drawn(state) for state in found.trace.states[-len(found.verdict.ranks) :]]
        before, after = shown if len(shown) > 1 else (shown[0], None)
        assert (before, after) in _faults(drawn, levels, size, structure), (drawn.text, levels)
        values = [tuple(oracle.evaluate(structure.model, one.at(size), state) for one in levels) for state in shown]
        assert list(found.verdict.ranks) == values


def test_a_rank_is_accepted_or_refused_as_brute_force_says() -> None:
    chosen = random.Random(16)
    tally, everywhere = Tally(), Tally()
    for _ in range(many(14)):
        drawn = systems(chosen)
        structures = {size: oracle.structure(drawn.at(size)) for size in SIZES}
        right = _right(drawn, structures, chosen)
        for levels in [ranks(chosen), *([right] if right is not None else [])]:
            size = chosen.choice(SIZES)
            found = _judged(drawn, levels, size)
            _held_against(found, drawn, levels, {size: structures[size]})
            outcome = found.verdict.outcome
            setattr(tally, outcome, getattr(tally, outcome) + 1)
            found = _judged(drawn, levels, size, "n")
            _held_against(found, drawn, levels, structures)
            outcome = found.verdict.outcome
            setattr(everywhere, outcome, getattr(everywhere, outcome) + 1)
    print(tally, everywhere)
