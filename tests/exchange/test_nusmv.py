"""Traces from a real NuSMV and for it, on generated models."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.exchange.drawn import known, nusmv, paths
from tests.support.composing import reduced
from tests.support.drawn import DRAWN, many
from tests.support.generated import Generated, models
from tests.support.replaying import check_replay
from vsym import load
from vsym.exchange.replay import replayed
from vsym.exchange.smv.reading import read_smv
from vsym.exchange.smv.system import smv_trace
from vsym.exchange.smv.writing import counter_model, direct_model

MODELS = 2
_SPECIFICATION = re.compile(r"^(CTLSPEC|LTLSPEC|INVARSPEC) NAME (\w+) :=", re.MULTILINE)
_COMMANDS = {"CTLSPEC": "check_ctlspec", "LTLSPEC": "check_ltlspec", "INVARSPEC": "check_invar"}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nusmv")


@settings(DRAWN, max_examples=many(MODELS))
@given(models(fairness=True, linear=True))
def test_what_nusmv_finds_is_a_path(directory: Path, drawn: Generated) -> None:
    """The counterexamples are those of the counter model and of the direct one, for CTL and LTL."""
    found = known(drawn)
    smaller = found.reduced
    for text in (counter_model(smaller.counters), direct_model(smaller.model)):
        for number, written in enumerate(_counterexamples(directory, text)):
            told = read_smv(smaller.model, lambda: smaller, written, f"result{number}")
            _, path = replayed(smaller, told)
            check_replay(found.structure, path, smaller.counters)
            assert len(path.states) == written.count("<node>")


def _counterexamples(directory: Path, text: str) -> list[str]:
    """The answer of NuSMV for each property that it finds violated with a trace."""
    asked = _SPECIFICATION.findall(text)
    checks = [f"{_COMMANDS[kind]} -P {name} -o result{place}" for place, (kind, name) in enumerate(asked)]
    nusmv(directory, text, checks)
    answers = [(directory / f"result{place}").read_text("utf-8") for place in range(len(asked))]
    return [answer for answer in answers if "<counter-example" in answer]


@settings(DRAWN, max_examples=many(MODELS))
@given(models(fairness=True, linear=True))
def test_nusmv_takes_our_paths(directory: Path, drawn: Generated) -> None:
    """It reads them and can execute every step of them on the model, deadlocks included."""
    found = known(drawn)
    smaller = found.reduced
    lengths = []
    commands = []
    for name, path, _ in paths(smaller):
        lengths.append(path.length)
        file = f"trace{len(lengths)}.xml"
        written = smv_trace(smaller.system, name, path)
        (directory / file).write_text(written, encoding="utf-8")
        commands += [f"read_trace {file}", f"execute_traces -v {len(lengths)}"]
        again, trace = replayed(smaller, read_smv(smaller.model, lambda: smaller, written, "trace"))
        check_replay(found.structure, trace, smaller.counters)
        assert again.loop == path.loop
    said = nusmv(directory, counter_model(smaller.counters), commands)
    assert [int(steps) for steps in re.findall(r"^(\d+) steps performed", said, re.MULTILINE)] == lengths, said


def test_a_model_without_moves(directory: Path) -> None:
    """Its input variable has one value, which makes it a constant for NuSMV."""
    still = reduced(load("system still\nstates A, B\ngroup P of 2\ninit A\nctl moved: AF #B = 1\n"))
    [(name, path, _)] = paths(still)
    assert path.loop == 0
    (directory / "still.xml").write_text(smv_trace(still.system, name, path), encoding="utf-8")
    said = nusmv(directory, counter_model(still.counters), ["read_trace still.xml", "execute_traces -v 1"])
    assert "execution completed successfully" in said
