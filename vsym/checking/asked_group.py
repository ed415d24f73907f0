"""The group up to which a program is to be explored, as it was asked for: by a name, or by a file of generators."""

from __future__ import annotations

from pathlib import Path

from vsym.basics import files
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.checking.group_names import DECLARED, DEFAULT, GROUPS, NONE
from vsym.checking.program_group import ChosenGroup, chosen_group, given_group
from vsym.exchange.generators import generators
from vsym.models.program.program import Program
from vsym.system.report import Report


def asked_group(
    program: Program,
    name: str | None,
    budget: Budget,
    report: Report,
    *,
    together: bool = False,
    trusted: bool = False,
    asymmetric: bool = False,
) -> ChosenGroup:
    """The group of a name of `GROUPS` or in a file of that name, the usual one for None, or what properties keep of it;
    if `together`, what all of them keep. Generators of a file that are `trusted` are used without a proof, and where
    they may be `asymmetric`, it is enough that they keep the steps.

    Raises DiagnosticError where a scalarset is used unsoundly, RefusedError where there is no such file or the group is
    none of the program, UndecidedError where symmetries cannot be detected, and OSError.
    """
    chosen = DEFAULT if name is None else name
    if trusted and chosen in GROUPS:
        raise RefusedError("--trust-group is for --group FILE: generators that vsym finds itself are proved")
    if chosen not in (DECLARED, NONE):
        report.say("looking for symmetries")
    if chosen in GROUPS:
        return chosen_group(program, budget, chosen, together=together)
    if not Path(chosen).is_file():
        hint = did_you_mean(chosen, GROUPS) or f"without a file it is one of {', '.join(GROUPS)}"
        raise RefusedError(f"--group {chosen}: there is no such file; {hint}")
    given = generators(program.layout, files.read_regular(chosen, files.GENERATORS), chosen)
    return given_group(program, given, chosen, budget, together=together, trusted=trusted, asymmetric=asymmetric)
