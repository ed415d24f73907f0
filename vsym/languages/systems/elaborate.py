"""The meaning of a file: a system whose events stay within ranges and the domain, or are errors where they do not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Source, Span, did_you_mean
from vsym.languages.problems import Problems, on_one_line, option_place
from vsym.languages.systems import declarations as d
from vsym.languages.systems.expressions import INTEGER, Observation, Scope, observed
from vsym.logic.folding import with_values
from vsym.logic.formula import FALSE, TRUE, Formula, atoms, compare, conjunction, disjunction, negate
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Linear
from vsym.models.transition.model import TransitionModel, bounds, ranges, states
from vsym.system.system import Event, System, Term, Variable, cases

SEARCHED = 5_000
"""The most combinations of values that vsym tries to see if an event can leave a range or the domain, where its guard
does not rule that out. With more of them, vsym assumes that it can."""

_LETTERS = frozenset("AEFGRUWX")
"""Names that would be operators in formulas."""


def elaborate(
    file: d.File, values: Mapping[str, int], budget: Budget = UNLIMITED, hints: Sequence[d.Node] = ()
) -> TransitionModel:
    """The model that a file means with these values of some parameters, with conditions as hints.

    Raises DiagnosticError with every error that was found, and LimitReachedError.
    """
    model, scope = _elaborated(file, values, budget)
    guiding = tuple(_hint(one, number, scope) for number, one in enumerate(hints, 1))
    scope.problems.raise_if_any()
    return replace(model, hints=guiding) if guiding else model


def observation(file: d.File, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Observation:
    """The value, in any state, of the expression in the last declaration, a fairness constraint; raises as above."""
    *others, last = file.declarations
    model, scope = _elaborated(replace(file, declarations=tuple(others)), values, budget)
    assert isinstance(last, d.Stated)
    formula = observed(model.system, last.formula, scope)
    scope.problems.raise_if_any()
    return formula


def _elaborated(file: d.File, values: Mapping[str, int], budget: Budget) -> tuple[TransitionModel, Scope]:
    problems = Problems()
    names = _Names(problems)
    name = _name(file, problems)
    scope = _parameters(file, values, names, Scope(problems, {}, {}))
    parameters = tuple(scope.numbers.items())
    scope = _variables(file, names, scope)
    domain, initial = (conjunction(_conditions(file, word, scope)) for word in ("domain", "init"))
    if not any(isinstance(one, d.Stated) and one.word == "init" for one in file.declarations):
        last = file.declarations[-1].span if file.declarations else Span(file.span.source, 0, 1)
        problems.add("VS111", last, "`init` is missing", "add the initial states: `init …`")
    events = [_event(one, names, scope) for one in file.declarations if isinstance(one, d.EventDeclaration)]
    stuck = conjunction(negate(event.guard) for event in events if event.error is None)
    scope = replace(scope, deadlock=stuck)
    properties = tuple(_property(one, names, scope) for one in file.declarations if isinstance(one, d.Asked))
    fair = tuple(
        Fairness(scope.speaking("state").condition(one.formula), on_one_line(one.formula.span), one.span)
        for one in file.declarations
        if isinstance(one, d.Stated) and one.word == "fairness"
    )
    problems.raise_if_any()
    variables = tuple(scope.variables.values())
    if next(states(variables, conjunction([domain, initial])), None) is None:
        span = next(one.span for one in file.declarations if isinstance(one, d.Stated) and one.word == "init")
        problems.stop("VS322", span, "there is no initial state", "no values in the ranges and the domain satisfy this")
    system = System(name, variables, domain, initial, (), properties, fair)
    within = [one for event in events for one in _within(system, event, problems)]
    problems.raise_if_any()
    budget.check()
    return TransitionModel(replace(system, events=tuple(within)), file.span.source, parameters), scope


def _name(file: d.File, problems: Problems) -> str:
    """The system's name, which comes first, once."""
    names = [one for one in file.declarations if isinstance(one, d.SystemName)]
    if not names or file.declarations[0] is not names[0]:
        span = file.declarations[0].span if file.declarations else Span(file.span.source, 0, 1)
        problems.add("VS110", span, "a file begins with the name of its system")
    for other in names[1:]:
        problems.add("VS110", other.span, "a file describes one system")
    return names[0].name.text if names else ""


