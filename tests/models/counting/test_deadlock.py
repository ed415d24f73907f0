"""The atom `deadlock` from the text to the verdict: no symmetry is lost by it, and every engine knows it."""

from __future__ import annotations

import pytest

from tests.support.composing import checked, reduced, shown
from tests.support.loading import load, load_open
from tests.support.oracle import closure
from tests.support.present import present
from vsym.basics.source import Source
from vsym.exchange.smv.writing import direct_model
from vsym.logic.formula import Iff, Not, Temporal, negate
from vsym.models.counting.counts import DEADLOCK, deadlocked
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import holds, initial_states, is_deadlocked
from vsym.models.counting.spelling import Spelling
from vsym.models.counting.structure import Structure

DESKS = """system desks
param writers = 3 where writers >= 0
states Idle, Pen, Both
group P of writers
group Q of 1
init Idle
define stuck = deadlock
trans Idle -> Pen { P: #Pen[P] = 0; Q: #Pen[P] = 1 }
trans Pen -> Both { P: #Pen[Q] = 0; Q: false }
trans Both -> Idle
invariant live: !deadlock
ctl possible: EF stuck
"""
TEMPORAL = """ctl stays: AG (stuck <-> AG deadlock)
ltl comes: F (deadlock | #Both >= 1)
"""


def _model(text: str, **parameters: int) -> Model:
    return load(Source("desks.gsst", text), parameters)


def test_a_model_keeps_the_atom_and_spells_it_as_it_was_written() -> None:
    model = _model(DESKS + TEMPORAL)
    live, possible, stays, _ = model.properties
    assert (live.formula, possible.formula) == (negate(DEADLOCK), Temporal("EF", (DEADLOCK,)))
    assert stays.formula == Temporal("AG", (Iff(DEADLOCK, Temporal("AG", (DEADLOCK,))),))
    spelling = Spelling(model)
    assert spelling.formula(live.formula) == "!deadlock"
    assert spelling.formula(Not(possible.formula)) == "!EF deadlock"


def test_its_meaning_is_that_of_the_semantics() -> None:
    model = _model(DESKS)
    structure, meaning = Structure(model), deadlocked(model)
    states = closure(initial_states(model), lambda state: [target for _, target in structure.steps(state)])
    for state in states:
        assert structure.holds(DEADLOCK, state) == holds(meaning, state) == is_deadlocked(model, state)
    assert any(is_deadlocked(model, state) for state in states)


def test_it_tells_no_processes_apart() -> None:
    """Its meaning names processes 1 and 2 alone, and yet all three are in one block."""
    text = """system turn
    states A, B
    group P of 3
    init A
    trans A -> B { {1}: #B = 0; {2}: #B = 0; {3}: #B = 0 }
    invariant live: !deadlock
    """
    assert [block.processes.size for block in reduced(_model(text)).counters.blocks] == [3]


@pytest.mark.parametrize("engine", ["explicit", "mdd", "nusmv", "smt", "adaptive"])
def test_every_engine_decides_it(engine: str) -> None:
    text = DESKS if engine in ("smt", "adaptive") else DESKS + TEMPORAL
    found = {outcome.property.name: outcome for outcome in checked(_model(text), engine).outcomes}
    expected = {"live": "violated", "possible": "holds", "stays": "holds", "comes": "holds"}
    assert {name: one.verdict.outcome for name, one in found.items()} == {name: expected[name] for name in found}
    assert is_deadlocked(_model(text), shown(found["live"]).path.states[-1])


def test_it_is_decided_at_all_sizes() -> None:
    opened = load_open(Source("desks.gsst", DESKS), {}, ("writers",))
    live, possible = checked(opened, "auto").outcomes
    assert (live.verdict.outcome, dict(live.verdict.values or {})) == ("violated", {"writers": 0})
    assert possible.verdict.outcome == "holds"
    assert shown(live).model.parameters == (("writers", 0),)
    lively = DESKS.replace("Q: false", "Q: true").replace("#Pen[P] = 1", "true").replace("#Pen[Q] = 0", "true")
    live, possible = checked(load_open(Source("x", lively), {}, ("writers",)), "auto").outcomes
    assert (live.verdict.outcome, possible.verdict.outcome) == ("holds", "violated")


def test_the_direct_model_calls_it_by_its_own_name() -> None:
    text = direct_model(_model(DESKS))
    assert "INVARSPEC NAME live := !stuck;" in text
    assert "CTLSPEC NAME possible := EF stuck;" in text


@pytest.mark.parametrize("engine", ["explicit", "mdd", "adaptive"])
def test_a_deadlock_comes_with_a_shortest_path(engine: str) -> None:
    model = _model(DESKS.replace("invariant live: !deadlock\n", ""))
    found = present(checked(model, engine).deadlock)
    assert len(found.path.steps) == 2
    assert is_deadlocked(model, found.path.states[-1])
    assert len(present(found.counters).states) == 3


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("ctl p: AG EX true", "`EX true` in `p` is true in every state"),
        ("ctl p: EF AX false", "`AX false` in `p` is false in every state"),
        ("ltl p: G X true", "`X true` in `p` is true in every state"),
        ("ctl p: AG EX #Idle >= 0 & !EX #Idle = 9", None),
        ("ctl p: AG EX true\nfairness #Idle = 0", None),
    ],
)
def test_a_next_state_is_granted_where_all_paths_count(formula: str, said: str | None) -> None:
    messages = [one.message for one in _model(DESKS + formula).warnings if one.kind == "next state granted"]
    assert len(messages) == (said is not None)
    assert all(message.startswith(said or "") and "`deadlock`" in message for message in messages)
