"""The demands of an instructor: comment lines of a file of properties that each solution has to fulfil.

A line is `expect`, `points`, `feedback` or `allow` behind `//` or `--`: `// expect [-D n=3]: mutex holds`,
`// points mutex: 2`, `// feedback mutex: two processes are inside at once`, `// allow: fairness`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span

SYMMETRY = "symmetry"
"""The demand on a model as a whole, beside properties by their names."""

VALUES = {SYMMETRY: ("full", "broken")}
VERDICTS = ("holds", "violated")

Allowance: TypeAlias = Literal["assume", "fairness", "vacuous"]
"""The means of a solution that do not count unless allowed: `assume` and `fairness` of its own, and verdicts that hold
only vacuously."""

ALLOWANCES: tuple[Allowance, ...] = get_args(Allowance)

_LINE = re.compile(
    r"^\s*(?://|--)\s*(?P<word>expect|points|feedback|allow)\b(?P<rest>.*)$",
    re.MULTILINE,
)
_EXPECT = re.compile(r"^(?:\s*\[(?P<definitions>[^\]]*)\])?\s*:\s*(?P<subject>\S+)\s+(?P<value>\S+)\s*$")
_DEFINITIONS = re.compile(r"^(?:\s*-D\s*\w+\s*=\s*-?\d{1,9})*\s*$")
_DEFINITION = re.compile(r"-D\s*(\w+)\s*=\s*(-?\d+)")
_ALLOW = re.compile(rf"^\s*:\s*(?P<what>(?:{'|'.join(ALLOWANCES)})(?:\s*,\s*(?:{'|'.join(ALLOWANCES)}))*)\s*$")
_ABOUT = re.compile(r"^\s+(?P<subject>\S+)\s*:\s*(?P<told>.*\S)\s*$")


@frozen
class Demand:
    """A property, or the symmetry, with the value it must have at some parameters, its points, and the feedback where
    it has another."""

    subject: str
    value: str
    parameters: tuple[tuple[str, int], ...] = ()
    points: int = 1
    feedback: str = ""

    @property
    def title(self) -> str:
        """The name of the demand in tables."""
        return " ".join([self.subject, *(f"{name}={value}" for name, value in self.parameters)])


def demands(source: Source) -> tuple[Demand, ...]:
    """The demands of a file, in order; raises DiagnosticError for lines that are none, and where there is none."""
    demands_of: list[Demand] = []
    problems: list[Diagnostic] = []
    points: dict[str, int] = {}
    feedback: dict[str, str] = {}
    for word, rest, span in _lines(source):
        about = _ABOUT.match(rest)
        if word == "expect":
            demand = _demand(rest)
            if demand is None:
                hint = (
                    "as in `// expect: mutex holds`, `// expect [-D n=3]: mutex violated` or `// expect: symmetry full`"
                )
                problems.append(Diagnostic("VS105", span, "this line is not a demand", hint))
            else:
                demands_of.append(demand)
        elif word == "allow":
            if not _ALLOW.match(rest):
                hint = f"as in `// allow: fairness`; a task can allow {', '.join(f'`{one}`' for one in ALLOWANCES)}"
                problems.append(Diagnostic("VS105", span, "this line allows nothing", hint))
        elif about is None or (word == "points" and not re.fullmatch(r"\d{1,6}", about["told"])):
            hint = "as in `// points mutex: 2` and `// feedback mutex: two processes are inside at once`"
            problems.append(Diagnostic("VS105", span, f"this line says nothing about {word}", hint))
        elif word == "points":
            points[about["subject"]] = int(about["told"])
        else:
            feedback[about["subject"]] = about["told"]
    if not demands_of and not problems:
        hint = "add lines such as `// expect: mutex holds`"
        problems.append(Diagnostic("VS105", Span(source, 0, 1), "this file demands nothing", hint))
    if problems:
        raise DiagnosticError(problems)
    return tuple(
        Demand(one.subject, one.value, one.parameters, points.get(one.subject, 1), feedback.get(one.subject, ""))
        for one in demands_of
    )


def allowances(source: Source) -> frozenset[Allowance]:
    """The allowances of the `allow` lines of a file."""
    lines = (_ALLOW.match(rest) for word, rest, _ in _lines(source) if word == "allow")
    written = {one for line in lines if line is not None for one in re.split(r"\s*,\s*", line["what"])}
    return frozenset(one for one in ALLOWANCES if one in written)


def _lines(source: Source) -> Iterator[tuple[str, str, Span]]:
    for line in _LINE.finditer(source.text):
        yield line["word"], line["rest"], Span(source, line.start("word"), line.end())


def _demand(rest: str) -> Demand | None:
    line = _EXPECT.match(rest)
    if line is None or line["value"] not in VALUES.get(line["subject"], VERDICTS):
        return None
    given = line["definitions"] or ""
    if not _DEFINITIONS.match(given):
        return None
    parameters = tuple((name, int(value)) for name, value in _DEFINITION.findall(given))
    return Demand(line["subject"], line["value"], parameters)
