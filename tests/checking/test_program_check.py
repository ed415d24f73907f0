"""Verdicts on programs, whoever explores, and paths that are held against the semantics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.hand_programs import BROKEN, FAILING, LOCK, NETWORK
from tests.loading import load_program
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.checking.program_check import check_program, restricted
from vsym.checking.program_group import sound_scalarsets
from vsym.checking.program_stages import ENGINES, Explorer, explorer
from vsym.checking.programs import CheckedProgram
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.models.program.replaying import replayed
from vsym.models.protocol import ReplayError
from vsym.system.report import Report, Silence


def _checked(text: str, engine: str) -> CheckedProgram:
    program = load_program(text)
    return check_program(program, explorer(engine, Quotient(sound_scalarsets(program))), Budget(), Silence())


def _verdicts(checked: CheckedProgram) -> dict[str, str]:
    return {outcome.property.name: outcome.verdict.outcome for outcome in checked.outcomes}


@pytest.mark.parametrize("engine", ENGINES)
def test_the_lock_is_correct_and_the_broken_one_is_not(engine: str) -> None:
    right = _checked(LOCK, engine)
    assert set(_verdicts(right).values()) == {"holds"}
    wrong = _checked(BROKEN, engine)
    assert {name for name, verdict in _verdicts(wrong).items() if verdict == "violated"} == {"mutex", "rests"}
    for outcome in wrong.outcomes:
        if outcome.verdict.outcome == "violated":
            assert outcome.path is not None
            replayed(wrong.program, outcome.path)
    [mutex] = [outcome for outcome in wrong.outcomes if outcome.property.name == "mutex"]
    assert mutex.path is not None
    assert len(mutex.path.steps) == 4


@pytest.mark.parametrize("engine", ENGINES)
def test_an_error_has_the_firing_and_the_place(engine: str) -> None:
    checked = _checked(FAILING, engine)
    [errors] = [outcome for outcome in checked.outcomes if outcome.property.name == "errors"]
    assert errors.path is not None
    assert len(errors.path.steps) == 3
    assert errors.failing is not None
    assert errors.fault is not None
    assert errors.fault.span.text == "place"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_deadlock_is_a_violation(engine: str) -> None:
    checked = _checked(NETWORK, engine)
    assert _verdicts(checked) == {"errors": "holds", "deadlock": "violated", "few": "holds"}


def test_both_engines_count_alike() -> None:
    for text in (LOCK, BROKEN, NETWORK, FAILING):
        figures = []
        for engine in ENGINES:
            program = load_program(text)
            reached = check_program(program, explorer(engine), Budget(), Silence()).reached
            assert reached is not None
            figures.append((reached.states, reached.rules_fired, reached.depth, reached.deadlocks))
        assert figures[0] == figures[1]


class _Liar:
    """An engine whose paths are those of the interpreter without their first state."""

    name = "liar"

    def accepts(self, _subject: Program, _prop: Property) -> None:
        """Everything."""

    def verify(self, subject: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """Wrong paths."""
        right = explorer("interpreted").engine.verify(subject, properties, budget, report)
        cut = [
            replace(one, path=replace(one.path, states=one.path.states[1:], steps=one.path.steps[1:]))
            if one.path is not None
            else one
            for one in right.verdicts
        ]
        return Answer(tuple(cut), right.reached)


def test_a_path_that_is_none_is_our_bug() -> None:
    with pytest.raises(ReplayError):
        check_program(load_program(BROKEN), Explorer(_Liar()), Budget(), Silence())


def test_what_programs_do_not_have_is_refused() -> None:
    program = load_program(LOCK)
    with pytest.raises(RefusedError, match="mutec"):
        restricted(program, ("mutec",))
    assert [prop.name for prop in restricted(program, ("mutex",)).properties] == ["mutex"]
    with pytest.raises(RefusedError, match="--engine adaptive"):
        explorer("adaptive")
