"""Properties that ask that something happens eventually, or can always still happen: recognised once, here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.logic.ctl import (
    Conjunction,
    Disjunction,
    ExistsGlobally,
    ExistsUntil,
    Negation,
    Node,
    Predicate,
    predicate,
    reduce,
)
from vsym.logic.folding import replace_atoms
from vsym.logic.formula import FALSE, TRUE, Formula, compare, conjunction, disjunction, negate
from vsym.logic.properties import Property, mixes_logics
from vsym.logic.reachability import Question, in_ctl, reachability
from vsym.logic.terms import Linear, Named, linear


@frozen
class Progress:
    """Every path (`inevitable`), or some path (`possible`), leads to `goal`: from the initial states where `trigger` is
    None, else from every reachable state with the trigger."""

    kind: Literal["inevitable", "possible"]
    trigger: Formula | None
    goal: Formula


@frozen
class Questions:
    """Questions of progress that a property follows from; where they are `exact`, it holds only if all of them do."""

    parts: tuple[Progress, ...]
    exact: bool


def progress(prop: Property) -> Questions | None:
    """The questions of progress that a property asks, however it is spelled; None where it asks for anything else.

    A formula inside another becomes a question about every state that the outer one leads to: AF (q & AF r) follows
    from AF q and AG (q -> AF r). Questions of reachability are none of progress.
    """
    formula = None if mixes_logics(prop) or reachability(prop) is not None else in_ctl(prop)
    if formula is None:
        return None
    reduction = reduce([formula])
    return _asked(_Signed(reduction.nodes, reduction.roots[0], True), None)


def awaited(prop: Property) -> Questions | None:
    """The questions that a rank of a property answers: those of `progress`. Constants can make a property say that a
    target is never reached; then the question is that the target leads to FALSE, which never comes. None where the
    property asks for anything else."""
    question = reachability(prop)
    if question is None or question.kind != "never":
        return progress(prop)
    return Questions((Progress("inevitable", question.target, FALSE),), exact=True)


def may_have_a_rank(prop: Property) -> Questions | None:
    """The questions of a property with a stated rank as it is written, for all values of the parameters.

    A trigger or a goal that is constant at some size, such as `#N[W] >= 1` where nobody is in W, does not change the
    form of the property. Constants count as conditions here, and a question that is trivially true asks nothing that a
    rank would miss.
    """
    if reachability(prop) == Question("never", FALSE):
        return awaited(prop)
    return progress(prop.rewritten(_with_conditions))


def _with_conditions(formula: Formula) -> Formula:
    """The formula with an unknown condition in the place of each constant."""

    def condition(constant: bool) -> Formula:
        return compare(linear([(Named(str(constant).lower()), 1)]), "=", Linear((), 1))

    return replace_atoms(formula, condition, lambda comparison: comparison)


@frozen
class _Signed:
    """A node, or its negation."""

    nodes: Sequence[Node]
    number: int
    positive: bool

    def at(self, number: int, positive: bool) -> _Signed:
        return _Signed(self.nodes, number, positive)

    @property
    def predicate(self) -> Formula | None:
        """The predicate of one state, None where it speaks of paths."""
        here = predicate(self.nodes, self.number)
        return here if here is None or self.positive else negate(here)

    @property
    def shape(self) -> tuple[_Shape, tuple[_Signed, ...]] | None:
        """Its outermost operator with the operands, negations moved inwards; None for any other operator."""
        match self.nodes[self.number]:
            case Negation(operand):
                return self.at(operand, not self.positive).shape
            case Conjunction(parts) | Disjunction(parts):
                both = isinstance(self.nodes[self.number], Conjunction) == self.positive
                return ("and" if both else "or"), tuple(self.at(part, self.positive) for part in parts)
            case ExistsUntil(left, right) if self.nodes[left] == Predicate(TRUE):
                return ("EF" if self.positive else "AG"), (self.at(right, self.positive),)
            case ExistsGlobally(operand) if not self.positive:
                return "AF", (self.at(operand, False),)
        return None


_Shape: TypeAlias = Literal["and", "or", "EF", "AG", "AF"]


def _asked(formula: _Signed, trigger: Formula | None) -> Questions | None:
    """The questions that a formula asks if it holds in every reachable state with a trigger, or in the initial ones."""
    match formula.shape:
        case "and", parts:
            return _together(_asked(part, trigger) for part in parts)
        case "or", parts if trigger is not None:
            temporal = [part for part in parts if part.predicate is None]
            others = disjunction(said for part in parts if (said := part.predicate) is not None)
            return _asked(temporal[0], conjunction([trigger, negate(others)])) if len(temporal) == 1 else None
        case "AG", (inner,):
            question = _asked(inner, TRUE)
            # The question is about more states than those ahead of states with the trigger.
            return question if question is None or trigger in (None, TRUE) else Questions(question.parts, exact=False)
        case ("AF" | "EF") as operator, (inner,):
            return _eventually("inevitable" if operator == "AF" else "possible", inner, trigger)
    return None


def _eventually(kind: Literal["inevitable", "possible"], inner: _Signed, trigger: Formula | None) -> Questions | None:
    goal = inner.predicate
    if goal is not None:
        return Questions((Progress(kind, trigger, goal),), exact=True)
    match inner.shape:
        case "AF", (same,) if kind == "inevitable":
            return _eventually(kind, same, trigger)
        case "EF", (same,) if kind == "possible":
            return _eventually(kind, same, trigger)
        case "and", parts:
            here = conjunction(said for part in parts if (said := part.predicate) is not None)
            nested = (_asked(part, here) for part in parts if part.predicate is None)
            return _together([Questions((Progress(kind, trigger, here),), exact=False), *nested])
    # What holds everywhere holds where a path begins; but no question decides whether a fair path begins there.
    after = _asked(inner, TRUE) if kind == "inevitable" else None
    return None if after is None else Questions(after.parts, exact=False)


def _together(several: Iterable[Questions | None]) -> Questions | None:
    parts: list[Progress] = []
    exact = True
    for one in several:
        if one is None:
            return None
        parts += one.parts
        exact = exact and one.exact
    return Questions(tuple(dict.fromkeys(parts)), exact)
