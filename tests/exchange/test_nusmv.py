"""Traces from a real NuSMV and for it, on generated models."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.drawn import DRAWN
from tests.generated import Generated, models
from tests.replaying import check_replay
from vsym import check, load
from vsym.exchange.replay import replayed
from vsym.exchange.smv.reading import read_smv
from vsym.exchange.smv.trace import smv_trace
from vsym.exchange.smv.writing import counter_model, direct_model
from vsym.reductions.counters.lowering import lowered

MODELS = 12
_SPECIFICATION = re.compile(r"^(CTLSPEC|LTLSPEC|INVARSPEC) NAME (\w+) :=", re.MULTILINE)
_COMMANDS = {"CTLSPEC": "check_ctlspec", "LTLSPEC": "check_ltlspec", "INVARSPEC": "check_invar"}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nusmv")


@settings(DRAWN, max_examples=MODELS)
@given(models(fairness=True, linear=True))
def test_what_nusmv_finds_is_a_path(directory: Path, drawn: Generated) -> None:
    """Of the counter model and of the direct one, for CTL and LTL."""
    found = known(drawn)
    for text in (counter_model(found.system), direct_model(found.model)):
        for number, written in enumerate(_counterexamples(directory, text)):
            told = read_smv(found.model, partial(getattr, found, "lowered"), written, f"result{number}")
            _, path = replayed(found.model, found.system, found.lowered, told)
            check_replay(found.structure, path, found.system)
            assert len(path.states) == written.count("<node>")


def _counterexamples(directory: Path, text: str) -> list[str]:
    """What NuSMV says of each property that it finds violated with a trace."""
    asked = _SPECIFICATION.findall(text)
    checks = [f"{_COMMANDS[kind]} -P {name} -o result{place}" for place, (kind, name) in enumerate(asked)]
    nusmv(directory, text, checks)
    answers = [(directory / f"result{place}").read_text("utf-8") for place in range(len(asked))]
    return [answer for answer in answers if "<counter-example" in answer]


@settings(DRAWN, max_examples=MODELS)
@given(models(fairness=True, linear=True))
def test_nusmv_takes_our_paths(directory: Path, drawn: Generated) -> None:
    """It reads them and can execute every step of them on the model, deadlocks included."""
    found = known(drawn)
    lengths = []
    commands = []
    for outcome in checked(found):
        if outcome.abstract_trace is not None:
            lengths.append(outcome.abstract_trace.length)
            name = f"trace{len(lengths)}.xml"
            written = smv_trace(found.lowered, outcome.property.name, outcome.abstract_trace)
            (directory / name).write_text(written, encoding="utf-8")
            commands += [f"read_trace {name}", f"execute_traces -v {len(lengths)}"]
            _check_reading(found, written, outcome.abstract_trace.loop)
    said = nusmv(directory, counter_model(found.system), commands)
    assert [int(steps) for steps in re.findall(r"^(\d+) steps performed", said, re.MULTILINE)] == lengths, said


def _check_reading(found: Known, written: str, loop: int | None) -> None:
    told = read_smv(found.model, lambda: found.lowered, written, "trace")
    path, lifted = replayed(found.model, found.system, found.lowered, told)
    check_replay(found.structure, lifted, found.system)
    assert path.loop == loop


def test_a_model_without_moves(directory: Path) -> None:
    """Its input variable has one value, which makes it a constant for NuSMV."""
    found = check(load("system still\nstates A, B\ngroup P of 2\ninit A\nctl moved: AF #B = 1\n"), engine="explicit")
    trace = found.outcomes[0].abstract_trace
    assert trace is not None
    assert trace.loop == 0
    (directory / "still.xml").write_text(smv_trace(lowered(found.system), "moved", trace), encoding="utf-8")
    said = nusmv(directory, counter_model(found.system), ["read_trace still.xml", "execute_traces -v 1"])
    assert "execution completed successfully" in said
