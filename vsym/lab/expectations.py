"""What a text says of its own verdicts, in comments `// expect: NAME VERDICT`, and what lessons hide."""

from __future__ import annotations

import re

from vsym.basics.frozen import frozen
from vsym.lab.protocol import Record

_WRITTEN = re.compile(
    r"^[ \t]*(?://|--)[ \t]*expect(?P<other>[ \t]*\[[^\]]*\])?:[ \t]*(?P<subject>\S+)[ \t]+(?P<value>\S.*?)[ \t]*$",
    re.MULTILINE,
)
_HIDDEN = re.compile(r"^<!-- expect: (?P<subject>\S+) (?P<value>\S.*?) -->$", re.MULTILINE)


_ELSEWHERE = ("represented", "rules_fired", "refused")
"""What examples say for the tests of programs alone."""


@frozen
class Expectation:
    """What is expected of a subject: of `symmetry`, `deadlock`, `reachable` or a property. Of `other` values of
    parameters nothing is known here."""

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
            case "deadlock":
                found = facts["deadlock"]
                return None if found is None else found == (self.value == "yes")
            case "reachable":
                return None if facts["reachable"] is None else str(facts["reachable"]) == self.value
        known = {one["name"]: one["outcome"] for one in facts["properties"]}
        outcome = known.get(self.subject)
        # What holds up to a bound is not known to hold.
        return False if outcome is None else outcome == self.value if outcome in ("holds", "violated") else None


def expectations(text: str) -> tuple[Expectation, ...]:
    """Those that a text states in its comments."""
    return tuple(Expectation(one["subject"], one["value"], one["other"] is not None) for one in _WRITTEN.finditer(text))


def hidden(lesson: str) -> tuple[Expectation, ...]:
    """Those that the text of a lesson hides: lines `<!-- expect: NAME VERDICT -->`."""
    return tuple(Expectation(one["subject"], one["value"]) for one in _HIDDEN.finditer(lesson))


def _symmetry(value: str, found: Record) -> bool | None:
    word, _, label = value.partition(" ")
    if word == "full":
        full: bool | None = found["full"]
        return full
    if word == "broken":
        spelled = {_plain(one["label"]) for one in found["transitions"] if one["verdict"] == "broken"}
        return (_plain(label) in spelled) if label else bool(spelled)
    if word == "blocks":
        return {*map(_plain, label.split("|"))} == {*map(_plain, found["blocks"])}
    return None


def _plain(label: str) -> str:
    return "".join(label.split()).replace("→", "->").rpartition(":")[2]
