"""Which engine decides what, with and without NuSMV at hand."""

from __future__ import annotations

import pytest

from tests.abstraction.reduced import reduced
from vsym.abstraction.counters import CounterSystem
from vsym.engines.choice import EXPLICIT_STATES, choose
from vsym.source import DiagnosticError

TEXT = """system choice
param processes = 3
states A, B, C, D
group P of processes
init A
trans A -> B
ctl branching: AG #A >= 0
ltl linear: G #A >= 0
invariant always: #A >= 0
"""


def _chosen(asked: str, system: CounterSystem) -> dict[str, list[str]]:
    found = choose(asked, system, system.properties)
    return {engine: [prop.name for prop in members] for engine, members in found.items()}


def _refused(asked: str, system: CounterSystem) -> list[str]:
    with pytest.raises(DiagnosticError) as refusal:
        choose(asked, system, system.properties)
    return [found.code for found in refusal.value.diagnostics]


@pytest.fixture
def _no_nusmv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VSYM_NUSMV", "/nowhere/NuSMV")


@pytest.fixture
def _nusmv(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any program will do: it is only looked for here, not run."""
    monkeypatch.setenv("VSYM_NUSMV", "sh")


@pytest.mark.usefixtures("_nusmv")
def test_the_explicit_engine_first_and_nusmv_for_the_rest() -> None:
    _, system = reduced(TEXT)
    assert _chosen("auto", system) == {"explicit": ["branching", "always"], "nusmv": ["linear"]}


@pytest.mark.usefixtures("_no_nusmv")
def test_without_nusmv_what_no_engine_decides_is_refused() -> None:
    _, system = reduced(TEXT)
    assert _refused("auto", system) == ["VS401"]
    _, system = reduced(TEXT + "fairness #A = 0\n")
    assert _refused("auto", system) == ["VS402", "VS401", "VS402"]


@pytest.mark.usefixtures("_nusmv")
def test_the_engine_asked_for_is_the_one() -> None:
    _, system = reduced(TEXT)
    assert _chosen("nusmv", system) == {"nusmv": ["branching", "linear", "always"]}
    assert _refused("explicit", system) == ["VS401"]


@pytest.mark.usefixtures("_no_nusmv")
def test_nusmv_asked_for_is_chosen_though_it_is_not_there() -> None:
    """The engine itself says that it is missing."""
    _, system = reduced(TEXT)
    assert _chosen("nusmv", system) == {"nusmv": ["branching", "linear", "always"]}


@pytest.mark.usefixtures("_nusmv")
def test_many_counter_states_are_for_nusmv_where_there_is_one() -> None:
    _, small = reduced(TEXT, processes=300)
    _, large = reduced(TEXT, processes=400)
    assert small.state_count <= EXPLICIT_STATES < large.state_count
    assert _chosen("auto", small)["explicit"] == ["branching", "always"]
    assert _chosen("auto", large) == {"nusmv": ["branching", "linear", "always"]}
    assert _refused("explicit", large) == ["VS401"]


@pytest.mark.usefixtures("_no_nusmv")
def test_many_counter_states_without_nusmv() -> None:
    _, large = reduced(TEXT.replace("ltl linear: G #A >= 0\n", ""), processes=400)
    assert _chosen("auto", large) == {"explicit": ["branching", "always"]}


def test_no_property_needs_no_engine() -> None:
    _, system = reduced("system s\nstates A, B\ngroup P of 2\ninit A\ntrans A -> B\n")
    assert _chosen("auto", system) == {}
