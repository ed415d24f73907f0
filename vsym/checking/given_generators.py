"""Generators that users give, held against the program before any of them is believed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError, Span
from vsym.exchange.generators import Generator
from vsym.models.program.literals import LiteralMap
from vsym.models.program.spelling import choices

if TYPE_CHECKING:
    from vsym.checking.program_symmetry import ProgramSymmetry


def unproved(known: ProgramSymmetry, given: Sequence[Generator], file: str) -> str | None:
    """Why no verdict follows from some generators: which is not proved to be a symmetry; None where all are.

    Raises DiagnosticError, with the rule, where one is a symmetry of no kind, and RefusedError where it takes slots to
    others that cannot hold the same values.
    """
    for one in given:
        if not is_proved(known, one.map, one.name, file):
            return f"it is not proved that {one.name} of {file} is a symmetry"
    return None


def is_proved(known: ProgramSymmetry, one: LiteralMap, name: str, file: str) -> bool:
    """Whether it is proved that a map is a symmetry; raises what `unproved` does where it is none."""
    from vsym.checking.program_planning import symmetry

    detection, system = known.detection, known.lowered.system
    try:
        candidate = symmetry(one, detection.domains)
    except ValueError as error:
        raise RefusedError(f"{file}: {name} takes a slot to one that does not have the same values") from error
    finding = detection.prover.finding(candidate)
    if finding.outcome == "refuted":
        place, lost = _lost(known, finding.event)
        more = "--engine mdd asks only that it keeps the rules, wherever it leads" if finding.event is None else ""
        raise _refused(place, f"{name} is not a symmetry: {lost}", file, more)
    fair = detection.prover.keeps(candidate, [each.formula for each in system.fairness])
    if fair == "refuted":
        message = f"{name} is a symmetry of the rules, but does not keep what is fair"
        raise _refused(known.program.fairness[0].span, message, file)
    return finding.outcome == fair == "proved"


def _refused(place: Span, message: str, file: str, more: str = "") -> DiagnosticError:
    trusted = "with --trust-group it is used all the same, and then nothing is said to hold"
    hint = "; ".join(one for one in (f"it stands in {file}", more, trusted) if one)
    return DiagnosticError([Diagnostic("VS451", place, message, hint)])


def _lost(known: ProgramSymmetry, event: int | None) -> tuple[Span, str]:
    """What has no image, and where it stands."""
    program = known.program
    if event is None:
        return program.starts[0].span, "it does not take start states to start states"
    firing = known.lowered.firings[event]
    rule = program.rules[firing.rule]
    values = ", ".join(f"{name} = {value}" for name, value in choices(rule, firing))
    return rule.span, f'rule "{rule.name}"{f" with {values}" if values else ""} has no counterpart'