class _Names:
    """The names that are declared: those of values, events and properties are apart."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._declared: dict[tuple[str, str], Span] = {}

    def declare(self, name: d.Node, space: str) -> bool:
        """Declare a name; whether it is new and can be one, reported where not."""
        first = self._declared.setdefault((space, name.text), name.span)
        if first is not name.span:
            self._problems.add("VS205", name.span, f"`{name.text}` is declared twice", f"the first is at {first}")
        elif space == "value" and name.text in _LETTERS:
            self._problems.add("VS206", name.span, f"`{name.text}` is a temporal operator and cannot be a name")
        else:
            return True
        return False


def _parameters(file: d.File, values: Mapping[str, int], names: _Names, scope: Scope) -> Scope:
    declared = [one for one in file.declarations if isinstance(one, d.Parameter)]
    parameters = [one.name.text for one in declared]
    for name, value in values.items():
        if name not in parameters:
            hint = did_you_mean(name, parameters) or f"its parameters: {', '.join(parameters) or 'none'}"
            scope.problems.add("VS204", option_place(name, value), f"the model has no parameter `{name}`", hint)
        elif abs(value) > INTEGER:
            scope.problems.add("VS305", option_place(name, value), "this number is too large", "numbers go up to 10^18")
    for one in declared:
        if names.declare(one.name, "value"):
            value = scope.number(one.value)
            numbers = {**scope.numbers, one.name.text: values.get(one.name.text, value)}
            scope = replace(scope, numbers=numbers)
    return scope


def _variables(file: d.File, names: _Names, scope: Scope) -> Scope:
    variables: dict[str, Variable] = {}
    words: dict[str, int] = {}
    scope = replace(scope, variables=variables)
    for one in file.declarations:
        if not isinstance(one, d.Declared):
            continue
        new, name = names.declare(one.name, "value"), one.name.text
        match one.values:
            case d.Node(_, _, span, [low, high]):
                least, most = scope.number(low), scope.number(high)
                if least > most:
                    scope.problems.add("VS312", span, f"the range {least}..{most} of `{name}` is empty")
                variable = Variable(name, Linear((), least), Linear((), most), span=one.span)
            case None:
                variable = Variable(name, Linear(), Linear((), 1), boolean=True, span=one.span)
            case listed:
                assert isinstance(listed, tuple)
                for number, word in enumerate(listed):
                    # Variables may share words that are the same numbers.
                    if words.setdefault(word.text, number) != number:
                        message = f"`{word.text}` is declared twice, with different values"
                        hint = "a word has the same position in every enumeration"
                        scope.problems.add("VS205", word.span, message, hint)
                texts = tuple(word.text for word in listed)
                variable = Variable(name, Linear(), Linear((), len(texts) - 1), span=one.span, words=texts)
        if new:
            variables[name] = variable
    for one in file.declarations:
        if isinstance(one, d.Declared | d.Parameter) and one.name.text in words:
            scope.problems.add("VS205", one.name.span, f"`{one.name.text}` is declared twice, once as a word")
    return replace(scope, variables=variables, numbers={**scope.numbers, **words})


def _conditions(file: d.File, word: str, scope: Scope) -> Iterator[Formula]:
    for one in file.declarations:
        if isinstance(one, d.Stated) and one.word == word:
            yield scope.condition(one.formula)


def _event(declared: d.EventDeclaration, names: _Names, scope: Scope) -> Event:
    names.declare(declared.name, "event")
    update: dict[str, Term] = {}
    for one in declared.update:
        name, variable = one.variable.text, scope.variables.get(one.variable.text)
        if variable is None:
            hint = did_you_mean(name, tuple(scope.variables))
            scope.problems.add("VS210", one.variable.span, f"`{name}` is not a variable", hint)
            continue
        if name in update:
            scope.problems.add("VS209", one.variable.span, f"`{name}` is assigned twice in one step")
        update[name] = scope.assigned(variable, one.value)
    guard = TRUE if declared.guard is None else scope.condition(declared.guard)
    name = declared.name.text
    label = declared.label or name
    return Event(name, label, guard, tuple(update.items()), declared.error, span=declared.span)


def _property(declared: d.Asked, names: _Names, scope: Scope) -> Property:
    names.declare(declared.name, "property")
    formula = scope.speaking("state" if declared.logic == "invariant" else declared.logic).condition(declared.formula)
    return Property(declared.name.text, declared.logic, formula, on_one_line(declared.formula.span), declared.span)


def _hint(condition: d.Node, number: int, scope: Scope) -> Property:
    meaning = scope.speaking("state").condition(condition)
    return Property(f"hint {number}", "invariant", meaning, on_one_line(condition.span), condition.span)


def _within(system: System, event: Event, problems: Problems) -> Iterator[Event]:
    """The event where it stays within ranges and the domain, and an error where it can do otherwise."""
    try:
        outside = disjunction(_outside(system, event)) if event.error is None else FALSE
    except RefusedError as error:
        problems.add("VS328", event.span or Span(Source("", ""), 0, 0), str(error))
        return
    wrong = conjunction([event.guard, outside])
    if wrong == FALSE or not _possible(system, wrong):
        yield event
    else:
        yield replace(event, guard=conjunction([event.guard, negate(outside)]))
        yield replace(event, name=f"{event.name}_outside", guard=wrong, error="it leaves a range or the domain")


def _outside(system: System, event: Event) -> Iterator[Formula]:
    """The conditions under which the event leaves a range or the domain, by the cases of its update."""
    variables = {one.name: one for one in system.variables}
    narrow = ranges(system.variables, conjunction([system.domain, event.guard]))
    for condition, update in cases(system, event):
        inside = [with_values(system.domain, dict(update))]
        for name, term in update:
            low, high = variables[name].range
            least, most = bounds(term, narrow)
            inside += [compare(term, ">=", Linear((), low))] if least < low else []
            inside += [compare(term, "<=", Linear((), high))] if most > high else []
        changed = {variables[name].atom for name, _ in update}
        if len(inside) > 1 or not changed.isdisjoint(atoms(system.domain)):
            yield conjunction([condition, negate(conjunction(inside))])


def _possible(system: System, wrong: Formula) -> bool:
    """True where a condition may hold in the domain; where few values decide it, whether it does."""
    where = conjunction([system.domain, wrong])
    named = atoms(where)
    among = tuple(one for one in system.variables if one.atom in named)
    bounds = ranges(among, where)
    if prod(max(0, high - low + 1) for low, high in bounds.values()) > SEARCHED:
        return True
    return next(states(among, where), None) is not None
