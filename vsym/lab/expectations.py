"""What a text says of its own verdicts, in comments `// expect: NAME VERDICT`, and what lessons hide."""

from __future__ import annotations

import re

from vsym.basics.frozen import frozen
from vsym.lab.protocol import Record

_WRITTEN = re.compile(
    r"^[ \t]*(?://|--)[ \t]*expect(?P<other>[ \t]*\[[^\]]*\])?:[ \t]*(?P<subject>\S+)[ \t]+(?P<value>\S.*?)[ \t]*$",
    re.MULTILINE,
)
_HIDDEN = re.compile(r"^<!-- expect(?: \[(?P<model>\w+)\])?: (?P<subject>\S+) (?P<value>\S.*?) -->$", re.MULTILINE)


_ELSEWHERE = ("represented", "rules_fired", "refused")
"""What examples say for the tests of programs alone."""


@frozen
class Expectation:
    """What is expected of a subject: of `symmetry`, `deadlock`, `reachable`, a `rank` or a property. Of `other` values
    of parameters nothing is known here."""

    subject: str
    value: str
    other: bool = False

    @property
    def text(self) -> str:
        """It in words."""
        return f"{self.subject} {self.value}"

    def met(self, facts: Record) -> bool | None:
        """Whether it is so, by a check's answer; None where that does not say."""
        if self.other:
            return None
        if self.subject in _ELSEWHERE:
            return None
        # Of a program, `deadlock` is a property.
        match self.subject if self.value not in ("holds", "violated") else None:
            case "symmetry":
                return _symmetry(self.value, facts["symmetry"])
            case "rank":
                return _rank(self.value, facts["ranks"])
            case "deadlock":
                found = facts["deadlock"]
                return None if found is None else found == (self.value == "yes")
            case "reachable":
                return None if facts["reachable"] is None else str(facts["reachable"]) == self.value
        known = {one["name"]: one["outcome"] for one in facts["properties"]}
        outcome = known.get(self.subject)
        # What holds up to a bound is not known to hold.
        return False if outcome is None else outcome == self.value if outcome in ("holds", "violated") else None


@frozen
class Hidden:
    """An expectation that a lesson hides, of the model of a name where it gives one."""

    model: str | None
    expected: Expectation

    def met(self, name: str, facts: Record) -> bool | None:
        """Whether it is so of a model with a name, by a check's answer; None of another model than is meant."""
        return bool(self.expected.met(facts)) if self.model in (None, name) else None


def expectations(text: str) -> tuple[Expectation, ...]:
    """Those that a text states in its comments."""
    return tuple(Expectation(one["subject"], one["value"], one["other"] is not None) for one in _WRITTEN.finditer(text))


def hidden(lesson: str) -> tuple[Hidden, ...]:
    """Those that the text of a lesson hides: lines `<!-- expect: NAME VERDICT -->`, or `<!-- expect [MODEL]: … -->`."""
    return tuple(Hidden(one["model"], Expectation(one["subject"], one["value"])) for one in _HIDDEN.finditer(lesson))


def _symmetry(value: str, found: Record) -> bool | None:
    word, _, label = value.partition(" ")
    match word:
        case "full":
            full: bool | None = found["full"]
            return full
        case "broken":
            spelled = {_plain(one["label"]) for one in found["transitions"] if one["verdict"] == "broken"}
            return (_plain(label) in spelled) if label else bool(spelled)
        case "blocks":
            return {*map(_plain, label.split("|"))} == {*map(_plain, found["blocks"])}
        case "group" | "kept":
            group = found["group"]
            return None if group is None else label == group["name" if word == "group" else "kept"]
    return None


def _rank(value: str, found: list[Record]) -> bool | None:
    name, _, verdict = value.partition(" ")
    known = {one["name"]: one["outcome"] for one in found}
    return None if known.get(name) == "unknown" else known.get(name) == verdict


def _plain(label: str) -> str:
    return "".join(label.split()).replace("→", "->").rpartition(":")[2]
