"""ITF out and in: the same path comes back, and a trace that is no path of the model is refused with its place."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exchange.drawn import known, paths
from tests.support.composing import reduced
from tests.support.drawn import DRAWN, many
from tests.support.generated import Generated, models
from tests.support.replaying import check_replay
from vsym import load
from vsym.basics.options import RefusedError
from vsym.exchange.itf import STEPS, expanded, itf, read_itf
from vsym.exchange.replay import ToldStates, replayed
from vsym.exchange.smv.system import smv_trace
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import ModelPath, State
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.direct import seen, view
from vsym.system.result import SystemPath

MODEL = """
system lights
states Off, On, Broken
group R of 1
group W of 2
shared left : 0..2 = 2
shared bright : bool = false
init Off
trans Off -> On { R: left > 0 do left := left - 1; W: left > 1 do left := left - 1, bright := true }
trans On -> Off if #On >= 2
trans On -> Broken { W: true }
ctl never: AG #Broken = 0
ctl off: AG AF #Off = 3
"""


@cache
def _reduced() -> Reduced:
    return reduced(load(MODEL))


@cache
def _paths() -> dict[str, tuple[SystemPath, ModelPath]]:
    return {name: (path, trace) for name, path, trace in paths(_reduced())}


def _document(name: str = "never") -> dict[str, Any]:
    document: dict[str, Any] = json.loads(itf(_reduced().model, _reduced().counters, name, *_paths()[name]))
    return document


def _replayed(document: Any) -> tuple[SystemPath, ModelPath]:
    text = document if isinstance(document, str) else json.dumps(document)
    return replayed(_reduced(), read_itf(_reduced().model, _reduced, text, "t.json"))


@settings(DRAWN, max_examples=many(2))
@given(models(fairness=True, linear=True), st.data())
def test_a_path_comes_back_and_a_changed_one_only_if_it_is_one(drawn: Generated, data: st.DataObject) -> None:
    found = known(drawn)
    smaller = found.reduced
    for name, path, trace in paths(smaller):
        told = read_itf(smaller.model, lambda: smaller, itf(smaller.model, smaller.counters, name, path, trace), "p")
        assert isinstance(told, ToldStates)
        again, concrete = replayed(smaller, told)
        assert concrete == trace
        assert (again.states, again.loop) == (path.states, path.loop)
        changed = replace(told, states=_changed(smaller.model, told.states, data))
        try:
            _, concrete = replayed(smaller, changed)
        except RefusedError:
            continue
        check_replay(found.structure, concrete, smaller.counters)


def _changed(model: Model, states: tuple[State, ...], data: st.DataObject) -> tuple[State, ...]:
    """One process, or one shared variable, of one state is in another place."""
    number = data.draw(st.integers(0, len(states) - 1))
    state = states[number]
    variable = data.draw(st.sampled_from(model.shared)) if model.shared else None
    if variable is not None and data.draw(st.integers(0, 1)):
        value = data.draw(st.integers(variable.low, variable.high))
        state = replace(state, shared=tuple({**dict(state.shared), variable.name: value}.items()))
    else:
        process = data.draw(st.integers(0, model.size - 1))
        location = data.draw(st.sampled_from(model.states))
        state = State((*state.locations[:process], location, *state.locations[process + 1 :]), state.shared)
    return (*states[:number], state, *states[number + 1 :])


def test_the_format() -> None:
    document = _document()
    assert (document["#meta"]["format"], document["#meta"]["kind"]) == ("ITF", "counterexample")
    assert document["vars"] == ["processes", "counters", "shared"]
    assert [state["#meta"] for state in document["states"]] == [{"index": 0}, {"index": 1}, {"index": 2}]
    assert document["states"][0]["processes"] == ["Off", "Off", "Off"]
    assert document["states"][0]["shared"] == {"left": {"#bigint": "2"}, "bright": False}
    assert "loop" not in document
    [name, counters] = document["states"][0]["counters"]["#map"][0]
    assert name == "R"
    assert counters == {"#map": [["Off", {"#bigint": "1"}], ["On", {"#bigint": "0"}], ["Broken", {"#bigint": "0"}]]}


def test_values_of_enumerations_are_told_by_their_names() -> None:
    text = "system lights\nstates Off, On\ngroup R of 1\ninit Off\ninvariant never: light[1] = red\n"
    text += "shared light[i in 1..2] : {red, green} = if i = 1 then red else green\n"
    text += "trans Off -> On do light[1] := green, light[2] := light[1]\n"
    found = reduced(load(text))
    ((name, path, trace),) = paths(found)
    document = json.loads(itf(found.model, found.counters, name, path, trace))
    shared = [state["shared"] for state in document["states"]]
    assert shared == [{"light[1]": "red", "light[2]": "green"}, {"light[1]": "green", "light[2]": "red"}]
    again = read_itf(found.model, lambda: found, json.dumps(document), "t.json")
    assert isinstance(again, ToldStates)
    assert again.states == trace.states
    document["states"][1]["shared"]["light[1]"] = "blue"
    with pytest.raises(RefusedError, match=r'`light\[1\]` is "blue", not one of red, green'):
        read_itf(found.model, lambda: found, json.dumps(document), "t.json")


def test_counters_beside_processes_are_held_against_them() -> None:
    """The number of processes of a block in the first local state is another one."""
    assert _replayed(_document())
    for number, state, block, said in (
        (5, 1, 0, "5 for Off of the block R"),
        ("x", 2, 1, "no number for Off of the block W"),
    ):
        document = _document()
        document["states"][state]["counters"]["#map"][block][1]["#map"][0][1] = number
        with pytest.raises(RefusedError, match=f"state {state}: `counters` has {said}, and `processes` has"):
            _replayed(document)


def test_counters_by_local_state_alone_are_held_against_processes() -> None:
    """A trace of the adaptive engine has such counters: it counts in other blocks than the reduction."""
    model, system = _reduced().model, view(_reduced().model, [_reduced().model.processes])
    _, trace = _paths()["never"]
    document = json.loads(itf(model, system, "never", seen(system, trace), trace))
    assert _replayed(document)
    document["states"][0]["counters"]["#map"][0][1] = 2
    with pytest.raises(RefusedError, match="state 0: `counters` has 2 for Off, and `processes` has 3 there"):
        _replayed(document)


def test_counters_of_blocks_without_a_known_name_are_held_in_their_sums() -> None:
    document = _document()
    for state in document["states"]:
        for place, entry in enumerate(state["counters"]["#map"]):
            entry[0] = f"b{place}"
    assert _replayed(document)
    document["states"][0]["counters"]["#map"][1][1]["#map"][0][1] = 1
    with pytest.raises(RefusedError, match="state 0: `counters` has 2 for Off, and `processes` has 3 there"):
        _replayed(document)


def test_a_loop_goes_from_the_last_state_to_the_first_of_it() -> None:
    """A document writes a recurring state only once, and a loop must bring back more than the counters."""
    document = _document("off")
    _, trace = _paths()["off"]
    assert trace.states[trace.loop or 0] == trace.states[-1]
    assert len(document["states"]) == len(trace.states) - 1
    assert document["loop"] == trace.loop
    assert _replayed(document)[1] == trace
    turns = {
        "states": [
            {"processes": ["Off", "Off", "Off"], "shared": {"left": 2, "bright": False}},
            {"processes": ["On", "Off", "Off"], "shared": {"left": 1, "bright": False}},
        ],
        "loop": 0,
    }
    with pytest.raises(RefusedError, match=r"t\.json: state 0, after the last one: process 1 cannot take `On -> Off`"):
        _replayed(turns)


def test_counters_close_a_loop_that_processes_do_not() -> None:
    model = load("system s\nstates A, B\ngroup P of 2\ninit any\ntrans A -> B\ntrans B -> A\n")
    together = reduced(model)
    states = [State(("A", "B")), State(("A", "A")), State(("B", "A"))]
    told = ToldStates(tuple(states), ("x", "y", "z"), 0)
    text = itf(model, together.counters, "p", *replayed(together, told))
    assert json.loads(text)["#meta"]["counter-loop"] == 0
    assert "loop" not in json.loads(text)
    assert read_itf(model, lambda: together, text, "t").loop == 0
    apart = Reduced.to(model, view(model, [Processes.of([(1, 1)]), Processes.of([(2, 2)])]))
    with pytest.raises(RefusedError, match="z: the loop does not close: state 0 has other counters"):
        replayed(apart, told)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"processes": ["Off", "Off"]}, "state 1: there are 2 processes, but the model has 3"),
        ({"processes": ["Off", "Off", "No"]}, "state 1: process 3 is in 'No', which is not a local state"),
        ({"processes": 5}, "state 1: `processes` is not a sequence of local states"),
        ({"processes": {"#map": [[1, "Off"], [3, "On"]]}}, "state 1: `processes` is not a sequence"),
        ({"processes": ["Off", "On", "On"]}, "state 1: the processes 2 and 3 move at once"),
        ({"processes": ["Off", "Off", "Off"]}, "state 1: a shared variable changes, and no process moves"),
        ({"processes": ["Broken", "Off", "Off"]}, "state 1: process 1 goes from Off to Broken, and no `trans` does"),
        ({"shared": {"left": 3, "bright": True}}, "state 1: the shared variable `left` is 3, not a number in 0..2"),
        ({"shared": {"left": 1, "bright": 7}}, "state 1: the shared variable `bright` is 7, not true or false"),
        ({"shared": {"left": 1}}, "state 1: the shared variable `bright` is null"),
        ({"shared": {"left": 1, "bright": True, "x": 1}}, "state 1: the model has no shared variable 'x'"),
        ({"shared": {"left": {"#bigint": "0"}, "bright": True}}, "after `Off -> On` by process 2, `left` is 1"),
    ],
)
def test_a_state_that_does_not_fit_is_named(change: dict[str, Any], message: str) -> None:
    document = _document()
    assert document["states"][1]["processes"] == ["Off", "On", "Off"]
    document["states"][1].update(change)
    if "processes" in change:
        del document["states"][1]["counters"]
    with pytest.raises(RefusedError) as refused:
        _replayed(document)
    assert f"t.json: {message}" in str(refused.value) or message in str(refused.value)


def test_a_start_that_is_none() -> None:
    document = _document()
    with pytest.raises(RefusedError, match="state 0: this is not an initial state: the processes"):
        _replayed({**document, "states": [{**document["states"][1], "shared": {"left": 2, "bright": False}}]})
    with pytest.raises(RefusedError, match="state 0: this is not an initial state: `left` does not start at 1"):
        _replayed({**document, "states": document["states"][1:]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "t.json:1:2: this is not JSON"),
        ('{\n "a": nope}', "t.json:2:7: this is not JSON"),
        ("[]", "not a JSON object"),
        ("{}", "no list of `states`"),
        ('{"states": []}', "no list of `states`"),
        ('{"states": [1]}', "no list of `states`"),
        ('{"states": [{}]}', "state 0: it does not say how many processes of the block R are in Off"),
        ('{"states": [{}], "loop": 1}', "the loop begins at 1, but the states are 0..0"),
        ('{"states": [{}], "loop": true}', "the loop begins at True"),
        ('{"states": [{"a": ' + "[" * 100_000 + "]" * 100_000 + "}]}", "nests too deeply"),
        ('{"states": [' + "9" * 10_000 + "]}", "too long numbers"),
    ],
)
def test_what_is_no_trace(text: str, message: str) -> None:
    with pytest.raises(RefusedError) as refused:
        _replayed(text)
    assert message in str(refused.value)


def test_other_writers() -> None:
    """Functions and tuples in place of sequences, and plain numbers, as ITF allows them."""
    document = _document()
    before = _replayed(document)
    for state in document["states"]:
        state["processes"] = {"#map": [[{"#bigint": str(i)}, one] for i, one in enumerate(state["processes"], 1)]}
        state["shared"] = {
            "#map": [["left", int(state["shared"]["left"]["#bigint"])], ["bright", state["shared"]["bright"]]]
        }
        del state["counters"]
    assert _replayed(document) == before
    for state in document["states"]:
        state["processes"] = {"#tup": [one for _, one in state["processes"]["#map"]]}
    assert _replayed(document) == before


def test_counters_alone() -> None:
    document = _document()
    before = _replayed(document)
    for state in document["states"]:
        del state["processes"]
    path, concrete = _replayed(document)
    assert path.states == before[0].states
    assert all(step is not None for step in concrete.steps)
    document["states"][1]["counters"]["#map"][0][1]["#map"][0][1] = 2
    with pytest.raises(RefusedError, match="state 1: the counters in the block R add up to 2, not to 1"):
        _replayed(document)
    del document["states"][1]
    with pytest.raises(RefusedError, match="state 1: no step leads here from the state before"):
        _replayed(document)


def test_nusmv_s_names_for_it() -> None:
    path, _ = _paths()["never"]
    written = smv_trace(_reduced().system, "never & ever", path)
    assert 'desc="never &amp; ever"' in written
    assert written.count("<node>") == len(path.states)
    assert '<value variable="bright">TRUE</value>' in written


REPEATED = (
    "system many\nparam size = 40\nstates N, T\ngroup P of size\nshared v : 0..100000 = 0\ninit N\n"
    "trans N -> T if v <= 100000 do v := v + 1\ninvariant some_left: #T <= size - 5\n"
)


def _violated(size: int) -> tuple[Reduced, SystemPath, ModelPath]:
    found = reduced(load(REPEATED, size=size))
    [(_, path, trace)] = paths(found, "smt")
    assert path.kind == "counterexample"
    return found, path, trace


def test_every_step_stands_for_itself() -> None:
    """With this many processes, the document has only counters."""
    size = 1500
    found, path, trace = _violated(size)
    assert trace.times is not None
    whole, concrete = expanded(found.model, found.counters, path, trace)
    assert len(concrete.steps) == size - 4 == sum(trace.times)
    assert whole.states[-1] == path.states[-1]
    written = itf(found.model, found.counters, "some_left", whole, concrete)
    assert json.loads(written)["vars"] == ["counters", "shared"]
    again, lifted = replayed(found, read_itf(found.model, lambda: found, written, "t"))
    assert again.states == whole.states
    assert [step is not None for step in lifted.steps] == [True] * (size - 4)


def test_a_path_that_is_too_long() -> None:
    found, path, trace = _violated(STEPS + 5)
    with pytest.raises(RefusedError, match="its path has 10,001 steps; vsym writes at most 10,000"):
        expanded(found.model, found.counters, path, trace)
