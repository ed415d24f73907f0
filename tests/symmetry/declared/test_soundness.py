"""Uses of scalarsets: accepted ones are symmetric by the definition, and refused ones are named with their place."""

from __future__ import annotations

from random import Random

import pytest

from tests.models.program.layouts import drawn_state
from tests.support.drawn import many
from tests.symmetry.declared.drawn_loops import DECLARED, Drawn
from tests.symmetry.declared.equivariance import program_of, reached, told_apart
from vsym.symmetry.declared.soundness import misuses, sound_scalarsets


@pytest.mark.parametrize("part", range(many(1)))
def test_drawn_loops_that_are_accepted_commute(part: int) -> None:
    """They commute in reached states and in any others."""
    accepted = 0
    for seed in range(20 * part, 20 * (part + 1)):
        random = Random(seed)
        program = program_of(Drawn(random).model())
        if not sound_scalarsets(program):
            continue
        accepted += 1
        states = [*reached(program, 3), *(drawn_state(random, program) for _ in range(3))]
        assert told_apart(program, states, program.scalarsets) is None, seed
    assert accepted > 1


def _rule(body: str, guard: str = "true", around: str = "") -> str:
    local = "var t: M; l: multiset[3] of M;"
    return f'{DECLARED} {around} ruleset i: P do rule "r" {guard} ==> {local} begin {body} end; end;'


ACCEPTED = (
    "for j: P do if j != i then a[j] := 1; end; end;",
    "for j: P do if a[j] = 0 then c := c + 1; f := true; undefine o; end; end;",
    "for j: P do if j != i then a[j] := a[i]; end; end;",
    "for j: P do if j = i then b[j] := true; else b[j] := a[i] = 0; end; end;",
    "for j: P do b[j] := j = i | a[i] = 0 -> a[j] = 0; end;",
    "for j: P do alias x: a[j]; q: j do x := 1; b[q] := true; end; end;",
    "alias x: a[i] do for j: P do if x = 0 then b[j] := true; end; end; end;",
    "for j: P do give(a[j], 1); send(j, 1); end;",
    "for j: P do give(a[r[j]], 1); end;",
    "for j: P do t.from := j; t.v := 1; multisetadd(t, net); end;",
    "for j: P do if one(j) then undefine t; t.from := j; multisetadd(t, net); end; end;",
    "for j: P do for k: P do w[j][k] := j = k; end; end;",
    "for u0: U do if ismember(u0, P) then b[u0] := true; end; end;",
    "while c < 2 do c := c + 1; end;",
    "clear a; clear net; clear w[i];",
    "for k := 0 to 1 do o := i; c := k; end;",
    "multisetremovepred(n: net, net[n].from = i);",
    "if exists j: P do a[j] = 1 end then f := false; end;",
    "for j: P do undefine t.from; t.v := 1; multisetadd(t, net); end;",
    "for j: P do if j = i then f := true; else a[j] := a[i]; end; end;",
    "for j: P do if j != r[i] then a[j] := a[r[i]]; end; end;",
    "clear u;",
)
"""Bodies of rules in which elements are interchangeable."""

