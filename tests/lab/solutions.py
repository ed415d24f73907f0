"""Solutions of each lesson of the tutorial, as one types them: lines of its models, and their replacements."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from tests.support.running import EXAMPLES
from vsym.lab import lessons

Edits: TypeAlias = tuple[tuple[str, str], ...]
"""Pairs of a text, which names the first line that contains it, and the text that replaces that line."""


class Solution(NamedTuple):
    """The edits in a model of a lesson: the block of a number with the first `changes` changes after it, or an example.

    If the line `mistaken` replaces the last one that is typed, the answer is wrong. The right one meets the checks
    `met`, or all.
    """

    opened: int | str
    edits: Edits
    mistaken: str
    met: tuple[int, ...] | None = None
    changes: int = 0

    @property
    def wrong(self) -> Edits:
        """The edits with the mistake."""
        *edits, (old, new) = self.edits
        lines = new.split("\n")
        return (*edits, (old, "\n".join([*lines[:-1], self.mistaken])))

    @property
    def correction(self) -> Edits:
        """The edit that corrects the mistake."""
        return ((self.mistaken, self.edits[-1][1].split("\n")[-1]),)


def _typed(
    lesson: str,
    opened: int | str,
    mistaken: str,
    *edits: tuple[str, str],
    met: tuple[int, ...] | None = None,
    changes: int = 0,
) -> tuple[str, Solution]:
    return lesson, Solution(opened, edits, mistaken, met, changes)


_TYPED = (
    _typed(
        "1-mutual-exclusion",
        0,
        "trans T -> C if #C <= 2",
        ("invariant exclusive", "invariant exclusive: #C <= 2"),
        ("ctl entered", "ctl entered: AG (#T >= 1 -> AF #C >= 1)\nctl both: AG (#T >= 2 -> AF #C >= 2)"),
        ("trans T -> C", "trans T -> C if #C < 2"),
    ),
    _typed("2-readers-and-writers", 0, "W: #C = 0 & #T[R] <= 1", ("W: #C = 0", "W: #C = 0 & #T[R] = 0")),
    _typed(
        "3-breaking-it",
        0,
        "param readers = 2 where readers >= 1",
        ("R: #C = 0", "R: #C = 0 & #T <= 2"),
        ("param writers", "param writers = 1 where writers >= 1"),
        ("param readers", "param readers = 3 where readers >= 1"),
    ),
    _typed(
        "4-what-it-buys",
        0,
        "R: #C = 0 & #T[W] = 0",
        ("param readers", "param readers = 1 where readers >= 1"),
        ("param writers", "param writers = 1 where writers >= 1\nparam places = 2 where places >= 1"),
        ("ctl mutex", "ctl mutex: AG #C <= places"),
        ("R: #C = 0", "R: #C < places & #T[W] = 0"),
    ),
    _typed("5-blocks", 1, "fairness #T[W] = 0", ("init N", "init N\nfairness #T[R] = 0"), met=(0,)),
    _typed(
        "5-blocks",
        0,
        "ctl second: EF #C[R] = 1",
        ("ctl together", "ctl together: EF #C[R] = |R|\nctl second: EF #C[{2}] = 1"),
        met=(1, 2),
    ),
    _typed(
        "6-adaptive",
        0,
        "trans Using -> Queue { Mechanic: true do broken := true }",
        ("group Mechanic", "group Mechanic of 1\ngroup Porter of 1"),
        ("ctl repaired", "ctl repaired: EF #Repairing = 1\nctl always: AG (broken -> AF !broken)"),
        ("trans Using -> Queue", "trans Using -> Queue { Porter: true do broken := true }"),
    ),
    _typed(
        "7-definitions",
        0,
        "trans Rest -> Bake if room >= 2",
        ("param burners", "param burners = 5 where burners >= 2\ndefine needed = burners - 1"),
        ("define taken", "define taken = #Cook + needed * #Bake"),
        ("trans Rest -> Bake", "trans Rest -> Bake if room >= needed"),
    ),
    _typed(
        "8-lemmas",
        "examples/asr.gsst",
        "lemma bounded: forall i in 1..resources: #W[i] <= waiting & #C[i] <= 2 * using - using",
        ("param resources", "param resources = 2 where resources >= 1"),
        ("lemma bounded", "// lemma bounded: forall i in 1..resources: #W[i] <= waiting & #C[i] <= using"),
    ),
    _typed(
        "9-ltl",
        0,
        "ltl patient: G ((#Waiting >= 1) U (#Helped >= 1))",
        ("ltl settles", "ltl settles: F G (#Waiting = 0)\nltl alone_next: G (#Helped = 1 -> X #Helped = 0)"),
        ("ltl ordered", "ltl patient: G (#Waiting >= 1 -> (#Waiting >= 1) U (#Helped >= 1))"),
    ),
    _typed(
        "10-fairness",
        0,
        "fairness #Work = 0",
        ("ctl over", "ctl over: AG (#Work = 1 -> AF #Work = 0)\nctl rested: AG AF #Idle = |all|"),
        ("trans Work -> Idle", "trans Work -> Idle\nfairness #Ready = |all|\nfairness #Idle = |all|"),
    ),
    _typed(
        "11-where-symmetry-hides",
        "examples/programs/hanoi.m",
        "peg[d] := p; -- left",
        ("peg[d] := p;", "peg[d] := left;"),
    ),
    _typed(
        "12-caches-of-every-size",
        0,
        "param n = 5 where n >= 1",
        ("trans invalidate", "trans write_all: Shared -> Modified if #Shared > k"),
        ("trans write:", "trans write: Shared -> Modified others Shared -> Invalid if #Shared <= k"),
        ("param n =", "param k = 3 where k >= 1\nparam n = 4 where n >= 1"),
    ),
    _typed(
        "13-why-something-happens",
        0,
        "trans give_up: Queue -> Desk",
        ("trans bring", "trans bring: Form -> Desk\ntrans give_up: Queue -> Home"),
        changes=11,
    ),
    _typed(
        "14-alike-though-one-goes-first",
        0,
        "--! ctl taken_away: EF (state[3] = sending & EX state[0] = idle & state[3] = waiting)",
        (
            'rule "release"',
            '  rule "release" state[s] = sending ==> state[s] := idle end;\n'
            '  rule "take away" state[s] = waiting & exists t: Station do s < t & state[t] = sending end ==>\n'
            "    for t: Station do if state[t] = sending then state[t] := waiting end end;\n"
            "    state[s] := sending;\n"
            "  end;",
        ),
        ("--! ltl the_last", "--! ctl taken_away: EF (state[3] = sending & EX state[0] = sending)"),
        changes=1,
    ),
    _typed(
        "15-faults",
        0,
        "everyone: quiet == 0 -> <>(accepted == N);",
        (
            "unforgeable:",
            "unforgeable: told == 0 -> [](accepted == 0);\n"
            "everyone: <>[](told == 0 && (votes < N - T || sent == 0)) && quiet == 0 -> <>(told + sent == 0);",
        ),
        changes=3,
    ),
)
SOLUTIONS = {name: tuple(one for lesson, one in _TYPED if lesson == name) for name, _ in _TYPED}
"""The solutions of each lesson."""


class Block(NamedTuple):
    """A block of a lesson that has a button: a model, or a change of the one before."""

    kind: str
    text: str


def blocks(lesson: str) -> list[Block]:
    """The blocks of a lesson that have buttons."""
    found = re.findall(r"^```(gsst|murphi|ta|diff)\n(.*?)^```$", lessons.text(lesson), re.MULTILINE | re.DOTALL)
    return [Block(*one) for one in found]


def begun(lesson: str, solution: Solution) -> tuple[str, str]:
    """The text in which a solution is typed, and the suffix of its language."""
    if isinstance(solution.opened, str):
        path = EXAMPLES.parent / solution.opened
        return path.read_text("utf-8"), path.suffix
    found = blocks(lesson)
    place = [number for number, one in enumerate(found) if one.kind != "diff"][solution.opened]
    text = found[place].text
    for change in found[place + 1 : place + 1 + solution.changes]:
        text = changed(text, change.text)
    return text, {"gsst": ".gsst", "murphi": ".m", "ta": ".ta"}[found[place].kind]


def changed(text: str, diff: str) -> str:
    """A text with the lines of a change."""
    lines = diff.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] != sign) for sign in "+-")
    assert text.count(old) == 1, diff
    return text.replace(old, new)


def edited(text: str, edits: Edits) -> str:
    """A text with lines written anew, indented as they were."""
    for old, new in edits:
        lines = text.split("\n")
        place = next(number for number, line in enumerate(lines) if old in line)
        indent = len(lines[place]) - len(lines[place].lstrip())
        lines[place] = lines[place][:indent] + new
        text = "\n".join(lines)
    return text
