"""Drawn programs with processes that some rules tell apart: by a constant, by their order, or by a function of them."""

from __future__ import annotations

from random import Random

GUARDS = (
    "place[p] = {a}",
    "place[p] = {a} & free",
    "place[p] = {a} & p != {k}",
    "place[p] = {a} & p < {k}",
    "place[p] = {a} & forall q: Process do q < p -> place[q] != {b} end",
    "place[p] = {a} & forall q: Process do class(q) < class(p) -> place[q] != {b} end",
    "place[p] = {a} & place[{k}] = {b}",
    "place[p] = {a} & !isundefined(owner) & owner = p",
    "place[p] = {a} & !isundefined(owner) & owner != p",
    "place[p] = {a} & exists q: Process do q != p & place[q] = {b} end",
    "place[p] = {a} & count < 2",
)
ACTIONS = (
    "place[p] := {b};",
    "place[p] := {b}; free := !free;",
    "place[p] := {b}; owner := p;",
    "place[p] := {b}; owner := {k};",
    "place[p] := {b}; undefine owner;",
    "for q: Process do if place[q] = {b} then place[q] := {c} end end; place[p] := {b};",
    "place[{k}] := {b};",
    "count := count + 1; place[p] := {b};",
    "place[p] := {b}; count := 0;",
    "if isundefined(owner) then owner := p else place[owner] := {c} end;",
)
LONE = (
    ("place[{k}] = {a}", "place[{k}] := {b};"),
    ("count = 2", "count := 0;"),
    ("!isundefined(owner) & place[owner] = {a}", "place[owner] := {b};"),
    ("forall p: Process do place[p] = {a} end", "for p: Process do place[p] := {b} end;"),
)
CONDITIONS = (
    "place[{k}] != {a}",
    "forall p: Process do place[p] != {a} end",
    "!(place[{k}] = {a} & place[{m}] = {b})",
    "isundefined(owner) | owner != {k}",
    "forall p: Process do forall q: Process do place[p] = {a} & place[q] = {a} -> p = q end end",
    "count < 2 | free",
)
RISKY = ("owner != {k}", "place[owner] = {a}")
HEAD = """
type Process: 0 .. {last}; Place: enum {{ a, b, c }};
var place: array [Process] of Place; owner: Process; free: boolean; count: 0 .. 2;
function class(p: Process): 0 .. 9; begin return p / 2; end;
"""
PAIRS = """
ruleset p: Process do ruleset q: Process do
  rule "meet" p != q & place[p] = {a} & place[q] = {b} & (q < {k} | free) ==>
  begin place[p] := {b}; place[q] := {c}; end
end end;
"""
STARTS = (
    "for p: Process do place[p] := a end;",
    "for p: Process do place[p] := a end; owner := {k};",
    "for p: Process do if p < {k} then place[p] := a else place[p] := b end end;",
)


def asymmetric(draw: Random, size: int) -> str:
    """The text of a program of `size` processes, of which some rules end in errors or have priorities."""

    def filled(text: str) -> str:
        names = {name: draw.choice("abc") for name in "abc"}
        return text.format(**names, k=draw.randrange(size), m=draw.randrange(size))

    def title(number: int) -> str:
        return f'{draw.randint(0, 1)} "{number}"' if prioritised else f'"{number}"'

    prioritised = draw.random() < 0.15
    rules = [
        f"ruleset p: Process do rule {title(number)} {filled(draw.choice(GUARDS))} ==> begin "
        f"{filled(draw.choice(ACTIONS))} end end;"
        for number in range(draw.randint(2, 5))
    ]
    rules += [
        f'rule "alone {number}" {filled(guard)} ==> begin {filled(action)} end;'
        for number, (guard, action) in enumerate(draw.sample(LONE, draw.randint(0, 2)))
    ]
    if draw.random() < 0.3:
        rules.append(filled(PAIRS))
    conditions = [draw.choice(CONDITIONS) for _ in range(3)]
    if draw.random() < 0.3:
        conditions.append(draw.choice(RISKY))
    stated = [f'invariant "i{number}" {filled(one)};' for number, one in enumerate(conditions)]
    stated.append(f'cover "c" {filled(draw.choice(CONDITIONS))};')
    begun = f"{filled(draw.choice(STARTS))} free := true; count := 0;"
    start = f'startstate "s" begin {begun} end;'
    if draw.random() < 0.3:
        start = f'ruleset p: Process do startstate "s" begin {begun} owner := p; end end;'
    return "\n".join((HEAD.format(last=size - 1), start, *rules, *stated))
