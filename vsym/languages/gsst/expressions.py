"""The meaning of terms and formulas, of the names in them, and of those that have to be constants; temporal operators
and `deadlock`, and which of them may stand where."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import assert_never

from vsym.basics.source import Span
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.arithmetic import (
    are_alike,
    are_comparable,
    equivalence,
    least_or_greatest,
    measured,
    multiplied,
    quantity,
    summed,
    truth,
)
from vsym.languages.gsst.numbers import integer, number, repetitions
from vsym.languages.gsst.places import count, members, size_of_set
from vsym.languages.gsst.scope import Choice, Definition, Quantity, Scope, Value, compared, conditional, words
from vsym.languages.precedence import ON_PATHS, UNTIL
from vsym.languages.problems import complete
from vsym.logic.formula import (
    TRUE,
    Formula,
    Temporal,
    TemporalOperator,
    Truth,
    compare,
    conjunction,
    disjunction,
    negate,
)
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import DEADLOCK
from vsym.models.counting.model import SharedVariable


def formula(expression: s.Expression, scope: Scope) -> Formula | None:
    """The condition that a whole expression means; None where it has no meaning or nests too deep, then reported."""
    meaning = condition(expression, scope)
    return None if meaning is None or measured(meaning, expression.span, scope) is None else meaning


def condition(expression: s.Expression, scope: Scope) -> Formula | None:
    """The meaning of an expression that has to be a condition."""
    value = evaluate(expression, scope)
    return None if value is None else truth(expression, value, scope)


def term(expression: s.Expression, scope: Scope) -> Quantity | None:
    """The meaning of an expression that has to be a number."""
    value = evaluate(expression, scope)
    meaning = None if value is None else quantity(expression, value, scope)
    if meaning is None or not words(meaning):
        return meaning
    message = "expected a number, but this is a value of an enumeration"
    scope.problems.add("VS327", expression.span, message, "compare values of an enumeration by `=` and `!=` only")
    return None


def evaluate(expression: s.Expression, scope: Scope) -> Value | None:
    """The meaning of an expression, a number or a condition; None where it has none, which has been reported."""
    scope.allowance.work(expression.span)
    match expression:
        case s.Number():
            value = integer(expression, scope)
            return None if value is None else Linear((), value)
        case s.Boolean(value):
            return Truth(value)
        case s.Deadlock():
            return DEADLOCK if _knows_deadlock(expression.span, scope) else None
        case s.Reference():
            return meaning(expression, scope)
        case s.Prefix():
            return _prefixed(expression, scope)
        case s.Chain():
            return _chain(expression, scope)
        case s.Path():
            return _path(expression, scope)
        case s.Quantified():
            return _quantified(expression, scope)
        case s.Conditional():
            return _conditional(expression, scope)
        case s.Extremum(_, left, right):
            return least_or_greatest(expression, term(left, scope), term(right, scope), scope)
        case s.CountOf():
            return count(expression, scope)
        case s.SizeOf():
            return size_of_set(expression, scope)
        case s.Members():
            return members(expression, scope)
        case s.Everyone() | s.Indices():
            scope.problems.add("VS302", expression.span, "expected a condition, but this is a set of processes")
            return None
    assert_never(expression)


def _prefixed(prefix: s.Prefix, scope: Scope) -> Value | None:
    match prefix.operator:
        case "-":
            return summed([term(prefix.operand, scope)], [-1], prefix.span, scope)
        case "!":
            operand = condition(prefix.operand, scope)
            return None if operand is None else negate(operand)
        case "AX" | "EX" | "AF" | "EF" | "AG" | "EG" | "X" | "F" | "G" as operator:
            return _temporal(operator, (condition(prefix.operand, scope),), prefix.span, scope)
    assert_never(prefix.operator)


def _chain(chain: s.Chain, scope: Scope) -> Value | None:
    match chain.operators[0]:
        case "=" | "!=" | "<" | "<=" | ">" | ">=" as operator:
            return _comparison(chain, operator, scope)
        case "+" | "-":
            signs = [1, *(1 if sign == "+" else -1 for sign in chain.operators)]
            return summed([term(operand, scope) for operand in chain.operands], signs, chain.span, scope)
        case "*" | "/" | "%":
            return multiplied([term(operand, scope) for operand in chain.operands], chain, scope)
        case "U" | "W" | "R":
            *before, last = [condition(operand, scope) for operand in chain.operands]
            for until, operand in zip(reversed(chain.operators), reversed(before), strict=True):
                last = _temporal(UNTIL[until], (operand, last), chain.span, scope)
            return last
        case "<->" | "->" | "|" | "&" | "\\" as operator:
            return _connected(chain, operator, scope)
        case operator:
            assert_never(operator)


def _connected(chain: s.Chain, operator: s.Connective | s.SetOperator, scope: Scope) -> Formula | None:
    if operator == "\\" or "\\" in chain.operators:
        scope.problems.add("VS302", chain.span, "`\\` is set difference, but these are conditions")
        return None
    operands: list[Formula] | None = complete(condition(operand, scope) for operand in chain.operands)
    if operands is None:
        return None
    match operator:
        case "&":
            return conjunction(operands)
        case "|":
            return disjunction(operands)
        case "->":
            return disjunction([*(negate(premise) for premise in operands[:-1]), operands[-1]])
        case "<->":
            return reduce(lambda left, right: equivalence(left, right, scope.shared), operands)
    assert_never(operator)


def _comparison(chain: s.Chain, operator: s.Comparator, scope: Scope) -> Formula | None:
    if len(chain.operators) > 1:
        first, middle, last = (operand.span.text for operand in chain.operands[:3])
        one, two = chain.operators[:2]
        hint = f"write `{first} {one} {middle} & {middle} {two} {last}`"
        scope.problems.add("VS108", chain.operands[2].span, "comparisons do not chain", hint)
        for operand in chain.operands:
            evaluate(operand, scope)
        return None
    left = evaluate(chain.operands[0], scope)
    if isinstance(left, Linear | Choice) or (left is not None and operator not in ("=", "!=")):
        return _of_quantities(chain, operator, left, scope)
    right = condition(chain.operands[1], scope) if left is not None else evaluate(chain.operands[1], scope)
    if left is None or right is None or isinstance(right, Linear | Choice):
        return None
    same = equivalence(left, right, scope.shared)
    return same if operator == "=" else negate(same)


def _of_quantities(chain: s.Chain, operator: s.Comparator, left: Value, scope: Scope) -> Formula | None:
    """A comparison whose left side is a number or the value of an enumeration, or has to be one."""
    one, other = quantity(chain.operands[0], left, scope), evaluate(chain.operands[1], scope)
    two = None if other is None else quantity(chain.operands[1], other, scope)
    if one is None or two is None or not are_comparable(one, operator, two, chain, scope):
        return None
    return compared(one, operator, two, chain.span, scope.allowance)


def _conditional(written: s.Conditional, scope: Scope) -> Value | None:
    chosen = condition(written.condition, scope)
    value, otherwise = evaluate(written.value, scope), evaluate(written.otherwise, scope)
    if chosen is None or value is None or otherwise is None:
        return None
    if not isinstance(value, Linear | Choice):
        other = truth(written.otherwise, otherwise, scope)
        if other is None:
            return None
        return disjunction([conjunction([chosen, value]), conjunction([negate(chosen), other])])
    other_value = quantity(written.otherwise, otherwise, scope)
    if other_value is None or not are_alike(value, other_value, written.span, scope):
        return None
    return conditional(chosen, value, other_value)


def _path(path: s.Path, scope: Scope) -> Formula | None:
    body = path.body
    if not isinstance(body, s.Chain) or len(body.operators) > 1 or body.operators[0] not in UNTIL:
        message = f"`{path.quantifier} [ ]` takes two conditions with `U`, `W` or `R` between them"
        scope.problems.add("VS109", path.span, message, f"as in `{path.quantifier} [p U q]`")
        for part in body.operands if isinstance(body, s.Chain) and body.operators[0] in UNTIL else (body,):
            condition(part, scope)
        return None
    left, right = (condition(operand, scope) for operand in body.operands)
    return _temporal(ON_PATHS[path.quantifier, UNTIL[body.operators[0]]], (left, right), path.span, scope)


def _quantified(quantified: s.Quantified, scope: Scope) -> Value | None:
    match quantified.word:
        case "sum":
            terms = [term(quantified.body, inner) for inner in repetitions(quantified, scope)]
            return summed(terms, [1] * len(terms), quantified.span, scope)
        case "forall":
            return _of_all(quantified, conjunction, scope)
        case "exists":
            return _of_all(quantified, disjunction, scope)
    assert_never(quantified.word)


def _of_all(quantified: s.Quantified, join: Callable[[list[Formula]], Formula], scope: Scope) -> Formula | None:
    inside = repetitions(quantified, scope)
    instances: list[Formula] | None = complete(condition(quantified.body, inner) for inner in inside)
    return None if instances is None else join(instances)


def meaning(reference: s.Reference, scope: Scope) -> Value | None:
    """The value that a name stands for; None where it stands for none, which has been reported."""
    name, span = reference.name, reference.span
    if name in scope.families:
        member = member_name(reference, scope)
        return None if member is None else _variable(scope.shared[member])
    if name in scope.indices:
        value: Value | None = Linear((), scope.indices[name])
    elif name in scope.parameters:
        value = scope.parameters[name]
    elif name in scope.shared:
        value = _variable(scope.shared[name])
    elif name in scope.named_values:
        words = scope.named_values[name]
        value = Choice(((TRUE, Linear((), words.index(name))),), words)
    elif name in scope.definitions:
        definition = scope.definitions[name]
        if definition is None or not _may_use(definition, name, span, scope):
            return None
        scope.allowance.work(span, definition.size)
        value = definition.value
    else:
        _unknown(reference, scope)
        return None
    if reference.brackets:
        scope.problems.add("VS316", reference.brackets[0].span, f"`{name}` is not a family and has no indices")
        return None
    return value


def member_name(reference: s.Reference, scope: Scope) -> str | None:
    """The shared variable that is named by a family with its indices; None where there is none, which has been
    reported.

    The name is that of a family in the scope.
    """
    name, ends = reference.name, scope.families[reference.name]
    if ends is None:
        return None
    if len(reference.brackets) > len(ends):
        scope.problems.add("VS316", reference.brackets[len(ends)].span, f"`{name}` has too many indices")
        return None
    if len(reference.brackets) < len(ends):
        message = f"`{name}` is a family of shared variables, not one of them"
        first = "".join(f"[{low}]" for low, _ in ends)
        scope.problems.add("VS316", reference.span, message, f"name one, such as `{name}{first}`")
        return None
    indices = [_index(name, *one, scope) for one in zip(reference.brackets, ends, strict=True)]
    return None if None in indices else name + "".join(f"[{index}]" for index in indices)


def _index(name: str, bracket: s.Expression | s.Range, ends: tuple[int, int], scope: Scope) -> int | None:
    low, high = ends
    index = number(bracket, scope)
    if index is None or low <= index <= high:
        return index
    hint = f"its indices are {low}..{high}" if low <= high else "it has no members"
    scope.problems.add("VS307", bracket.span, f"`{name}` has no index {index}", hint)
    return None


def _variable(variable: SharedVariable | None) -> Value | None:
    if variable is None:
        return None
    term = linear([(Named(variable.name), 1)])
    if variable.words:
        return Choice(((TRUE, term),), variable.words)
    return compare(term, "=", Linear((), 1)) if variable.boolean else term


def _unknown(reference: s.Reference, scope: Scope) -> None:
    name = reference.name
    if name in scope.states and name not in scope.parameters:
        hint = f"write `#{reference.span.text}` for the number of processes in it"
        scope.problems.add("VS201", reference.span, f"`{name}` is a local state, not a number or a condition", hint)
        return
    names = {**scope.parameters, **scope.indices, **scope.shared, **scope.families, **scope.named_values}
    kind = "parameter, index, shared variable or definition"
    scope.unknown("VS201", reference.span, name, kind, {**names, **scope.definitions})


def linear_term(expression: s.Expression, scope: Scope) -> Linear | None:
    """The meaning of an expression that has to be a number without cases."""
    meaning = term(expression, scope)
    if not isinstance(meaning, Choice):
        return meaning
    scope.problems.add("VS319", expression.span, "expected a constant, but this depends on the state")
    return None


def size(expression: s.Expression, scope: Scope) -> Linear | None:
    """The value of an index expression: a number, or a linear term over the parameters that have none."""
    if scope.open_names:
        return linear_term(expression, scope.speaking("constant"))
    value = number(expression, scope)
    return None if value is None else Linear((), value)


def _temporal(
    operator: TemporalOperator, operands: tuple[Formula | None, ...], span: Span, scope: Scope
) -> Formula | None:
    """The operator applied to its operands; None where it may not stand here or an operand has no meaning."""
    meanings = tuple(operand for operand in operands if operand is not None)
    if not _allowed(operator, span, scope) or len(meanings) < len(operands):
        return None
    return Temporal(operator, meanings)


def _may_use(definition: Definition, name: str, span: Span, scope: Scope) -> bool:
    """True where the temporal operators of a definition, and `deadlock` in it, may stand here; reported where not."""
    if definition.deadlock and not _knows_deadlock(span, scope, f"`{name}` contains `deadlock`: "):
        return False
    return all(
        _allowed(operator, span, scope, f"`{name}` contains `{operator}`: ")
        for operator in sorted(definition.operators)
    )


def _allowed(operator: TemporalOperator, span: Span, scope: Scope, before: str = "") -> bool:
    branching = operator[0] in "AE"
    spelled = f"{operator[0]} [ {operator[1]} ]" if branching and operator[1] in "UWR" else operator
    match scope.logic:
        case "either":
            return True
        case "ctl" | "ltl" as logic if branching == (logic == "ctl"):
            return True
        case "ctl":
            wrong = f"`{spelled}` is not an operator of CTL"
            hint = f"put `A` or `E` before it: `A{spelled}`, `E{spelled}`"
            if operator in "UWR":
                hint = f"write `A [p {spelled} q]` or `E [p {spelled} q]`"
        case "ltl":
            wrong = f"`{spelled}` is not an operator of LTL"
            hint = f"an LTL formula is about one path: write `{operator[1]}` without `{operator[0]}`"
        case "predicate" | "constant" | "invariant":
            wrong = f"`{spelled}` is about paths, but this condition is about one state"
            hint = "use temporal operators in `ctl` and `ltl` properties"
        case _:
            assert_never(scope.logic)
    scope.problems.add("VS315", span, f"{before}{wrong}", hint)
    return False


def _knows_deadlock(span: Span, scope: Scope, before: str = "") -> bool:
    if scope.logic not in ("predicate", "constant"):
        return True
    message = f"{before}`deadlock` depends on the guards, so guards, starts and lemmas cannot use it"
    hint = "use it in a property or in `fairness`, as in `invariant live: !deadlock`"
    scope.problems.add("VS315", span, message, hint)
    return False
