"""The properties with their verdicts, advice on undecided ones, and warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Group
from rich.text import Text

from vsym.basics.limits import REASONS
from vsym.basics.numbers import number, seconds
from vsym.basics.source import ModelWarning
from vsym.checking.answer import Outcome
from vsym.checking.settling import Attempt
from vsym.logic.properties import Property
from vsym.show.text.fitting import table
from vsym.show.text.lines import TIME_WIDTH, VERDICTS, values_text
from vsym.system.result import Verdict

_LONG = 200
_ADVICE = {
    REASONS["time"]: "a longer --timeout or smaller parameters (-D) may decide it",
    REASONS["memory"]: "smaller parameters (-D) or --engine nusmv may decide it",
}


def properties_table(
    outcomes: Sequence[Outcome], every_size: str = "", *, quiet: bool = False, how: Iterable[str] | None = None
) -> Group:
    """Each property's verdict with engine, time and formula (`quiet`: the verdicts alone), then reasons.

    `every_size` says of which sizes verdicts are meant, where that is more than one; `how` are lines about how they
    were decided, in place of one for each property.
    """
    bounded = not quiet and any(outcome.bounds is not None for outcome in outcomes)
    by = ["by"] if bounded else []
    verdicts = table("property", "verdict", *([] if quiet else ["engine", "time", *by, "formula"]))
    verdicts.columns[0].no_wrap = False
    if every_size:
        verdicts.columns[1].no_wrap = False
    if not quiet:
        verdicts.columns[3].justify = "right"
        verdicts.columns[3].min_width = TIME_WIDTH
    for outcome in outcomes:
        verdict, prop = outcome.verdict, outcome.property
        row = [Text(prop.name), Text(verdict_text(verdict, every_size), VERDICTS[verdict.outcome])]
        if not quiet:
            row += [Text(engine_text(verdict, every_size)), Text(seconds(verdict.seconds))]
            row += [Text(_steps_text(outcome)) for _ in by]
            row.append(Text(formula_text(prop)))
        verdicts.add_row(*row)
    why = _reasons(outcomes)
    if quiet:
        return Group(verdicts, *why)

    def each(style: str, said: Callable[[Verdict], str | None]) -> list[Text]:
        texts = ((outcome.property.name, said(outcome.verdict)) for outcome in outcomes)
        return [Text(f" {name}: {text}", style) for name, text in texts if text is not None]

    ways = each("dim", method_text) if how is None else [Text(f" {line}", "dim") for line in how]
    return Group(verdicts, *ways, *each("dim", exactly_text), *why, *each("yellow", attempt_text))


def _steps_text(outcome: Outcome) -> str:
    """The steps that decided a property by bounds, or exact ones."""
    if outcome.bounds is not None:
        return outcome.bounds.side
    return "" if outcome.verdict.outcome == "unknown" else "exact"


def attempts(checked: Sequence[Attempt]) -> list[Text]:
    """One line for each attempt of an engine under `auto`: the properties it decided and why it stopped at the rest."""
    lines = []
    for one in checked:
        decided = f"decided {', '.join(one.decided) or 'nothing'}, {seconds(one.seconds)}"
        stopped = "" if one.reason is None else f"; {one.reason}"
        lines.append(Text(f" {one.engine} on {', '.join(one.properties)}: {decided}{stopped}", "dim"))
    return lines


def invariant_of(verdict: Verdict) -> str | None:
    """The invariant that proves a verdict, where there is one."""
    return None if verdict.proof is None else verdict.proof.invariant


def engine_text(verdict: Verdict, every_size: str = "") -> str:
    """The engine that decided a property; for all sizes, nothing where none did."""
    return "" if every_size and verdict.method is None else verdict.engine


def method_text(verdict: Verdict) -> str | None:
    """The method that decided a property, for engines with several, and the invariant or explanation that proves it,
    shortened; None without a method."""
    if verdict.method is None:
        return None
    proof = verdict.proof
    if proof is not None and proof.explanation is not None:
        return f"by {verdict.method}: {shortened(proof.explanation)}"
    invariant = invariant_of(verdict)
    return f"by {verdict.method}" + ("" if invariant is None else f"; invariant: {shortened(invariant)}")


def shortened(text: str) -> str:
    """As much of a proof as a terminal shows."""
    return text if len(text) <= _LONG else f"{text[:_LONG]}… (--certificate FILE writes all of it)"


def exactly_text(verdict: Verdict) -> str | None:
    """The sizes at which a property holds that is violated at some, where known for all."""
    if verdict.exactly is None:
        return None
    return "it holds at no size" if verdict.exactly == "false" else f"it holds exactly where {verdict.exactly}"


def attempt_text(verdict: Verdict) -> str | None:
    """The proofs that were tried of a property that none was found of, and the lemmas that would help."""
    tried = f"no proof by {', '.join(verdict.tried)}" if verdict.tried else None
    if not verdict.missing_lemmas:
        return tried
    lemmas = " and ".join(f"`{lemma}`" for lemma in verdict.missing_lemmas)
    return f"{tried}; it would follow from {lemmas}, but vsym found no proof of that"


def verdict_text(verdict: Verdict, every_size: str = "") -> str:
    """`holds`, `holds up to 7`, `holds for all n >= 1`, `violated at n = 2`, `violated` or `unknown`."""
    if verdict.values is not None:
        return f"violated at {values_text(verdict.values.items())}"
    if verdict.outcome == "holds" and every_size:
        return f"holds {every_size}"
    return verdict.bounded


def formula_text(prop: Property) -> str:
    """A property in the user's words."""
    return f"invariant {prop.text}" if prop.logic == "invariant" and not prop.regular else prop.text


def _reasons(outcomes: Iterable[Outcome]) -> list[Text]:
    """The reasons that properties have no verdict: one line for each reason."""
    named: dict[str, list[str]] = {}
    for outcome in outcomes:
        if outcome.verdict.reason is not None:
            named.setdefault(outcome.verdict.reason, []).append(outcome.property.name)
    return [Text(f" {', '.join(names)}: {reason_text(reason)}", "yellow") for reason, names in named.items()]


def reason_text(reason: str) -> str:
    """The reason that a property has no verdict, with advice where there is any."""
    return f"{reason}; {_ADVICE[reason]}" if reason in _ADVICE else reason


SHOWN = 10
"""The most warnings shown without `everything`."""


def warning_lines(warnings: Sequence[ModelWarning], *, everything: bool) -> list[Text]:
    """The warnings below an empty line, each after its place in the text; nothing where there are none."""
    if not warnings:
        return []
    chosen = warnings if everything else warnings[:SHOWN]
    lines = [Text(""), *(Text.assemble((f"{place(one)}warning: ", "yellow"), one.message) for one in chosen)]
    if len(chosen) < len(warnings):
        lines.append(Text(f"{number(len(warnings) - len(chosen))} more warnings (-v shows them)", "dim"))
    return lines


def place(warning: ModelWarning) -> str:
    """`rw.gsst:12:1: `, or nothing where the warning is about no place."""
    return "" if warning.span is None else f"{warning.span}: "
