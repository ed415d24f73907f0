"""The faults of a text with their fixes, its names, its expectations, and the guards without which it can be tried."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from vsym.basics import resources
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import DiagnosticError, Source
from vsym.lab.protocol import Places, Record
from vsym.languages import registry
from vsym.languages.findings import Finding, fix, of_errors, of_warnings
from vsym.models.text import AnyText

if TYPE_CHECKING:
    from vsym.lab import shapes


def answer(source: Source, values: Record, budget: Budget) -> shapes.Lint:
    """The findings of a text, with its names, parameters and guards as far as it parses."""
    places = Places(source.text)
    naming = registry.language(source.name).named(source, budget.of_processor(2.0))
    return {
        "findings": [_finding(source, places, one) for one in findings(source, budget)],
        "names": [
            {"name": one.name, "kind": one.kind, **places.stretch(one.place)}
            for one in naming.names
            if one.kind != "field"
        ],
        "parameters": [*_parameters(source, values.get("parameters", {}), budget)],
        "guards": [*_guards(source, places, budget)],
        "expectations": [one.text for one in expectations(source.text)],
    }


def findings(source: Source, budget: Budget) -> tuple[Finding, ...]:
    """The errors of a text, or else its warnings."""
    try:
        model = registry.parsed(source, budget).at({}, budget)
    except DiagnosticError as error:
        return tuple(of_errors(error.diagnostics, source.name))
    except UndecidedError as error:
        return (Finding("limit", 0, 0, f"vsym did not finish reading the text: {error}", warning=True),)
    return tuple(of_warnings(model.warnings))


def _parameters(source: Source, given: Mapping[str, int], budget: Budget) -> Iterator[shapes.Parameter]:
    """The parameters with the values that the text gives them, None where it has errors, the conditions on them, and
    the problem with the values `given` in their place, if any."""
    try:
        text = registry.parsed(source, budget)
    except (DiagnosticError, UndecidedError):
        return
    values, own = _problems(text, {}, budget)
    chosen = {name: value for name, value in given.items() if name in text.parameters.names}
    wrong = [one for one in _problems(text, chosen, budget)[1] if one not in own] if chosen else []
    for name in text.parameters.names:
        about = next((one for one in wrong if f"`{name}`" in one), wrong[0] if wrong and name in chosen else None)
        yield {
            "name": name,
            "value": values.get(name),
            "domain": dict(text.parameters.domains).get(name),
            "problem": about,
        }


def _problems(text: AnyText, values: Mapping[str, int], budget: Budget) -> tuple[Mapping[str, int], list[str]]:
    """The values of all parameters with these of some, and the errors of the model that has them."""
    try:
        return dict(text.at(values, budget).parameters), []
    except DiagnosticError as error:
        return {}, [one.message for one in error.diagnostics]
    except UndecidedError as error:
        return {}, [str(error)]


def _finding(source: Source, places: Places, one: Finding) -> shapes.Finding:
    end = min(max(one.end, one.start + 1), len(source.text))
    fixed = fix(source, one)
    return {
        "from": places.units(min(one.start, end)),
        "to": places.units(end),
        "severity": "warning" if one.warning else "error",
        "code": one.code,
        "message": one.message,
        "hint": one.hint,
        "fix": None if fixed is None else {"title": fixed.title, "insert": fixed.text, **places.stretch(fixed.span)},
    }


def _guards(source: Source, places: Places, budget: Budget) -> Iterator[shapes.Guard]:
    try:
        guards = registry.language(source.name).guards(source, budget)
    except (DiagnosticError, UndecidedError):
        return
    for guard in guards:
        yield {"title": guard.title, "guard": " ".join(guard.span.text.split()), **places.stretch(guard.span)}


_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_MOST = 400
"""The most characters of a declaration that are shown."""


def hover(source: Source, values: Record, budget: Budget) -> shapes.NoWord | shapes.Word:
    """The word at an offset, the declaration it names and its page in the handbook; `word` is None for no word."""
    places = Places(source.text)
    offset = places.offset(values["offset"])
    word = next((one for one in _WORD.finditer(source.text) if one.start() <= offset <= one.end()), None)
    if word is None:
        return {"word": None}
    named = registry.language(source.name).named(source, budget.of_processor(2.0)).at(offset)
    kind = None if named is None else named[0].kind
    page = resources.find(word.group()) or (None if kind is None else resources.find(kind))
    return {
        "word": word.group(),
        "from": places.units(word.start()),
        "to": places.units(word.end()),
        "kind": kind,
        "declaration": None if named is None else named[0].whole.text[:_MOST],
        "page": None if page is None else page.names[0],
        "said": None if page is None else page.text.split("\n\n")[0],
    }


_WRITTEN = re.compile(
    r"^[ \t]*(?://|--)[ \t]*expect(?P<other>[ \t]*\[[^\]]*\])?:[ \t]*(?P<subject>\S+)[ \t]+(?P<value>\S.*?)[ \t]*$",
    re.MULTILINE,
)
_HIDDEN = re.compile(r"^<!-- expect(?: \[(?P<model>\w+)\])?: (?P<subject>\S+) (?P<value>\S.*?) -->$", re.MULTILINE)


_ELSEWHERE = ("represented", "rules_fired", "refused", "virtual")
"""The subjects of expectations that examples state for their own tests alone."""


@frozen
class Expectation:
    """The expected value of a subject: of `symmetry`, `deadlock`, `reachable`, a `rank` or a property. One on `other`
    values of parameters cannot be checked here."""

    subject: str
    value: str
    other: bool = False

    @property
    def text(self) -> str:
        """The expectation in words."""
        return f"{self.subject} {self.value}"

    def met(self, facts: shapes.Facts) -> bool | None:
        """True where the answer of a check meets it; None where the answer does not decide it."""
        if self.other or self.subject in _ELSEWHERE:
            return None
        # Of a program, `deadlock` is a property.
        match self.subject if self.value not in ("holds", "violated") else None:
            case "symmetry":
                return _symmetry(self.value, facts["symmetry"])
            case "rank":
                name, _, verdict = self.value.partition(" ")
                outcome = {one["name"]: one["outcome"] for one in facts["ranks"]}.get(name)
                return None if outcome == "unknown" else outcome == verdict
            case "deadlock":
                deadlock = facts["deadlock"]
                return None if deadlock is None else deadlock == (self.value == "yes")
            case "reachable":
                return None if facts["reachable"] is None else str(facts["reachable"]) == self.value
        outcome = {one["name"]: one["outcome"] for one in facts["properties"]}.get(self.subject)
        # A property that holds up to a bound is not known to hold.
        return False if outcome is None else outcome == self.value if outcome in ("holds", "violated") else None


@frozen
class Hidden:
    """An expectation that a lesson hides, of the model of a name where it gives one."""

    model: str | None
    expected: Expectation

    def met(self, name: str, facts: shapes.Facts) -> bool | None:
        """True where the answer of a check of the model `name` meets it; None where it is about another model."""
        return bool(self.expected.met(facts)) if self.model in (None, name) else None


def expectations(text: str) -> tuple[Expectation, ...]:
    """The expectations that a text states in its comments."""
    return tuple(Expectation(one["subject"], one["value"], one["other"] is not None) for one in _WRITTEN.finditer(text))


def hidden(lesson: str) -> tuple[Hidden, ...]:
    """The expectations that a lesson hides: lines `<!-- expect: NAME VERDICT -->`, or `<!-- expect [MODEL]: … -->`."""
    return tuple(Hidden(one["model"], Expectation(one["subject"], one["value"])) for one in _HIDDEN.finditer(lesson))


def _symmetry(value: str, symmetry: shapes.Symmetry) -> bool | None:
    word, _, label = value.partition(" ")
    match word:
        case "full":
            return symmetry["full"]
        case "broken":
            spelled = {_plain(one["label"]) for one in symmetry["transitions"] if one["verdict"] == "broken"}
            return (_plain(label) in spelled) if label else bool(spelled)
        case "blocks":
            return {*map(_plain, label.split("|"))} == {*map(_plain, symmetry["blocks"])}
        case "group" | "kept":
            group = symmetry["group"]
            return None if group is None else label == (group["name"] if word == "group" else group["kept"])
    return None


def _plain(label: str) -> str:
    return "".join(label.split()).replace("→", "->").rpartition(":")[2]
