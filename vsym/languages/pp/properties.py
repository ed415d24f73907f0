"""The properties that a protocol has by itself: that its agents compute the predicate, or at least agree.

Under a scheduler that chooses a pair of agents at random, a protocol of any fixed size computes b on an input with
probability 1 iff from every state that is reached, a state can be reached from which on all outputs are b: `AG EF AG`
(Angluin, Aspnes, Diamadi, Fischer, Peralta: Computation in networks of passively mobile finite-state sensors).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from vsym.basics.source import Span
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.places import count_of, state
from vsym.languages.gsst.scope import Names, Scope
from vsym.languages.gsst.syntax import Chain
from vsym.languages.pp.declarations import Output, Predicate
from vsym.languages.pp.inputs import Start
from vsym.languages.problems import on_one_line
from vsym.logic.formula import Formula, Temporal, compare, conjunction, disjunction, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear

ACCEPTS, REJECTS, AGREES = "accepts", "rejects", "agrees"
"""The names of the properties."""


def outputs(
    declared: Sequence[tuple[Output, Scope]], states: Sequence[str], places: Mapping[str, Span], scope: Scope
) -> dict[str, bool] | None:
    """The output of every local state; None where no output is declared, or where some state has none, or two, which is
    reported."""
    given: dict[str, bool] = {}
    others: list[Output] = []
    for one, inner in declared:
        others += [one] if one.otherwise else []
        for reference in one.states:
            name = state(reference, inner)
            if name is not None and given.setdefault(name, one.value) != one.value:
                message = f"`{name}` has both outputs"
                scope.problems.add("VS370", reference.span, message, "a local state has one output")
    for second in others[1:]:
        scope.problems.add("VS208", second.span, "a second `else`", f"the first is at {others[0].span}")
    missing = [name for name in states if name not in given]
    if others:
        given |= dict.fromkeys(missing, others[0].value)
    elif declared and missing:
        hint = f"add it, as in `output true: {missing[0]}`; `output false: else` is for all others"
        place = places.get(missing[0].partition("[")[0], declared[0][0].span)
        scope.problems.add("VS370", place, f"`{missing[0]}` has no output", hint)
        return None
    return given if declared else None


def computed(
    predicate: Predicate | None, given: Mapping[str, bool] | None, start: Start, place: Span, names: Names, scope: Scope
) -> Iterator[Property]:
    """The properties of a protocol that has these outputs, and computes this predicate, if any; reports errors in
    it."""
    quotients = _Quotients(start)
    inner = replace(scope, quotient=quotients.of, logic="predicate") if scope.open_names else scope
    meaning = None if predicate is None else formula(predicate.formula, inner)
    if given is None or scope.everyone is None:
        if predicate is not None and given is None:
            message = "a predicate needs outputs"
            scope.problems.add(
                "VS370", predicate.span, message, "add them, as in `output true: A` and `output false: else`"
            )
        return
    stable = {value: _stable(value, given, scope) for value in (True, False)}
    if predicate is None:
        names.declare(AGREES, place, "property")
        either, text = disjunction(one for one, _ in stable.values()), " | ".join(text for _, text in stable.values())
        yield Property(AGREES, "ctl", either, text, place)
        return
    names.declare(ACCEPTS, predicate.span, "property")
    names.declare(REJECTS, predicate.span, "property")
    if meaning is None:
        return
    if scope.open_names:
        meaning = start.said(meaning)
    written = on_one_line(predicate.formula.span)
    simple = not isinstance(predicate.formula, Chain) or predicate.formula.operators[0] not in ("->", "<->")
    (true, accepted), (false, rejected) = stable[True], stable[False]
    text = f"{written if simple else f'({written})'} -> {accepted}"
    asked = ((ACCEPTS, meaning, true, text), (REJECTS, negate(meaning), false, f"!({written}) -> {rejected}"))
    for name, starts, lasting, words in asked:
        yield Property(name, "ctl", disjunction([negate(quotients.beside(starts)), lasting]), words, predicate.span)


class _Quotients:
    """The quotients in a predicate on inputs that are open: each is a number of its own, which the inputs determine."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._bounds: list[Formula] = []

    def of(self, term: Linear, divisor: int) -> Linear:
        """The quotient of a term on an initial state, rounded down."""
        dividend = self._start.term(term)
        parts = " + ".join(f"{by} * {atom}" for atom, by in dividend.terms)
        quotient = linear([(Named(f"({parts} + {dividend.constant}) / {divisor}"), 1)])
        rest = dividend - quotient * divisor
        self._bounds += [compare(rest, ">=", Linear()), compare(rest, "<", Linear((), divisor))]
        return quotient

    def beside(self, predicate: Formula) -> Formula:
        """A predicate over the quotients, with the bounds that define them."""
        return conjunction([predicate, *self._bounds])


def _stable(value: bool, given: Mapping[str, bool], scope: Scope) -> tuple[Formula, str]:
    """The formula that a state always stays reachable from which on all outputs are this value, with its text."""
    assert scope.everyone is not None
    own, others = ([name for name, one in given.items() if one == wanted] for wanted in (value, not value))
    word, named = ("all", own) if own and len(own) <= len(others) else ("none", others)
    agree = compare(count_of(others, scope.everyone), "=", Linear())
    text = f"{word} in {named[0] if len(named) == 1 else '{' + ', '.join(named) + '}'}" if named else "true"
    possible = Temporal("EF", (Temporal("AG", (agree,)),))
    return Temporal("AG", (possible,)), f"AG EF AG {text}"
