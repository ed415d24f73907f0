"""All that is to be verified: properties with the premises that may never be true, lemmas, fairness constraints, and
ranks that a person states for a property that asks for something eventually.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from vsym.basics.source import DiagnosticError, ModelWarning, did_you_mean
from vsym.languages import regular
from vsym.languages.gsst.arithmetic import measured
from vsym.languages.gsst.declarations import FairnessDeclaration, NeverDeclaration, PropertyDeclaration, RankDeclaration
from vsym.languages.gsst.expressions import formula, term
from vsym.languages.gsst.numbers import number
from vsym.languages.gsst.scope import Allowance, Logic, Names, Quantity, Scope, branches
from vsym.languages.gsst.syntax import Chain, Expression, Prefix, PropertyWord
from vsym.languages.gsst.transitions import indexed_name
from vsym.languages.problems import Problems, complete, on_one_line
from vsym.logic.formula import Formula, Temporal, Truth, atoms, is_predicate, subformulas
from vsym.logic.observer import Never
from vsym.logic.properties import Fairness, Premise, Property, StatedRank
from vsym.models.counting.model import Lemma


def stated(declared: PropertyDeclaration, names: Names, scope: Scope) -> Property | Lemma | None:
    """The property or lemma; None where it has no meaning, which has been reported."""
    word = declared.word
    logic: Logic = "predicate" if word == "lemma" else word
    node = formula(declared.formula, scope.speaking(logic))
    name = indexed_name(declared.name, scope)
    kind = "lemma" if word == "lemma" else "property"
    if name is None or not names.declare(name, declared.name.span, kind) or node is None:
        return None
    if word == "lemma":
        return Lemma(name, node, declared.span)
    left = _premises(word, declared.formula, node, scope.speaking(logic))
    return Property(
        name,
        word,
        node,
        on_one_line(declared.formula.span),
        declared.span,
        tuple(Premise(meaning, on_one_line(expression.span)) for expression, meaning in left),
    )


def never(declared: NeverDeclaration, names: Names, scope: Scope) -> Never | None:
    """The regular safety property; None where it has no meaning, which has been reported."""
    inner = scope.speaking("predicate")
    name = indexed_name(declared.name, scope)
    if name is None or not names.declare(name, declared.name.span, "property"):
        return None
    return regular.never(
        name,
        declared.bad,
        declared.span,
        lambda node: formula(node, inner),
        lambda node: number(node, scope),
        scope.problems,
    )


def fairness(declared: FairnessDeclaration, scope: Scope) -> Fairness | None:
    """The justice constraint; None where it has no meaning, which has been reported."""
    meaning = formula(declared.formula, scope.speaking("invariant"))
    return None if meaning is None else Fairness(meaning, on_one_line(declared.formula.span), declared.span)


def as_hint(condition: Expression, number: int, scope: Scope) -> Property | None:
    """A condition as the hint of a number, from 1; None where it has no meaning, which has been reported."""
    meaning = formula(condition, scope.speaking("invariant"))
    if meaning is None:
        return None
    return Property(f"hint {number}", "invariant", meaning, on_one_line(condition.span), condition.span)


def granted(declared: Iterable[object]) -> Iterator[ModelWarning]:
    """A warning for each property that asks for a next state, since every path always has one."""
    lemmas = list(declared)
    fair = any(isinstance(one, Fairness) for one in lemmas)
    for prop in (one for one in lemmas if isinstance(one, Property) and not fair):
        for part in subformulas(prop.formula):
            if (
                isinstance(part, Temporal)
                and part.operator in ("EX", "AX", "X")
                and isinstance(part.operands[0], Truth)
            ):
                truth = str(part.operands[0].value).lower()
                message = f"`{part.operator} {truth}` in `{prop.name}` is {truth} in every state, since a deadlocked "
                message += "one repeats for ever; use `deadlock` instead"
                yield ModelWarning("next state granted", message, prop.span)
                break


def _premises(
    word: PropertyWord, stated: Expression, whole: Formula, scope: Scope
) -> Iterator[tuple[Expression, Formula]]:
    """Each left side that is a predicate, with its meaning; `whole` is the meaning of the property.

    A left side that is not written out in the property, or has counts that `whole` does not need, is left out.
    """
    mentioned = atoms(whole)
    for implication in _implications(stated, always=word == "invariant"):
        left = implication.operands[0]
        meaning = _meaning(left, scope)
        if meaning is not None and is_predicate(meaning) and atoms(meaning).keys() <= mentioned.keys():
            yield left, meaning


def _implications(stated: Expression, *, always: bool) -> Iterator[Chain]:
    """The implications under an `AG` or `G` (`always`), which may be a conjunct."""
    match stated:
        case Prefix("AG" | "G", operand):
            yield from _implications(operand, always=True)
        case Chain(operands, operators) if set(operators) == {"&"}:
            for operand in operands:
                yield from _implications(operand, always=always)
        case Chain(_, operators) if always and set(operators) == {"->"}:
            yield stated


def _meaning(left: Expression, scope: Scope) -> Formula | None:
    """The meaning of a left side. Its errors are not reported again, since the property contains it."""
    silent = Problems()
    try:
        return formula(left, replace(scope, problems=silent, allowance=Allowance(silent)))
    except DiagnosticError:
        return None


def rank(declared: RankDeclaration, names: Names, scope: Scope) -> StatedRank | None:
    """The rank, not yet matched with its property; None where it has no meaning, which has been reported."""
    inner = scope.speaking("predicate")
    levels: list[Quantity] | None = complete(term(level, inner) for level in declared.levels)
    name = indexed_name(declared.name, scope)
    if name is None or not names.declare(name, declared.name.span, "rank"):
        return None
    shallow = [measured(level, declared.span, inner) is not None for level in levels or ()]
    if levels is None or not all(shallow):
        return None
    text = ", ".join(on_one_line(level.span) for level in declared.levels)
    return StatedRank(name, tuple(map(branches, levels)), text, declared.name.span)


def ranks(declarations: Sequence[object], names: Names, problems: Problems) -> tuple[StatedRank, ...]:
    """The ranks among the declarations of a file; a rank whose property is missing, or cannot have one, is reported."""
    stated = tuple(one for one in declarations if isinstance(one, StatedRank))
    if not stated:
        return ()
    from vsym.logic.progress import may_have_a_rank

    properties = {one.name: one for one in declarations if isinstance(one, Property)}
    for one in stated:
        prop = properties.get(one.property)
        if prop is None and names.has(one.property, "property"):
            # The error in that property has been reported.
            continue
        if prop is None:
            message = f"there is no property `{one.property}` for this rank"
            hint = did_you_mean(one.property, list(properties)) or "a rank has the name of its property"
            problems.add("VS211", one.span, message, hint)
            continue
        goals = may_have_a_rank(prop)
        if goals is None or len(goals.parts) != 1:
            what = "demands several things at once" if goals else "does not say that something happens eventually"
            forms = "`AF F`, `AG (F -> AF F)`, `AG (F -> EF F)` or `G (F -> F F)`"
            hint = f"a rank shows {forms}, where F has no temporal operators"
            if goals:
                hint += "; state each demand as its own property"
            problems.add("VS331", one.span, f"no rank can show `{one.property}`: it {what}", hint)
    return stated
