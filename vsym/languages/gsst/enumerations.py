"""Enumerations: the values that a shared variable may have by their names."""

from __future__ import annotations

from collections.abc import Mapping

from vsym.languages.gsst.choices import Choice
from vsym.languages.gsst.expressions import evaluate
from vsym.languages.gsst.kinds import are_alike, quantity
from vsym.languages.gsst.names import Names
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.syntax import Expression, Identifier, Indices, Reference


def enumeration(
    written: Indices, known: Mapping[str, tuple[str, ...]], names: Names, scope: Scope
) -> tuple[str, ...] | None:
    """The names of `{red, green}`; None where one of them is no new name, which is reported.

    The same names in the same order are the same enumeration, which `known` may have already.
    """
    values: list[Identifier] = []
    for piece in written.pieces:
        if not isinstance(piece, Reference) or piece.brackets:
            message = "the values of an enumeration are names"
            hint = f"numbers are declared with their range, as in `0..3`, and `{piece.span.text}` is no name"
            scope.problems.add("VS326", piece.span, message, hint)
            return None
        values.append(Identifier(piece.name, piece.span))
    words = tuple(value.text for value in values)
    if known.get(words[0]) == words:
        return words
    declared = [names.declare_value(value, "value of an enumeration") for value in values]
    return words if all(declared) else None


def named_value(expression: Expression, words: tuple[str, ...], scope: Scope) -> Choice | None:
    """The meaning of an expression that has to be one of some named values; None where it is not, which is reported."""
    value = evaluate(expression, scope)
    found = None if value is None else quantity(expression, value, scope)
    if found is None or not are_alike(Choice((), words), found, expression.span, scope):
        return None
    return found if isinstance(found, Choice) else None
