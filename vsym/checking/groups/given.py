"""Generators that users give, held against the program before any of them is believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError, Span
from vsym.checking.groups.detecting import ProgramSymmetry, detection_of
from vsym.exchange.generators import Generator
from vsym.models.program.renaming import LiteralMap
from vsym.models.program.spelling import choices
from vsym.reductions.programs.starts import closed, symmetry_of


def unproved(symmetry: ProgramSymmetry, given: Sequence[Generator], file: str) -> str | None:
    """The reason that no verdict follows from some generators: which is not proved to be a symmetry; None where all
    are.

    Raises DiagnosticError, with the rule, where one is a symmetry of no kind, and RefusedError where it takes slots to
    others that cannot hold the same values.
    """
    for one in given:
        if not is_proved(symmetry, one.map, one.name, file):
            return f"vsym cannot prove that {one.name} of {file} is a symmetry"
    return None


def is_proved(of: ProgramSymmetry, one: LiteralMap, name: str, file: str) -> bool:
    """True where a map is proved to be a symmetry; raises as `unproved` does where it is none."""
    from vsym.checking.groups.planning import symmetry

    detection, system = of.detection, of.lowered.system
    try:
        candidate = symmetry(one, detection.domains)
    except ValueError as error:
        raise RefusedError(f"{file}: {name} maps a slot to one with other values") from error
    finding = detection.prover.finding(candidate)
    if finding.outcome == "refuted":
        place, lost = _lost(of, finding.event)
        more = "for --engine mdd, it need only keep the rules" if finding.event is None else ""
        raise _refused(place, f"{name} is not a symmetry: {lost}", file, more)
    fair = detection.prover.keeps(candidate, [each.formula for each in system.fairness])
    if fair == "refuted":
        message = f"{name} is a symmetry of the rules, but does not keep the fairness"
        raise _refused(of.program.fairness[0].span, message, file)
    return finding.outcome == fair == "proved"


def _refused(place: Span, message: str, file: str, more: str = "") -> DiagnosticError:
    trusted = "--trust-group uses it without a proof, and vsym then never says `holds`"
    hint = "; ".join(one for one in (f"it is in {file}", more, trusted) if one)
    return DiagnosticError([Diagnostic("VS451", place, message, hint)])


def _lost(symmetry: ProgramSymmetry, event: int | None) -> tuple[Span, str]:
    """The rule or start state that has no image, and its place."""
    program = symmetry.program
    if event is None:
        return program.starts[0].span, "it does not map start states to start states"
    firing = symmetry.lowered.firings[event]
    rule = program.rules[firing.rule]
    values = ", ".join(f"{name} = {value}" for name, value in choices(rule, firing))
    return rule.span, f'rule "{rule.name}"{f" with {values}" if values else ""} has no counterpart'


@frozen
class ProvedGroup:
    """A program of which given maps are proved to be symmetries, or the reason why no verdict follows; `starts_kept` is
    true for the program as it is, and false for one with more start states."""

    symmetry: ProgramSymmetry
    unproved: str | None
    starts_kept: bool = True


def proved_group(
    symmetry: ProgramSymmetry, given: Sequence[Generator], file: str, budget: Budget, *, asymmetric: bool
) -> ProvedGroup:
    """The proof that given generators are symmetries of a program or, where they may be `asymmetric`, of the program
    with more start states; raises as `unproved` and `Detection` do."""
    try:
        return ProvedGroup(symmetry, unproved(symmetry, given, file))
    except (DiagnosticError, RefusedError) as error:
        if not asymmetric:
            raise
        # A proof with more start states, which each map takes onto themselves, is valid wherever maps lead.
        system = closed(symmetry.lowered.system, [symmetry_of(one.map) for one in given])
        lowered = replace(symmetry.lowered, system=system)
        wider = replace(symmetry, lowered=lowered, detection=detection_of(lowered, budget))
        try:
            return ProvedGroup(wider, unproved(wider, given, file), starts_kept=False)
        except (DiagnosticError, RefusedError):
            # The message is that on the program as it is, without the additional start states.
            raise error from None
