"""NuSMV's XML: vsym reads it with its places, reads no more than it says, and refuses other texts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exchange.drawn import paths
from tests.support.composing import reduced
from tests.support.drawn import many
from vsym import load
from vsym.basics.options import RefusedError
from vsym.exchange.replay import replayed
from vsym.exchange.smv.direct_lines import Vocabularies
from vsym.exchange.smv.reading import read_smv, read_xml
from vsym.exchange.smv.system import smv_trace
from vsym.reductions.counters.reduced import Reduced
from vsym.system.result import Path

MODEL = """
system gate
states A, T
group R of 2
shared open : bool = false
shared level : 0..3 = 1
shared fixed : 2..2 = 2
init A
trans A -> T if level < 3 do level := level + 1, open := true
ctl low: AG level < 3
"""


@cache
def _reduced() -> Reduced:
    return reduced(load(MODEL))


@cache
def _written() -> str:
    [(name, path, _)] = paths(_reduced())
    return smv_trace(_reduced().system, name, path)


def _read(text: str) -> int:
    """The number of steps of the path."""
    return len(replayed(_reduced(), read_smv(_reduced().model, _reduced, text, "t.xml"))[1].steps)


def _direct(*states: tuple[str, ...]) -> str:
    names = ("p1", "p2", "open", "level")
    lines = ["<counter-example>"]
    for state in states:
        values = (f'<value variable="{name}">{value}</value>' for name, value in zip(names, state, strict=True))
        lines.append(f"<node><state>{''.join(values)}</state></node>")
    return "\n".join([*lines, "</counter-example>"])


def test_nodes_have_their_lines() -> None:
    trace = read_xml(f"*** NuSMV\n-- is false\n{_written()}", "t.xml")
    assert [node.line for node in trace.nodes] == [5, 16, 27]
    assert trace.nodes[0].state == {"A_": "2", "T_": "0", "open": "FALSE", "level": "1"}
    assert trace.nodes[0].inputs == {"choice": "A_to_T"}
    assert trace.loops == ()


def test_our_own_trace() -> None:
    assert _read(_written()) == 2
    # A move that is not named may be any.
    assert _read(_written().replace("A_to_T", "stutter", 1)) == 2
    assert Vocabularies.of(_reduced().model).states == {"A": "A_", "T": "T_"}
    assert _read(_direct(("A_", "A_", "FALSE", "1"), ("A_", "T_", "TRUE", "2"))) == 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("</value>", "", "t.xml:9:5: this is not XML: mismatched tag"),
        ("<counter-example", "<counterexample", "there is no `<counter-example>` in it"),
        ("</counter-example>", "", "this is not XML: no element found"),
        ("</counter-example>", "</counter-example><counter-example/>", "there are 2 traces in it"),
        ("FALSE", "&lol;", "this is not XML: undefined entity"),
        ("FALSE", "0", "t.xml:3: state 1: `open` is `0`, not TRUE or FALSE"),
        (">1</value>", ">9</value>", "t.xml:3: state 1: `level` is `9`, not a number in 0..3"),
        (">1</value>", ">2</value>", "t.xml:3: state 1: this is not an initial state"),
        (">2</value>", ">3</value>", "t.xml:3: state 1: `A_` is `3`, not a number in 0..2"),
        (">2</value>", ">1</value>", "t.xml:3: state 1: the counters add up to 1, not to 2"),
        (">2</value>", ">two</value>", "`A_` is `two`"),
        ('"A_"', '"B_"', "t.xml:3: state 1: there is no value of `A_`; is this a trace of the model"),
        ("A_to_T", "T_to_A", "t.xml:3: state 1: the model has no move `T_to_A`"),
        ("<loops> ", "<loops> 1 ", "t.xml:25: state 3: the loop begins at state 1, which differs from this one"),
        ("<node", "<note", "t.xml:13:4: this is not XML: mismatched tag"),
        ("<loops> ", "<loops> 7 ", "the loop begins at state 7"),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(old: str, new: str, message: str) -> None:
    assert old in _written()
    with pytest.raises(RefusedError) as refused:
        _read(_written().replace(old, new, 1))
    assert message in str(refused.value)


def test_a_state_left_out() -> None:
    lines = _written().split("\n")
    start, end = lines.index("\t<node>", 3), lines.index("\t</node>", 20)
    with pytest.raises(RefusedError, match=r"t\.xml:14: state 2: `A -> T` leads elsewhere"):
        _read("\n".join([*lines[:start], *lines[end + 1 :]]))


def test_processes_that_move_where_they_cannot() -> None:
    with pytest.raises(RefusedError, match=r"t\.xml:3: state 2: after `A -> T` by process 1, `open` is true"):
        _read(_direct(("A_", "A_", "FALSE", "1"), ("T_", "A_", "FALSE", "2")))
    with pytest.raises(RefusedError, match="state 2: nothing moves, although a process can"):
        _read(_direct(*[("A_", "A_", "FALSE", "1")] * 2))
    with pytest.raises(RefusedError, match="state 1: process 2 is in `C`, which is not a local state"):
        _read(_direct(("A_", "C", "FALSE", "1")))


def test_a_trace_of_nothing() -> None:
    with pytest.raises(RefusedError, match=r"t\.xml:2: there is no state in this trace"):
        _read("\n<counter-example><loops/></counter-example>")


def test_nothing_can_be_declared() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    with pytest.raises(RefusedError, match="undefined entity"):
        _read(bomb + _written().replace("FALSE", "&b;", 1))
    with pytest.raises(RefusedError, match="this is not XML"):
        _read(_written().replace("\t<node>", f"{bomb}\t<node>", 1))


@settings(max_examples=many(45), deadline=None)
@given(st.data())
def test_whatever_it_is_it_is_read_or_refused(data: st.DataObject) -> None:
    text = _written()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 8)))
        pieces = ["", "1", "<value>", "</node>", "&", "9" * 200, "\0", "variable=", "<loops>1</loops>", "-", "é"]
        text = text[:start] + data.draw(st.sampled_from(pieces)) + text[end:]
    with suppress(RefusedError):
        assert _read(text) >= 0


def test_a_move_that_is_not_possible() -> None:
    once = reduced(load("system once\nstates A, T\ngroup P of 2\ninit A\ntrans A -> T if #T = 0\n"))
    claimed = Path("counterexample", ((2, 0), (1, 1), (0, 2)), (0, 0))
    told = read_smv(once.model, lambda: once, smv_trace(once.system, "x", claimed), "t.xml")
    with pytest.raises(RefusedError, match=r"t\.xml:21: state 3: `A -> T` is not possible in the state before"):
        replayed(once, told)
    told = read_smv(once.model, lambda: once, smv_trace(once.system, "x", replace(claimed, steps=(0,))), "t.xml")
    with pytest.raises(RefusedError, match="state 3: no step leads here from the state before"):
        replayed(once, told)
