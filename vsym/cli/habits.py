"""Options of other model checkers, and those that vsym had, with what says the same here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set

_MEMORY = "--memory"
_DEADLOCK = "--deadlock"
_GROUP = "--group"
_TRACE = "--trace"
_ENGINE = "--engine"
_JSON = "--json"

_HABITS: Sequence[tuple[str, str, str]] = (
    # CMurphi's verifiers.
    (r"-[mk]\d*", _MEMORY, "`--memory MB` bounds the memory"),
    (r"-ndl|-deadlock", _DEADLOCK, "`--deadlock off` accepts deadlocks"),
    (r"-sym\d*", _GROUP, "declared symmetries are used unasked; `--group none` turns them off"),
    (r"-nosym", _GROUP, "`--group none` explores without symmetry"),
    (r"-tv", _TRACE, "every violation comes with its path; `--trace full` shows whole states"),
    (r"-tf", _TRACE, "`--trace full` shows whole states"),
    (r"-td", _TRACE, "`--trace diff` shows what each step changes"),
    (r"-[bc]", "--compact", "`--compact` keeps hashes of states"),
    (r"-vbfs|-vdfs", _ENGINE, "vsym chooses the order of the search; `--engine NAME` chooses the engine"),
    (r"-s", "", "`vsym step FILE` simulates a model step by step"),
    (r"-p[rn]?\d*", "-q", "a terminal shows the progress; `-q` turns it off"),
    # Rumur.
    (r"--deadlock-detection", _DEADLOCK, "`--deadlock stuttering|stuck|off` says what a deadlock is"),
    (r"--symmetry-reduction", _GROUP, "`--group declared|detected|none` chooses the symmetries"),
    (r"--counterexample-trace", _TRACE, "`--trace full|diff|off` says what a path shows"),
    (r"--max-errors|--first", "--all", "vsym stops once every property is decided; `--all` explores on"),
    (r"--(?:output-)?format|--output-format", _JSON, "`--json` prints one JSON document"),
    (r"--output", "-o", "`-o FILE` writes to a file"),
    (r"--threads|-workers", "--workers", "`--workers N` with `--store DIR` explores in several processes"),
    (r"--set-capacity", _MEMORY, "`--memory MB` bounds the memory"),
    # NuSMV.
    (r"-bmc", _ENGINE, "`--engine smt` searches up to a bound and looks for proofs"),
    (r"-bmc_length", "--bound", "`--bound STEPS` says how far `--engine smt` searches"),
    (r"-int", "", "`vsym step FILE` explores a model step by step"),
    (r"-ctt|-is|-ils", "", "`--prop NAME` chooses the properties"),
    (r"-r", "", "`vsym explore FILE` counts the reachable states"),
    # vsym's own, before.
    (r"--checkpoint", "--store", "`--store DIR` keeps an exploration, and `--store DIR --resume` continues it"),
    # Of any tool.
    (r"--verbose", "-v", "`-v` shows every row and every witness"),
    (r"--quiet|--silent", "-q", "`-q` shows the verdicts alone"),
    (r"--property|-spec|--spec", "--prop", "`--prop NAME` chooses a property"),
    (r"--define|--param", "-D", "`-D NAME=VALUE` sets a parameter"),
    (r"--time-limit|--time|--max-time", "--timeout", "`--timeout SECONDS` bounds the time"),
    (r"--max-memory|--mem|--memory-limit", _MEMORY, "`--memory MB` bounds the memory"),
    (r"--depth|--max-depth|-depth", "--bound", "`--bound STEPS` says how far `--engine smt` searches"),
)
"""Options as they are typed, the option of vsym that the command must have, and the sentence about it."""


def habit(option: str, arguments: Iterable[str], options: Set[str]) -> str | None:
    """The message for an option that a command does not have, where it is one of another tool; else None.

    `option` is what click has made of an argument: of `-ndl`, `-n`. Only what names one of the command's own `options`
    is said.
    """
    written = re.compile(rf"{re.escape(option)}.*" if option.startswith("--") else rf"-\w*{re.escape(option[1:])}.*")
    typed = next((one.partition("=")[0] for one in arguments if written.fullmatch(one)), option)
    for pattern, needed, hint in _HABITS:
        if re.fullmatch(pattern, typed) and (not needed or needed in options):
            return f"No such option: {typed}. Here, {hint}."
    return None
