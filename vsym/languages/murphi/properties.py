"""The statements of a program: beside its rules, and in annotations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.source import Span, did_you_mean
from vsym.languages import regular
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.places import substituted
from vsym.languages.murphi.quantifying import choice
from vsym.languages.murphi.rules import Around
from vsym.languages.murphi.scope import Scope
from vsym.languages.murphi.temporal import atom, formula, instances, predicate, spelled, truth
from vsym.languages.murphi.typing import condition, constant
from vsym.languages.problems import complete
from vsym.logic.formula import Formula, Temporal, conjunction, negate
from vsym.logic.observer import Never
from vsym.logic.properties import Fairness, Property
from vsym.models.program.expressions import Binder, Domain, Expression, Quantified
from vsym.models.program.program import Condition, FairRule, Stuck, no_errors
from vsym.models.program.statements import Assert, Fail
from vsym.models.program.traversal import Node, everything


@frozen
class Stated:
    """All that a program states, so far."""

    assumptions: tuple[Condition, ...] = ()
    properties: tuple[Property, ...] = ()
    fairness: tuple[Fairness, ...] = ()
    fair_rules: tuple[FairRule, ...] = ()
    covers: frozenset[str] = frozenset()
    hints: tuple[Property, ...] = ()
    nevers: tuple[Never, ...] = ()


def implied(span: Span, deadlock: str, statements: Iterable[Node]) -> tuple[Property, ...]:
    """The properties of every program: that it ends in no error, and, unless it is turned off, that it is never stuck.

    Both are minor, except for `errors` where the program's `statements` have errors or assertions of their own.
    """
    stating = any(isinstance(one, Assert | Fail) for one in everything(statements))
    errors = no_errors(span, minor=0 if stating else 1)
    if deadlock == "off":
        return (errors,)
    return (errors, Property("deadlock", "invariant", negate(truth(Stuck())), "no state is a deadlock", span, minor=2))


def stated(around: Sequence[Around], node: d.Stating, before: Stated, scope: Scope) -> Stated:
    """The statements so far (`before`) with one more that stands beside the rules."""
    word = "invariant" if node.word == "assert" else node.word
    if word == "liveness":
        live = _live(tuple(around), node, scope.inner())
        return before if live is None else _with(before, node, word, "ctl", live)
    inner = scope.inner()
    quantifier: Literal["forall", "exists"] = "exists" if word == "cover" else "forall"
    meaning = _quantified(tuple(around), node.condition, quantifier, inner)
    if meaning is None:
        return before
    span = node.condition.span
    match word:
        case "assume":
            return replace(before, assumptions=(*before.assumptions, atom(meaning, span, scope)))
        case "cover":
            covered = _with(before, node, word, "ctl", Temporal("EF", (predicate(meaning, span, scope),)))
            return replace(covered, covers=covered.covers | {covered.properties[-1].name})
        case "invariant":
            return _with(before, node, word, "invariant", predicate(meaning, span, scope))
    assert_never(word)


def annotated(node: d.Annotation, before: Stated, titles: Sequence[str], scope: Scope) -> Stated:
    """With an annotation."""
    if isinstance(node, d.Fair):
        return _fair(node, before, titles, scope)
    if isinstance(node, d.Hint):
        return _hint(node, before, scope)
    if isinstance(node, d.StatedNever):
        return _never(node, before, scope)
    logic = node.logic.text.lower()
    if logic not in ("ctl", "ltl"):
        hint = "`ctl` and `ltl` state a formula, `fair` a condition or a rule, `hint` a condition, `never` a regular "
        hint += "expression"
        scope.problems.add("VS105", node.logic.span, f"`{node.logic.text}` is not an annotation", hint)
        return before
    meaning = formula(node.formula, "ctl" if logic == "ctl" else "ltl", scope)
    if meaning is None:
        return before
    text = spelled(node.formula.span, scope)
    name = node.name.text
    if name in _names(before):
        scope.problems.add("VS205", node.name.span, f"`{name}` is declared twice")
        return before
    added = Property(name, "ctl" if logic == "ctl" else "ltl", meaning, text, node.span)
    return replace(before, properties=(*before.properties, added))


def _fair(node: d.Fair, before: Stated, titles: Sequence[str], scope: Scope) -> Stated:
    if not isinstance(node.what, s.Text):
        test = condition(node.what, scope)
        if test is None:
            return before
        span = node.what.span
        added = Fairness(predicate(test, span, scope), spelled(span, scope), node.span)
        return replace(before, fairness=(*before.fairness, added))
    title = node.what.text
    numbers = [number for number, known_title in enumerate(titles) if known_title == title]
    if not numbers:
        hint = did_you_mean(title, titles) or f"its rules: {', '.join(titles)}"
        scope.problems.add("VS201", node.what.span, f"there is no rule `{title}`", hint)
    fair = (FairRule(number, node.span) for number in numbers)
    return replace(before, fair_rules=(*before.fair_rules, *fair))


def _hint(node: d.Hint, before: Stated, scope: Scope) -> Stated:
    test, span = condition(node.what, scope), node.what.span
    if test is None:
        return before
    name = f"hint {len(before.hints) + 1}"
    added = Property(name, "invariant", predicate(test, span, scope), spelled(span, scope), span)
    return replace(before, hints=(*before.hints, added))


def _never(node: d.StatedNever, before: Stated, scope: Scope) -> Stated:
    def letter(part: s.Expression) -> Formula | None:
        test = condition(part, scope)
        return None if test is None else predicate(test, part.span, scope)

    name = node.name.text
    if name in _names(before):
        scope.problems.add("VS205", node.name.span, f"`{name}` is declared twice")
        return before
    added = regular.never(name, node.bad, node.span, letter, lambda part: constant(part, scope), scope.problems)
    return before if added is None else replace(before, nevers=(*before.nevers, added))


def _with(before: Stated, node: d.Stating, word: str, logic: Literal["ctl", "invariant"], what: Formula) -> Stated:
    taken = _names(before)
    number = sum(1 for name in taken if name.startswith(f"{word} ")) + 1
    name = f"{word} {number}" if node.name is None else node.name.text
    copies = 2
    unique = name
    while unique in taken:
        unique, copies = f"{name} ({copies})", copies + 1
    text = " ".join(node.condition.span.text.split())
    operators = {"cover": "EF", "liveness": "AG EF"}.get(word)
    said = text if operators is None else f"{operators} ({text})"
    return replace(before, properties=(*before.properties, Property(unique, logic, what, said, node.span)))


def _names(before: Stated) -> set[str]:
    return {"errors", "deadlock", *(prop.name for prop in before.properties), *(one.name for one in before.nevers)}


def _quantified(
    around: tuple[Around, ...], node: s.Expression, word: Literal["forall", "exists"], scope: Scope
) -> Expression | None:
    """The condition under quantifiers over the choices around it; None where there is an error, which has been
    reported."""
    choices: list[tuple[Binder, Domain] | None] = []
    for one in around:
        if isinstance(one, d.Naming):
            substituted([one], scope)
        else:
            choices.append(choice(one, scope))
    body, bound = condition(node, scope), complete(choices)
    if body is None or bound is None:
        return None
    for binder, domain in reversed(bound):
        body = Quantified(word, binder, domain, body, node.span)
    return body


def _live(around: tuple[Around, ...], node: d.Stating, scope: Scope) -> Formula | None:
    """The formula that each instance of the condition always stays reachable; None where there is an error, which has
    been reported."""
    if not around:
        test = condition(node.condition, scope)
        if test is None:
            return None
        return Temporal("AG", (Temporal("EF", (predicate(test, node.condition.span, scope),)),))
    first, *rest = around
    match first:
        case d.Naming():
            substituted([first], scope)
            return _live(tuple(rest), node, scope)
        case d.Chosen():
            message = "`liveness` is about all states, so it cannot refer to an element of a multiset"
            scope.problems.add("VS354", node.span, message)
            return None
        case s.Over() | s.Along():
            scopes = instances(first, scope)
            formulas: list[Formula] | None = complete(_live(tuple(rest), node, inner) for inner in scopes)
            return None if formulas is None else conjunction(formulas)
    assert_never(first)
