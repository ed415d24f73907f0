"""Facts about a program before any verdict: its group, the subgroup that its properties leave, near misses, limits."""

from __future__ import annotations

import pytest

from tests.support.hand_programs import LOCK, NETWORK
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED, LimitReachedError
from vsym.basics.options import RefusedError
from vsym.checking.findings.program import DetectedGroup, detected_group
from vsym.system.report import Silence

_RANGE = LOCK.replace("Proc: scalarset(N)", "Proc: 1..N")
_FIRST_LEAVES = _RANGE.replace("lock := false; undefine owner", "lock := (p = 1) & (state[2] = crit); undefine owner")


def _known(text: str) -> DetectedGroup:
    return detected_group(load_program(text), UNLIMITED, Silence())


def test_the_group_and_what_properties_leave_of_it() -> None:
    for text, kept in ((LOCK, 6), (_RANGE + 'invariant "last" lock -> owner != 3 | state[3] = crit;', 2)):
        found = _known(text)
        assert found.subgroup is not None
        assert found.subgroup.group is not None
        assert (found.group.text, found.subgroup.group.order, found.deep) == ("S3", kept, None)
    assert _known("var x: boolean; startstate x := false; end; rule x := !x; end;").subgroup is None


def test_a_range_that_could_be_a_scalarset_is_named() -> None:
    found = _known(_RANGE)
    assert [one.type.name for one in found.suggestions] == ["Proc"]
    assert _known(LOCK).suggestions == ()


def test_a_type_that_one_rule_of_three_breaks_is_a_near_miss() -> None:
    (miss,) = _known(_FIRST_LEAVES).near_misses
    assert (miss.type.name, [rule.name for rule in miss.breaking]) == ("Proc", ["leave"])


def test_a_type_that_most_rules_break_or_that_the_start_breaks_is_none() -> None:
    most = _FIRST_LEAVES.replace("state[p] = idle ==>", "state[p] = idle & (p = 1 | state[1] = idle) ==>")
    assert _known(most).near_misses == ()
    assert len(_known(most).types[0].breaking) == 2
    started = _FIRST_LEAVES.replace("lock := false; end;\ninv", "lock := false; state[1] := want; end;\ninv")
    assert _known(started).near_misses == ()


def test_what_is_under_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(Silence, "say", lambda _, what: said.append(what))
    _known(LOCK)
    assert said[:2] == ["looking for symmetries", "looking for symmetries that keep the properties"]
    assert said[2:] == ["comparing index types", "comparing values"]


def test_a_program_that_nothing_is_detected_of_is_refused_with_the_reason() -> None:
    with pytest.raises(RefusedError, match="has multisets"):
        _known(NETWORK)


def test_a_limit_ends_the_work() -> None:
    with pytest.raises(LimitReachedError):
        detected_group(load_program(LOCK), UNLIMITED.within(0.0), Silence())
