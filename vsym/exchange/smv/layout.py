"""The values that SMV templates lay out: names and expressions as text, in the order in which they are written. Names
are legal there, close to the user's, and no two alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.exchange.smv.expressions import Vocabulary, formula_text
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
    """A value of the input variable, which stands for an event; `can` is the name of the guard."""

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


SMV_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
    ABF ABG AF AG ASSIGN ASYNC AX BU COMPASSION COMPID COMPUTE COMPWFF CONSTANTS CONSTARRAY CONSTRAINT CONVERT CTLSPEC
    CTLWFF DEFINE EBF EBG EF EG EX FAIRNESS FALSE FROZENVAR FUN IN INIT INVAR INVARSPEC ISA IVAR JUSTICE LTLSPEC LTLWFF
    MAX MDEFINE MIN MIRROR MODULE NAME NEXTWFF PARSYNTH PRED PREDICATES PSLSPEC PSLWFF READ SIMPWFF SPEC SYNTAX TRANS
    TRUE URGENT VALID VAR WRITE
    A E F G H O R S T U V W X Y Z
    Integer Real Word abs acos always and array asin assert assume atan before bool boolean case clock cos count default
    esac eventually exp extend floor forall fell finally forever global in init inf integer itype ln main max min mod
    never next next_a next_e next_event nondet not noncontinuous of once or pi pow process real report resize restrict
    rose self sequence signed sin since sizeof sqrt strong swconst tan time toint toreal typeof union unsigned until
    uwconst vmode vprop vunit weak with within word word1 xnor xor
    """,
    )
)
"""The words that NuSMV 2.5 to 2.7 or nuXmv, in one of their modes, do not take for a name."""


class Names:
    """Gives out names that are legal in SMV, each once; later ones make way for earlier ones by a number."""

    def __init__(self, *reserved: str) -> None:
        self._taken = {*SMV_WORDS, *reserved}

    def claim(self, text: str) -> str:
        """A fresh name like `text`: `L[3]` becomes `L_3`, the reserved word `T` becomes `T_`."""
        base = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_") or "unnamed"
        base = base if base[0].isalpha() else f"_{base}"
        name = base
        if name in self._taken:
            name, number = f"{base}_", 2
            while name in self._taken:
                name, number = f"{base}_{number}", number + 1
        self._taken.add(name)
        return name

    def claim_words(self, kinds: Iterable[tuple[str, ...]]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """Fresh names for the values of each kind that has named values; variables of one kind share them."""
        return {words: tuple(self.claim(word) for word in words) for words in dict.fromkeys(kinds) if words}