REFUSED = (
    ("for j: P do o := j; end;", "VS361", "o", "iterations may give `o` different values"),
    ("for j: P do f := a[j] = 0; end;", "VS361", "f", "iterations may give `f` different values"),
    ("for j: P do a[r[j]] := a[j]; end;", "VS361", "a[r[j]]", "one iteration writes `a[r[j]]` and another reads it"),
    ("for j: P do if f then f := false; end; end;", "VS361", "f", "one iteration writes `f` and another reads it"),
    ("for j: P do a[j] := a[i]; end;", "VS361", "a[j]", "one iteration writes `a[j]` and another reads it"),
    ("for j: P do c := 1; c := c + 1; end;", "VS361", "c", "several iterations change `c`"),
    ("for j: P do if b[j] then c := c + 1; else c := c - 1; end; end;", "VS361", "c", "several iterations change `c`"),
    ("for j: P do if a[j] = 0 then return; end; end;", "VS361", "return", "the first element that returns"),
    ("for j: P do if b[j] then t.from := j; end; multisetadd(t, net); end;", "VS361", "t.from", "iterations may give"),
    ("alias x: a[i] do for j: P do x := 1; b[j] := a[j] = 1; end; end;", "VS361", "x", "one iteration writes `x`"),
    (
        "for j: P do send(j, 1); multisetremovepred(n: net, net[n].from = j); end;",
        "VS361",
        "net",
        "one iteration writes",
    ),
    ("for u0: U do o := i; u := u0; end;", "VS361", "u", "iterations may give `u` different values"),
    (
        "for j: P do if j != r[i] then a[j] := a[r[r[i]]]; end; end;",
        "VS361",
        "a[j]",
        "one iteration writes `a[j]` and another reads it",
    ),
    (
        "for j: P do if !isundefined(t.v) then a[j] := t.v; end; give(t.v, 2); end;",
        "VS361",
        "x",
        "one iteration writes `x` and another reads it",
    ),
    (
        "for j: P do t.from := j; t.v := 1; if multisetcount(n: l, true) = 0 then b[j] := true; end; "
        "multisetadd(t, l); end;",
        "VS361",
        "l",
        "one iteration writes `l` and another reads it",
    ),
    ("clear o;", "VS360", "clear o", "giving `o` the first value of its type distinguishes the elements of `P`"),
    ("clear r;", "VS360", "clear r", "distinguishes the elements of `P`"),
    (
        "multisetremovepred(n: net, multisetcount(m: net, net[m].from = net[n].from) = 1);",
        "VS362",
        "multisetcount(m: net, net[m].from = net[n].from) = 1",
        "reads the multiset from which it removes elements",
    ),
)
"""Bodies of rules in which they are not known to be, with the code, the place and a part of the diagnostic."""


@pytest.mark.parametrize("body", ACCEPTED)
def test_what_is_recognised(body: str) -> None:
    program = program_of(_rule(body))
    assert [str(misuse.diagnostic) for misuse in misuses(program)] == []
    random = Random(1)
    states = [*reached(program, 4), *(drawn_state(random, program) for _ in range(8))]
    assert told_apart(program, states, program.scalarsets) is None


@pytest.mark.parametrize(("body", "code", "place", "message"), REFUSED)
def test_what_is_refused(body: str, code: str, place: str, message: str) -> None:
    program = program_of(_rule(body))
    [misuse, *_] = misuses(program)
    assert (misuse.diagnostic.code, misuse.diagnostic.span.text) == (code, place)
    assert message in misuse.diagnostic.message
    assert "--scalarset range" in (misuse.diagnostic.hint or "")
    assert sound_scalarsets(program) == ()


def test_a_condition_on_all_elements_changes_nothing() -> None:
    around = "function taken(p: P): boolean; begin o := p; return a[p] = 1; end;"
    program = program_of(_rule("if exists j: P do taken(j) end then f := false; end;", around=around))
    [misuse] = misuses(program)
    assert (misuse.diagnostic.code, misuse.diagnostic.span.text) == ("VS362", "taken(j)")
    assert "what this function changes may depend on the order of the elements of `P`" in misuse.diagnostic.message
    assert told_apart(program, [*reached(program, 2)], program.scalarsets) is not None


@pytest.mark.parametrize(
    ("loop", "count"), [("while c < 2 do c := c + 1;", 1), ("for k := 0 to 1 do", 1), ("if true then", 0)]
)
def test_what_a_turn_removes_a_later_one_may_have_put_elsewhere(loop: str, count: int) -> None:
    """A new element takes a place that is free, where that of a removed one is the first."""
    sent = "for j: P do send(j, 1); a[j] := net[n].v; end;"
    for body, refused in ((sent, 0), (f"{sent} multisetremove(n, net);", count)):
        program = program_of(f'{DECLARED} choose n: net do rule "r" true ==> begin {loop} {body} end; end; end;')
        assert len([*misuses(program)]) == refused, body


def test_a_loop_that_ends_early_is_told_to_look_for_an_element() -> None:
    [misuse, *_] = misuses(program_of(_rule("for j: P do if a[j] = 0 then return; end; end;")))
    assert "use `exists` or `forall`" in (misuse.diagnostic.hint or "")
