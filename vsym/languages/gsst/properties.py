"""What is to be verified: properties, lemmas and fairness constraints."""

from __future__ import annotations

import re

from vsym.basics.source import Span
from vsym.languages.gsst.declarations import FairnessDeclaration, PropertyDeclaration
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.names import Names
from vsym.languages.gsst.premises import premises
from vsym.languages.gsst.scope import Logic, Scope
from vsym.languages.gsst.transitions import indexed_name
from vsym.logic.properties import Fairness, Premise, Property
from vsym.models.counting.model import Lemma

_SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.DOTALL)


def stated(declared: PropertyDeclaration, names: Names, scope: Scope) -> Property | Lemma | None:
    """The property or lemma; None where it has no meaning, which has been reported."""
    word = declared.word
    logic: Logic = word if word == "ctl" or word == "ltl" else "predicate"
    found = formula(declared.formula, scope.speaking(logic))
    name = indexed_name(declared.name, scope)
    kind = "lemma" if word == "lemma" else "property"
    if name is None or not names.declare(name, declared.name.span, kind) or found is None:
        return None
    if word == "lemma":
        return Lemma(name, found, declared.span)
    left = premises(word, declared.formula, found, scope.speaking(logic))
    return Property(
        name,
        word,
        found,
        _text(declared.formula.span),
        declared.span,
        tuple(Premise(meaning, _text(expression.span)) for expression, meaning in left),
    )


def fairness(declared: FairnessDeclaration, scope: Scope) -> Fairness | None:
    """The justice constraint; None where it has no meaning, which has been reported."""
    found = formula(declared.formula, scope)
    return None if found is None else Fairness(found, _text(declared.formula.span), declared.span)


def _text(span: Span) -> str:
    """The user's own words on one line, without comments."""
    return _SPACE.sub(" ", span.text).strip()
