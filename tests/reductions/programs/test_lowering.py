"""Programs as systems, construct by construct: their translations and their refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reductions.programs.agreement import agree
from tests.support.drawn import chosen
from tests.support.hand_programs import BROKEN, LOCK, NETWORK
from tests.support.loading import load_program
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.logic.formula import Comparison
from vsym.logic.terms import Linear, Named, linear
from vsym.models.program import statements
from vsym.models.program.program import DeadlockRule, Dialect
from vsym.reductions.programs import instances
from vsym.reductions.programs.lowering import Lowered, lowered
from vsym.system.system import Case, Term

_HEAD = """
type Val: 0..3; Pid: scalarset(2); Kind: enum { red, green }; Node: enum { nobody }; Some: union { Pid, Node };
var a, b: Val; t: boolean; s: Some; p: Pid; row: array [Val] of Val; who: array [Pid] of boolean;
    pair: record left: Val; right: Val; end;
startstate a := 0; b := 1; t := false; s := nobody; for i: Val do row[i] := i end; for i: Pid do who[i] := false end;
end;
"""
_MOVES = 'rule "a" a < 3 ==> a := a + 1 end; rule "b" true ==> b := (b + 1) % 4 end; rule "t" true ==> t := !t end;'
_POINTS = """ruleset i: Pid do rule "s" true ==> s := i end; rule "p" true ==> p := i end; end;
rule "no p" true ==> undefine p end; rule "nobody" true ==> s := nobody end;"""
_SOME = f'{_MOVES} {_POINTS} ruleset v: Val do rule "pair" a = b ==> pair.left := v end end;'


@pytest.mark.parametrize(
    "rule",
    [
        "a != 0 & b / a > 1 ==> b := b / a",
        "a = 0 | b % a = 1 ==> t := b % a = 1",
        "a != 0 -> b / a > 1 ==> t := false",
        "a * b = 2 ==> a := 0",
        "-a + b < 0 ==> b := b - a",
        "exists i: Val do row[i] = a & i > b end ==> row[a] := b",
        "forall i := a to b do row[i] >= i end ==> row[b] := a",
        "forall i: Pid do who[i] end ==> for i: Pid do who[i] := false end",
        "exists i := 0 to 2 do 1 / (i - a) = 1 end ==> t := true",
        "forall i: Val do i < b | exists j: Val do 3 / (row[i] + j - a) = b end end ==> t := true",
        "forall i: Pid do i = p -> who[i] end ==> who[p] := t",
        "exists i: Pid do i = p | 1 / a = 1 end ==> t := true",
        "isundefined(p) ==> undefine who",
        "!isundefined(p) & !who[p] ==> who[p] := true",
        "ismember(s, Pid) ==> p := s",
        "s = p ==> s := nobody",
        "true ==> s := p",
        "true ==> p := s",
        "true ==> pair.right := pair.left",
        "pair.left < 2 ==> pair.left := 0",
        "row[row[a]] = b ==> row[row[b]] := row[a] + 1",
        "true ==> row[a] := row[b] * 2 - b",
        "true ==> if t then a := 0 elsif a = b then b := 0 else a := b end; b := a",
        "true ==> switch a case b, 0: t := true case 1 / b: t := false else a := 0 end",
        "true ==> switch p case p: t := true end",
        "a < 2 ==> while a < b do a := a + 1 end",
        "true ==> for i := 3 to a by -1 do row[i] := b end",
        "true ==> for i := a to 3 by b do row[i] := 0 end",
        "true ==> for i := 0 to 3 by a do row[i] := 0 end",
        "true ==> for i: Some do if s = i then t := !t end end",
        'true ==> if a = 2 then error "two" end; a := 2',
        'true ==> assert a + b < 5 "large"; b := 0',
        "true ==> if t then return end; a := 0",
        "true ==> assume a != b; a := 1",
        "true ==> if t then assume a = 0 end; t := false",
        "true ==> t := t; assume a = b",
        "true ==> a := b; assume a < 1 / b",
        "true ==> a := t ? b : row[b]; t := t ? a = b : false",
        "true ==> alias x: row[a]; y: a + 1 do a := 0; x := y end",
        "true ==> var l: Val; begin if t then l := a end; b := l",
        "true ==> clear who; clear pair",
        "true ==> pair.left := a; pair := pair; undefine pair.right",
        "true ==> t := (a = b) = t",
        "true ==> t := !t; t := !t",
        "true ==> a := a; b := b + 0",
    ],
)
def test_a_rule_does_what_it_does_to_a_state(rule: str) -> None:
    body = rule if "begin" in rule else rule.replace("==>", "==> begin", 1)
    agree(load_program(f'{_HEAD} {_SOME} rule "it" {body} end;'), 10)


@pytest.mark.parametrize(
    "routine",
    [
        "function f(x: Val): Val; begin if x = 0 then return b end; return x - 1 end; rule a = f(b) ==> b := f(a) end;",
        "function f(x: Val): Val; begin if x = 0 then return 1 end; end; rule true ==> b := f(a) end;",
        "function f(x: Val): Val; begin return 4 * x end; rule f(a) < 9 ==> b := f(b) % 4 end;",
        "function f(): Val; begin return a + b end; rule true ==> b := f() end;",
        "function f(): Val; begin t := !t; return a end; rule true ==> if t & f() = 0 then b := f() end end;",
        "procedure f(var x: Val; y: Val); begin x := y; x := x - y end; rule true ==> f(row[a], b); f(a, a) end;",
        "procedure f(var x: Val); begin a := 0; x := 3 end; rule true ==> f(row[a]) end;",
        "procedure f(x: Val); begin if x > 0 then f(x - 1); b := x end end; rule true ==> f(a) end;",
        "function f(x: Val): Val; begin return (a + x) % 4 end; function g(): Val; begin return f(0) end; "
        "rule f(1) = g() + 1 ==> b := f(1); row[b] := f(1); a := f(b); b := f(1); row[f(1)] := g(); b := row[g()] end;",
        "type Two: record x, y: Val end; var two: array [Val] of Two; one: Two; "
        "function f(x: Val): Two; begin return two[x] end; rule exists i: Val do f(i) = one end ==> a := 0 end; "
        "ruleset i: Val do rule two[i].x := a; two[i].y := b; end; rule one := two[i] end; end;",
        "procedure f(x: Pid); var l: Pid; begin l := x; if !isundefined(l) then who[l] := t end end; "
        "rule true ==> f(p) end;",
    ],
)
def test_a_routine_does_what_it_does_to_a_state(routine: str) -> None:
    agree(load_program(f"{_HEAD} {routine} {_SOME}"), 14)


@pytest.mark.parametrize(
    "around",
    [
        'rule 1 "late" a = 3 ==> a := 0 end; rule 2 "last" row[b] = row[b - 1] ==> b := 0 end;',
        'alias x: row[b] do rule "through" x < 3 ==> x := x + 1 end end;',
        'alias x: who[p] do ruleset i: Pid do rule "through" x ==> who[i] := x end end end;',
        'ruleset i := 1 to 2 do rule "from 1" row[i] != 0 ==> row[i] := 0 end end;',
        'assume "small" a + b < 5;',
        'assume "defined" who[p];',
        'invariant "p" who[p] | a = 0;',
        'ruleset v: Val do startstate "any" a := v; b := v; end; '
        'startstate "half" a := v; b := 3; assert v != 2; end end;',
    ],
)
def test_what_stands_around_rules(around: str) -> None:
    agree(load_program(f"{_HEAD} {_SOME} {around}"), 40)


@pytest.mark.parametrize("deadlock", ["stuttering", "stuck", "off"])
def test_deadlocks_by_every_rule(deadlock: DeadlockRule) -> None:
    dialect = Dialect(deadlock=deadlock)
    rules = "rule a < 2 ==> a := a + 1 end; rule a = 2 ==> a := 2 end; rule a = 4/a ==> end;"
    text = f"var a: 0..3; startstate a := 0 end; {rules}"
    for program in (text, text.replace("rule a = 2", "rule a = 3")):
        agree(load_program(program, dialect=dialect), 10)
    agree(load_program(LOCK, dialect=dialect), 20)
    agree(load_program(BROKEN, dialect=dialect), 20)


def test_what_is_undefined_may_be_equal_where_the_dialect_is_lenient() -> None:
    rule = 'rule "it" p = s ==> a := 3 end; rule "no s" true ==> undefine s end;'
    agree(load_program(f"{_HEAD} {_SOME} {rule}", dialect=Dialect(undefined="lenient")), 40)


def _update(made: Lowered, event: str) -> dict[str, Term]:
    (update,) = [one.update for one in made.system.events if one.name == event and one.error is None]
    return dict(update)


def _is(name: str, code: int) -> Comparison:
    return Comparison(linear([(Named(name), 1)]), "=", code)


def test_an_index_that_is_read_becomes_cases_by_its_codes() -> None:
    """A read becomes a multiplexer; self-assignments are left out, and the last case of a write keeps the old value."""
    rule = 'rule "it" true ==> row[a] := b; b := row[a]; t := t; a := a end;'
    made = lowered(load_program(f'{_HEAD} {_SOME} rule "read" true ==> b := row[a] end; {rule}'), UNLIMITED)
    read = _update(made, "read")["b"]
    kept, *others = [linear([(Named(f"row[{index}]"), 1)]) for index in range(4)]
    assert read == Case(tuple((_is("a", index + 2), other) for index, other in enumerate(others)), kept)
    written = _update(made, "it")
    assert {*written} == {f"row[{index}]" for index in range(4)}
    assert written["row[2]"] == Case(((_is("a", 3), linear([(Named("b"), 1)])),), linear([(Named("row[2]"), 1)]))


def _size(term: Term) -> int:
    assert isinstance(term, Linear | Case)
    return 1 if isinstance(term, Linear) else sum(1 + _size(one) for _, one in term.branches) + _size(term.otherwise)


def test_what_conditions_do_to_slots_of_their_own_grows_with_their_number() -> None:
    """Twenty `if`s are not a million paths."""
    ifs = " ".join(f"if c[{place}] then d[{place}] := !d[{place}] end;" for place in range(20))
    text = f'var c, d: array [0..19] of boolean; startstate clear c; clear d end; rule "it" true ==> {ifs} end;'
    (event,) = lowered(load_program(text), UNLIMITED).system.events
    assert [_size(term) for _, term in event.update] == [5] * 20


def test_parameters_of_starts_that_are_slots_of_their_own_are_not_enumerated() -> None:
    choices = "; ".join(f"x{place}: 0..9" for place in range(12))
    values = "; ".join(f"r[{place}] := x{place}" for place in range(12))
    text = f"var r: array [0..11] of 0..9; ruleset {choices} do startstate {values} end end; rule r[0] > r[1] ==> end;"
    made = lowered(load_program(text), UNLIMITED)
    assert made.system.events[0].guard == Comparison(linear([(Named("r[0]"), 1), (Named("r[1]"), -1)]), ">=", 1)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (NETWORK, "`net` has multisets"),
        (
            "var a, b: 0..5; startstate a := 0; b := 0 end; "
            'rule "go" true ==> while a != b do a := (a + 1) % 6 end end;',
            "cases|turn",
        ),
        (
            "var a: 0..900; procedure f(x: 0..900); begin if x > 0 then f(x - 1) end end; "
            'startstate a := 0 end; rule "go" true ==> f(a); a := 3; end;',
            "at a depth of more than 64 calls",
        ),
    ],
)
def test_what_cannot_be_run_is_refused(program: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "TURNS", 800)
    monkeypatch.setattr(instances, "SIZE", 4_000)
    with pytest.raises(RefusedError, match=reason):
        lowered(load_program(program), UNLIMITED)


def test_a_loop_that_never_ends_is_an_error() -> None:
    text = "var a: 0..9; b: boolean; startstate a := 0; b := true end; rule b ==> while b do a := 9 end end;"
    (event,) = lowered(load_program(text), UNLIMITED).system.events
    assert event.error == f"the loop runs for more than {statements.TURNS} iterations"
    assert event.guard == _is("b", 2)


FILES = sorted((EXAMPLES / "programs").glob("*.m"))


_LARGE = ("golfer", "salestore")
"""Examples of many events, similar to those of other examples."""


@pytest.mark.parametrize(
    "path", chosen([path for path in FILES[::5] if path.stem not in _LARGE], FILES), ids=lambda path: path.stem
)
def test_an_example_is_the_same_as_a_system(path: Path) -> None:
    program = load_program(path.read_text("utf-8"))
    if program.layout.bags:
        with pytest.raises(RefusedError, match="multisets"):
            lowered(program, UNLIMITED)
        return
    made = agree(program, 6)
    assert made.left_out == ()
