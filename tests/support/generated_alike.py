"""Programs of alike processes with properties that tell them apart, some of them taken apart by quantifiers."""

from __future__ import annotations

import re
from random import Random

KINDS = ("set", "ring")
"""Processes of a scalarset, or in a ring, where conditions read a neighbour."""

TURNED = "turned"
"""Processes of a ringset, which are not numbers."""

SERVING = ("lowest", "classes", "last")
"""Processes that are chosen by number: the lowest or the greatest first, those of one class before those of another, or
the one that a loop finds last. Most are alike up to virtual symmetry."""

SIZE = 3
"""The number of processes."""


def alike(draw: Random, kind: str) -> str:
    """The text of a program with processes of some kind: rules for each process, and properties."""
    of = {"set": f"scalarset({SIZE})", TURNED: f"ringset({SIZE})"}.get(kind, f"0..{SIZE - 1}")
    lines = [
        f"type Proc: {of}; At: 0..2;",
        "var at: array [Proc] of At; last: Proc; on: boolean;",
        "startstate for p: Proc do at[p] := 0; end; on := false; end;",
        "ruleset p: Proc do",
        *(_rule(draw, kind, number) for number in range(draw.randint(3, 5))),
        "end;",
    ]
    if kind == "last":
        lines.append(_loop(draw))
    lines += [f'invariant "i{number}" {_state(draw, kind, (), 2)};' for number in range(2)]
    lines += [f"--! fair {_state(draw, kind, (), 1)}" for _ in range(draw.choice([0, 0, 1]))]
    lines += [f"--! ctl c{number}: {_formula(draw, kind, 'ctl')}" for number in range(4)]
    lines += [f"--! ltl l{number}: {_formula(draw, kind, 'ltl')}" for number in range(3)]
    return "\n".join([*lines, ""])


def _rule(draw: Random, kind: str, number: int) -> str:
    before = number % 3
    after = draw.choice([value for value in range(3) if value != before])
    guard = [f"at[p] = {before}", draw.choice(["true", "on", "!on", _others(draw, kind)])]
    guard += [_first(draw, kind, before)] if kind in SERVING and draw.random() < 0.5 else []
    effects = [f"at[p] := {after};"]
    effects += [f"last := p + {draw.randrange(1, SIZE)};"] if kind == TURNED and draw.random() < 0.5 else []
    effects += draw.sample(["last := p;", "undefine last;", "on := !on;", "on := true;"], draw.randint(0, 2))
    return f'rule "r{number}" {" & ".join(guard)} ==> {" ".join(effects)} end;'


def _others(draw: Random, kind: str) -> str:
    value = draw.randrange(3)
    if kind == "ring" and draw.random() < 0.6:
        return f"at[(p + 1) % {SIZE}] = {value}"
    if kind == TURNED and draw.random() < 0.8:
        return draw.choice([f"at[p + 1] = {value}", f"at[p - 1] != {value}", "!isundefined(last) & last - p < 2"])
    return f"(forall q: Proc do q = p | at[q] != {value} end)"


def _first(draw: Random, kind: str, before: int) -> str:
    """The condition that nobody who goes first waits, or seldom that nobody who goes first is in some other place."""
    waits = f"at[q] != {before if draw.random() < 0.9 else draw.randrange(3)}"
    if kind == "classes":
        border = draw.randrange(1, SIZE)
        return f"(p < {border} | forall q: Proc do q < {border} -> {waits} end)"
    return f"(forall q: Proc do q {draw.choice('<<>')} p -> {waits} end)"


def _loop(draw: Random) -> str:
    """A rule that moves the last process in a place, as a loop finds it."""
    before, after = draw.sample(range(3), 2)
    waits = f"exists p: Proc do at[p] = {before} end"
    body = f"var who: Proc; begin for p: Proc do if at[p] = {before} then who := p; end; end; at[who] := {after};"
    more = draw.choice(["", "last := who;", "undefine last;", "on := !on;"])
    return f'rule "last" {waits} & {draw.choice(["true", "on"])} ==> {body} {more} end;'


def _formula(draw: Random, kind: str, logic: str) -> str:
    """A formula of paths, often for each process or for each pair."""
    bound = draw.choice([(), ("p",), ("p",), ("p", "q")])
    text = _paths(draw, kind, bound, logic)
    if kind == "ring" and not bound and draw.random() < 0.5:
        text = text.replace("on", f"at[{draw.randrange(SIZE)}] = 0")
    for name in bound:
        text = f"{draw.choice(['forall', 'forall', 'exists'])} {name}: Proc do {text} end"
    return text


def _paths(draw: Random, kind: str, bound: tuple[str, ...], logic: str) -> str:
    one, other = (f"({_state(draw, kind, bound, 1)})" for _ in range(2))
    if logic == "ltl":
        return draw.choice([f"G ({one} -> F {other})", f"G F {one}", f"F G {one}", f"({one} U {other}) | G {one}"])
    return draw.choice(
        [f"AG ({one} -> AF {other})", f"AG EF {one}", f"AG {one}", f"EF ({one} & EG {other})", f"AF {one}", one]
    )


def _state(draw: Random, kind: str, bound: tuple[str, ...], depth: int) -> str:
    """A predicate on one state, which may be an error: `last` may have no value."""
    choices = ["on", "isundefined(last)", f"(exists r: Proc do at[r] = {draw.randrange(3)} end)"]
    for name in bound:
        choices += [f"at[{name}] = {draw.randrange(3)}"] * 3
        choices += [f"(!isundefined(last) & last = {name})", f"last = {name}"]
        choices += [f"at[{name} + 1] = {draw.randrange(3)}"] * 3 if kind == TURNED else []
    if kind == "ring" and draw.random() < 0.2:
        choices += [f"at[{draw.randrange(SIZE)}] = {draw.randrange(3)}"]
    text = draw.choice(choices)
    if depth and draw.random() < 0.6:
        return f"{text} {draw.choice(['&', '|', '->'])} ({_state(draw, kind, bound, depth - 1)})"
    return f"!({text})" if draw.random() < 0.3 else text


def in_numbers(text: str) -> str:
    """A drawn program of a ringset as one of numbers modulo its size, which names no element either."""
    text = text.replace(f"ringset({SIZE})", f"0..{SIZE - 1}")
    text = re.sub(r"(\w+) - p < 2", rf"(\1 + {SIZE} - p) % {SIZE} < 2", text)
    text = re.sub(r"\b([pqr]) \+ (\d)", rf"(\1 + \2) % {SIZE}", text)
    return re.sub(r"\b([pqr]) - 1\b", rf"(\1 + {SIZE - 1}) % {SIZE}", text)
