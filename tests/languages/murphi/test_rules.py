"""Rules, start states and routines: the constructs around them, their names and numbers, and their statements."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.languages.murphi.texts import FRAME, codes, framed
from tests.support.drawn import chosen
from vsym.models.program.expressions import Constant, Entries, Interval, Referenced
from vsym.models.program.program import Choice
from vsym.models.program.statements import Assert, Assume, Bind, Clear, For, Let, Remove, RemoveIf, Return, While
from vsym.models.program.types import BOOLEAN


def test_what_stands_around_a_rule_is_in_order() -> None:
    rule = framed(
        """
        ruleset i: Pid; j := 0 to 4 by 2 do
          alias k: a[i]; l: j + k; do
            choose m: net do
              rule 7 "go" k = 1 & net[m].one = l ==> k := 2; multisetremove(m, net) end
            end
          end
        end;
        """
    ).rules[0]
    assert [type(one) for one in rule.wrappers] == [Choice, Choice, Bind, Let, Choice]
    first, second, last = (one for one in rule.wrappers if isinstance(one, Choice))
    assert first.binder.name == "i"
    assert (type(second.domain), type(last.domain)) == (Interval, Entries)
    assert (rule.name, rule.number, rule.priority) == ("go", 0, 7)
    assert isinstance(rule.body[1], Remove)
    assert rule.body[1].binder == last.binder


def test_rules_are_numbered_in_the_order_of_the_text_and_have_names() -> None:
    found = framed('rule b ==> end; ruleset i: 0..1 do rule "x" b ==> end; startstate end; rule end end; rule "x" end;')
    assert [(rule.name, rule.number) for rule in found.rules] == [("rule 1", 0), ("x", 1), ("rule 3", 2), ("x", 3)]
    assert [(start.name, start.number) for start in found.starts] == [("begin", 0), ("start 2", 1)]
    assert found.rules[2].guard == Constant(1, BOOLEAN, found.span)


def test_each_rule_under_one_ruleset_has_binders_of_its_own() -> None:
    found = framed("ruleset i: Pid do rule a[i] = 1 ==> end; rule a[i] = 2 ==> end end;")
    first, second = (one for rule in found.rules for one in rule.wrappers if isinstance(one, Choice))
    assert first.binder.number != second.binder.number
    assert first.binder.type == second.binder.type


@pytest.mark.parametrize(
    ("joined", "nested"),
    [
        ("for i: Pid; j := 0 to 4 by 2; do a[i] := j end", "for i: Pid do for j := 0 to 4 by 2 do a[i] := j end end"),
        ("for i := 0 to 2; j := i to 2 do b := i = j end", "for i := 0 to 2 do for j := i to 2 do b := i = j end end"),
        ("for i: 0..1; i: 2..3 do b := i = 3 end", "for i: 0..1 do for i: 2..3 do b := i = 3 end end"),
        (
            "b := forall i: Pid; j: 0..4 do a[i] = j end | exists i: Pid; j := 1 to 2 do a[i] = j end",
            "b := forall i: Pid do forall j: 0..4 do a[i] = j end end "
            "| exists i: Pid do exists j := 1 to 2 do a[i] = j end end",
        ),
    ],
)
def test_several_quantifiers_are_one_inside_the_other(joined: str, nested: str) -> None:
    together, apart = (framed(f"startstate {text}; end;") for text in (joined, nested))
    assert together.starts[-1].body == apart.starts[-1].body


def test_each_quantifier_counts_as_a_level_of_nesting() -> None:
    many = "; ".join(f"i{number}: 0..1" for number in range(99))
    assert codes(f"{FRAME} invariant forall {many} do b end;") == ["VS107"]


def test_statements() -> None:
    loops = "while b do b := false end; for i := 3 to 0 by -1 do x := i end;"
    others = 'clear r; assert "never" b; assume c; put x; put "text";'
    written = f"rule {loops} {others} multisetremovepred(m: net, net[m].one = 1); return; end;"
    body = framed(written).rules[0].body
    assert [type(statement) for statement in body] == [While, For, Clear, Assert, Assume, RemoveIf, Return]
    assert isinstance(body[3], Assert)
    assert body[3].message == "never"


@pytest.mark.parametrize(
    ("routine", "pure"),
    [
        ("function f(): boolean; begin return x = 0 end;", True),
        ("function f(): boolean; var k: 0..3; begin k := 1; return k = 0 end;", True),
        ("function f(): boolean; begin x := 0; return true end;", False),
        ("function f(var k: 0..3): boolean; begin k := 0; return true end;", False),
        ("function f(var k: 0..3): boolean; begin return k = 0 end;", True),
        ("function f(): boolean; begin set(x, 1); return true end;", False),
        ("function f(): boolean; var k: 0..3; begin set(k, 1); return true end;", True),
        ("function f(): boolean; var k: 0..3; begin alias l: k do l := 1 end; return true end;", True),
        ("function f(): boolean; begin alias l: r.one do l := 1 end; return true end;", False),
        ("function f(): boolean; begin clear net; return true end;", False),
        ("function f(): boolean; begin if b then return f() else x := 1; return b end end;", False),
        ("procedure g(); begin x := 1 end; function f(): boolean; begin g(); return b end;", False),
        ("function g(): boolean; begin x := 1; return b end; function f(): boolean; begin return g() end;", False),
        (
            "procedure h(); begin set(x, 1) end; procedure g(); begin h() end;"
            " function f(): boolean; begin g(); return b end;",
            False,
        ),
        ("procedure g(); var k: 0..3; begin k := 1 end; function f(): boolean; begin g(); return b end;", True),
        ("function g(): boolean; begin return f() end; function f(): boolean; begin return b -> g() end;", True),
    ],
)
def test_which_functions_are_pure(routine: str, pure: bool) -> None:
    found = next(one for one in framed(routine).routines if one.name == "f")
    assert found.pure is pure


def test_a_guard_calls_pure_functions_alone() -> None:
    writes = "function f(): boolean; begin x := 0; return true end;\n"
    for use in ("rule f() ==> end;", "invariant f();", "--! fair f()\n", "alias k: f() do rule k ==> end end;"):
        assert codes(FRAME + writes + use) == ["VS347"], use
    assert codes(FRAME + writes + "rule b := f() end;") == []


@pytest.mark.parametrize("around", ["choose m: nets[g()] do {} end;", "alias k: a[g()] do {} end;"])
@pytest.mark.parametrize("rule", ["rule b ==> end", "startstate x := 0; end"])
def test_what_a_rule_is_chosen_by_calls_pure_functions_alone(around: str, rule: str) -> None:
    frame = FRAME.replace("a: array [Pid] of 0..3;", "a: array [0..3] of 0..3; nets: array [0..3] of Net;")
    text = around.format(rule)
    assert codes(frame + "function g(): 0..3; begin x := 1; return 1 end;\n" + text) == ["VS347"]
    assert codes(frame + "function g(): 0..3; begin return 1 end;\n" + text) == []


def test_a_var_parameter_is_a_reference() -> None:
    routine = next(one for one in framed("").routines if one.name == "set")
    assert isinstance(vars(routine.body[0])["place"], Referenced)
    assert routine.result is None


_TABLE = Path(__file__).parent / "snippets.txt"
_ROWS = [line.split("\t") for line in _TABLE.read_text("utf-8").splitlines()[1:]]

MEANT = {
    "big": "VS345",
    "enum0": "VS352",
    "impure": "VS347",
    "nostart": "VS322",
    "ssmix": "VS341",
    "wrbinder": "VS342",
    **dict.fromkeys(("numguard", "prioo"), "VS301"),
    **dict.fromkeys(("band", "shl"), "VS441"),
}
"""Diagnostics of programs that vsym refuses though rumur accepts them. Their types are too large or empty, or their
guards are numbers or change variables. Others lack a start state, compare two scalarsets, assign a loop's name, or use
operators on bits."""


@pytest.mark.parametrize(("rumur", "vsym", "text"), [row[1:] for row in _ROWS], ids=[row[0] for row in _ROWS])
def test_what_is_accepted(rumur: str, vsym: str, text: str, request: pytest.FixtureRequest) -> None:
    found = codes(text)
    name = request.node.callspec.id
    assert vsym == ("refuses" if found else "accepts"), found
    if found and rumur == "accepts":
        assert found == [MEANT[name]]


_ASKED = chosen(_ROWS[::5], _ROWS)


@pytest.mark.parametrize(("rumur", "text"), [(row[1], row[3]) for row in _ASKED], ids=[row[0] for row in _ASKED])
def test_what_rumur_accepts(rumur: str, text: str, tmp_path: Path) -> None:
    model = tmp_path / "model.m"
    model.write_text(text, encoding="utf-8")
    ran = subprocess.run(["rumur", str(model), "-o", "/dev/null"], capture_output=True, timeout=60, check=False)
    assert rumur == ("refuses" if ran.returncode else "accepts"), ran.stderr
