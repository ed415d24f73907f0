"""What is wrong with a text, how it is put right, its names, and the guards that can be tried without."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import DiagnosticError, Source
from vsym.lab.expectations import expectations
from vsym.lab.places import Places
from vsym.lab.protocol import Record
from vsym.languages import registry
from vsym.languages.findings import Finding, fix, of_errors, of_warnings
from vsym.models.text import AnyText


def answer(source: Source, values: Record, budget: Budget) -> Record:
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
        return (Finding("limit", 0, 0, f"the text is not read to its end: {error}", warning=True),)
    return tuple(of_warnings(model.warnings))


def _parameters(source: Source, given: Mapping[str, int], budget: Budget) -> Iterator[Record]:
    """The parameters with the values that the text gives them, None where it has errors, the conditions on them, and
    what is wrong with the values that are `given` in their place."""
    try:
        text = registry.parsed(source, budget)
    except (DiagnosticError, UndecidedError):
        return
    known, own = _problems(text, {}, budget)
    chosen = {name: value for name, value in given.items() if name in text.parameters.names}
    wrong = [one for one in _problems(text, chosen, budget)[1] if one not in own] if chosen else []
    for name in text.parameters.names:
        about = next((one for one in wrong if f"`{name}`" in one), wrong[0] if wrong and name in chosen else None)
        yield {
            "name": name,
            "value": known.get(name),
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


def _finding(source: Source, places: Places, one: Finding) -> Record:
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


def _guards(source: Source, places: Places, budget: Budget) -> Iterator[Record]:
    try:
        found = registry.language(source.name).guards(source, budget)
    except (DiagnosticError, UndecidedError):
        return
    for guard in found:
        yield {"title": guard.title, "guard": " ".join(guard.span.text.split()), **places.stretch(guard.span)}
