"""Models with a loop over a scalarset whose body is drawn."""

from __future__ import annotations

from random import Random

DECLARED = """
type
  P: scalarset(3);
  V: 0..2;
  U: union {enum {none}, P};
  M: record from: P; v: V; end;
var
  a: array[P] of V;
  b: array[P] of boolean;
  r: array[P] of P;
  w: array[P] of array[P] of boolean;
  c: 0..4;
  f: boolean;
  o: P;
  u: U;
  net: multiset[3] of M;

procedure send(from: P; v: V);
var m: M;
begin m.from := from; m.v := v; multisetadd(m, net); end;

procedure give(var x: V; v: V);
begin x := v; end;

function one(p: P): boolean;
begin return a[p] = 1; end;

startstate
  for i: P do a[i] := 0; b[i] := false; r[i] := i; for j: P do w[i][j] := i = j; end; end;
  f := false; c := 0; u := none;
end;
"""


class Drawn:
    """Parts of a loop over `j` in a rule for some `i`."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def model(self) -> str:
        """A model with one rule."""
        loop = f"for j: P do {self.body(2)} end;"
        return f'{DECLARED} ruleset i: P do rule "r" true ==> var t: M; begin {loop} end; end;'

    def body(self, depth: int) -> str:
        """One to three statements."""
        return " ".join(self.statement(depth) for _ in range(self._random.choice((1, 1, 2, 3))))

    def statement(self, depth: int) -> str:
        """A statement with others nested in it up to a depth."""
        body, otherwise = (self.body(depth - 1), self.body(depth - 1)) if depth else ("", "")
        nested = (
            f"if {self.condition()} then {body} end;",
            f"if {self.condition()} then {body} end;",
            f"if {self.condition()} then {body} else {otherwise} end;",
            f"alias x: {self.number()} do x := {self.value()}; {body} end;",
            f"alias q: {self.element()} do {body} a[q] := {self.value()}; end;",
            f"for k: P do if r[k] = j then {body} end; end;",
        )
        number, flag = self.number(), self.flag()
        chosen: str = self._random.choice(
            (
                *(nested if depth else ()),
                f"{number} := {self.value()};",
                f"{number} := {number} + {self.value()};",
                f"{flag} := {self._random.choice(('true', 'false', self.condition()))};",
                f"{self._random.choice(('o', 'r[j]', 'r[i]', 'u'))} := {self.element()};",
                f"undefine {self._random.choice((number, flag, 'o', 'w[j]'))};",
                f"clear {self._random.choice((number, flag, 'w[j]', 'net', 'u'))};",
                f"send({self.element()}, {self.value()});",
                f"give(a[{self.element()}], {self.value()});",
                f"multisetremovepred(n: net, net[n].from = {self.element()});",
                f"undefine t; t.from := j; t.v := {self.value()}; multisetadd(t, net);",
                f"assert {self.condition()};",
            )
        )
        return chosen

    def element(self) -> str:
        """An element of the scalarset."""
        return self._random.choice(("i", "j", "j", "j", "o", "r[j]", "r[i]"))

    def number(self) -> str:
        """A place that holds a number."""
        return self._random.choice(("c", f"a[{self.element()}]", "a[j]", "a[i]"))

    def value(self) -> str:
        """A number."""
        return self._random.choice(("0", "1", "1", self.number()))

    def flag(self) -> str:
        """A place that holds a truth value."""
        return self._random.choice(("f", f"b[{self.element()}]", f"w[{self.element()}][{self.element()}]"))

    def condition(self) -> str:
        """A condition."""
        return self._random.choice(
            (
                self.flag(),
                f"{self.element()} = {self.element()}",
                f"{self.element()} != {self.element()}",
                f"{self.number()} = {self.value()}",
                f"isundefined({self._random.choice((self.number(), 'o'))})",
                f"one({self.element()})",
                f"exists k: P do a[k] = {self.value()} end",
                "exists k: U do ismember(k, P) & u = k & r[j] = k end",
                f"multisetcount(n: net, net[n].from = {self.element()}) = 0",
            )
        )
