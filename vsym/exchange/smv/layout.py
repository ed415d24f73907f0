"""What the SMV templates lay out: names and expressions as text, in the order in which they are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.exchange.smv.expressions import Vocabulary, formula_text
from vsym.exchange.smv.names import Names
from vsym.logic.formula import Formula, Temporal, conjuncts
from vsym.logic.properties import Fairness, Property

STUTTER = "stutter"
CHOICE = "choice"
STUCK = "stuck"
MOVER = "mover"
PARTNER = "partner"


@frozen
class Update:
    """One line of a `case`: where the condition holds, the next value is `value`."""

    condition: str
    value: str


@frozen
class VariableText:
    """A state variable with the cases of its next value; one with a single value has no `type` but that `value`."""

    name: str
    comment: str
    type: str
    value: str = ""
    updates: tuple[Update, ...] = ()


@frozen
class MoveText:
    """A value of the input variable, which stands for an event; `can` is what the guard is called."""

    event: int
    name: str
    comment: str
    can: str
    guard: str


@frozen
class Specification:
    """A property, or the claim that an error never happens: with `event`, that this event is never enabled."""

    kind: Literal["CTLSPEC", "LTLSPEC", "INVARSPEC"]
    name: str
    formula: str
    comment: str
    event: int | None = None


@frozen
class Constraint:
    """A justice constraint."""

    formula: str
    comment: str


def specifications(
    properties: Iterable[Property], names: Names, vocabulary: Vocabulary, *, on_paths: bool
) -> tuple[Specification, ...]:
    """The properties. NuSMV's INVARSPEC disregards fairness: an invariant `on_paths` that are fair is written as AG."""
    written: list[Specification] = []
    for prop in properties:
        formula, kind = prop.formula, _KINDS[prop.logic]
        if kind == "INVARSPEC" and on_paths:
            formula, kind = Temporal("AG", (formula,)), "CTLSPEC"
        text = formula_text(formula, vocabulary)
        written.append(
            Specification(kind, names.claim(prop.name), text, one_line(f"{prop.name}: {prop.text}").rstrip(":"))
        )
    return tuple(written)


_KINDS: dict[str, Literal["CTLSPEC", "LTLSPEC", "INVARSPEC"]] = {
    "ctl": "CTLSPEC",
    "ltl": "LTLSPEC",
    "invariant": "INVARSPEC",
}


def constraints(fairness: Iterable[Fairness], vocabulary: Vocabulary) -> tuple[Constraint, ...]:
    """The justice constraints."""
    return tuple(Constraint(formula_text(f.formula, vocabulary), one_line(f.text)) for f in fairness)


def chosen(names: Sequence[str]) -> str:
    """The condition that the input variable names one of some moves."""
    return f"{CHOICE} = {names[0]}" if len(names) == 1 else f"{CHOICE} in {{{', '.join(names)}}}"


def both(*conditions: str) -> str:
    """The conjunction of comparisons, of which some may be empty."""
    return " & ".join(condition for condition in conditions if condition)


def one_line(text: str) -> str:
    """A text that fits into a comment."""
    return " ".join(text.split())


def conjunct_texts(formula: Formula, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The same as text."""
    return tuple(formula_text(part, vocabulary, operand=True) for part in conjuncts(formula))
