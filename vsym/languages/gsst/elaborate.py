"""From syntax to the model, or to every diagnostic that can be found, with warnings about unused declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, assert_never

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import ModelWarning, Span, WarningKind
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.lines import placed
from vsym.languages.gsst.numbers import written_out
from vsym.languages.gsst.places import count_of, state
from vsym.languages.gsst.population import definitions, groups, local_states, parameters, state_names
from vsym.languages.gsst.properties import as_hint, fairness, granted, never, rank, ranks, stated
from vsym.languages.gsst.scope import Allowance, Choice, Names, Scope, branches, words
from vsym.languages.gsst.syntax import Expression, Identifier, Indices, Reference
from vsym.languages.gsst.transitions import transitions
from vsym.languages.gsst.variables import shared_variables
from vsym.languages.problems import Problems
from vsym.languages.walking import everything
from vsym.logic.entailment import entails
from vsym.logic.folding import with_values
from vsym.logic.formula import TRUE, Formula, compare, conjunction
from vsym.logic.observer import Never
from vsym.logic.properties import Fairness, Property, StatedRank
from vsym.logic.terms import Linear
from vsym.models.counting.counts import deadlocked, with_meaning
from vsym.models.counting.model import Group, Lemma, LocalTransition, Model, Sizes
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import Observation

KindT = TypeVar("KindT")


def elaborate(
    file: d.File,
    overrides: Mapping[str, int],
    open_names: tuple[str, ...] = (),
    budget: Budget = UNLIMITED,
    hints: Sequence[Expression] = (),
) -> Model:
    """The model that a file describes, with some parameters overridden, and others (`open_names`) left without a value;
    with conditions as hints.

    Raises DiagnosticError, and LimitReachedError.
    """
    problems = Problems()
    names = Names(problems)
    system = _system(file, problems)
    scope, members = _declared(file, overrides, open_names, names, problems, budget)
    start = _initial(file, scope)
    repeated: Iterator[tuple[d.PlainDeclaration, Scope]] = written_out(file.declarations, scope)
    meanings = [_meaning(declared, names, inner) for declared, inner in repeated]
    stated_ranks = ranks(meanings, names, problems)
    guiding = tuple(as_hint(one, number, scope) for number, one in enumerate(hints, 1))
    problems.raise_if_any()
    return Model(
        name=system,
        parameters=tuple((n, v.constant) for n, v in scope.parameters.items() if v is not None and not v.terms),
        states=state_names(scope),
        groups=members,
        shared=tuple(variable for variable in scope.shared.values() if variable is not None),
        initial=start,
        transitions=tuple(part for value in meanings if isinstance(value, tuple) for part in value),
        properties=tuple(value for value in meanings if isinstance(value, Property)),
        lemmas=tuple(value for value in meanings if isinstance(value, Lemma)),
        fairness=tuple(value for value in meanings if isinstance(value, Fairness)),
        nevers=tuple(value for value in meanings if isinstance(value, Never)),
        ranks=stated_ranks,
        hints=tuple(one for one in guiding if one is not None),
        sizes=open_sizes(scope),
        start=next((declared.span for declared in file.declarations if isinstance(declared, d.Initial)), None),
        declared=tuple((one.name.text, one.name.span) for states in _all(file, d.States) for one in states.families),
        warnings=(*unused(file.declarations), *granted(meanings)),
    )


def observation(file: d.File, overrides: Mapping[str, int], name: str, budget: Budget = UNLIMITED) -> Observation:
    """The value of a definition of a file, with some parameters overridden, in any state.

    Raises DiagnosticError, also for a definition about paths, and LimitReachedError.
    """
    model = elaborate(file, overrides, budget=budget)
    problems = Problems()
    scope, _ = _declared(file, overrides, (), Names(problems), problems, budget)
    span = next(one.body.span for one in _all(file, d.Define) if one.name.text == name)
    return defined_value(model, scope, name, span)


def defined_value(model: Model, scope: Scope, name: str, span: Span) -> Observation:
    """The value of a definition, whose body stands in a stretch, in any state of a model; raises DiagnosticError for a
    definition about paths."""
    defined = scope.definitions[name]
    assert defined is not None, "the model has no errors"
    if defined.operators:
        message = f"`{min(defined.operators)}` is about paths, but this value is about one state"
        scope.problems.stop("VS315", span, message)
    if isinstance(defined.value, Linear | Choice):
        return Observation(branches(defined.value), words(defined.value))
    return Observation.of_condition(with_meaning(defined.value, deadlocked(model)))


def _declared(
    file: d.File,
    overrides: Mapping[str, int],
    open_names: tuple[str, ...],
    names: Names,
    problems: Problems,
    budget: Budget,
) -> tuple[Scope, tuple[Group, ...]]:
    """The meanings of a file's names, and its groups."""
    _require(file, d.States, "`states`", "add it, as in `states idle, busy`", problems)
    _require(file, d.GroupDeclaration, "`group`", "add it, as in `group P of 3`", problems)
    _check_repeated(file.declarations, problems)
    scope = Scope(problems, Allowance(problems, budget), _kinds(file), open_names=open_names)
    scope = parameters(_all(file, d.ParameterDeclaration), overrides, names, scope)
    scope = local_states(_all(file, d.States), names, scope)
    scope, members = groups(_all(file, d.GroupDeclaration), names, scope)
    scope = shared_variables(_all(file, d.SharedDeclaration), names, scope)
    return definitions(_all(file, d.Define), names, scope), members


def open_sizes(scope: Scope) -> Sizes:
    """The sizes that the file leaves open."""
    if not scope.open_names:
        return Sizes()
    zero = Linear()
    sensible = [compare(size, ">=", zero) for size in scope.sizes]
    for variable in scope.shared.values():
        if variable is not None:
            low, high = variable.ends
            sensible += [compare(low, "<=", variable.start), compare(variable.start, "<=", high)]
    needed = [part for part in sensible if not entails([scope.domain], part)]
    return Sizes(scope.open_names, conjunction([scope.domain, *needed]), scope.sizes)


def _all(file: d.File, kind: type[KindT]) -> list[KindT]:
    return [declared for declared in file.declarations if isinstance(declared, kind)]


def _system(file: d.File, problems: Problems) -> str:
    systems = _all(file, d.System)
    if not systems or file.declarations[0] is not systems[0]:
        span = file.declarations[0].span if file.declarations else file.span
        problems.add("VS110", start_of(span), "a file begins with the name of its system", "as in `system readers`")
    for second in systems[1:]:
        problems.add("VS110", second.span, "a file describes one system", f"the first is at {systems[0].span}")
    return systems[0].name.text if systems else ""


def _require(file: d.File, kind: type, word: str, hint: str, problems: Problems) -> None:
    if not any(isinstance(declared, kind) for declared in file.declarations):
        problems.add("VS111", start_of(file.span), f"{word} is missing", hint)


def start_of(span: Span) -> Span:
    """The first sign of a stretch."""
    return Span(span.source, span.start, span.start + 1)


def _initial(file: d.File, scope: Scope) -> Formula:
    starts: Sequence[d.Initial] = [
        declared
        for declared in file.declarations
        if isinstance(declared, d.StartState | d.StartBlock | d.StartWhere | d.StartAnywhere)
    ]
    conditions = [_places(declared, scope) for declared in starts]
    if not starts:
        hint = "add it, as in `init idle`; `init any` starts anywhere"
        scope.problems.add("VS111", start_of(file.span), "`init` is missing", hint)
    for second in starts[1:]:
        message = "`init` is declared twice"
        scope.problems.add("VS112", second.span, message, f"the first is at {starts[0].span}")
    return conditions[0] if conditions and conditions[0] is not None else TRUE


def _check_repeated(declarations: Iterable[d.Declaration], problems: Problems, *, inside: bool = False) -> None:
    for declared in declarations:
        if isinstance(declared, d.Repeat):
            _check_repeated(declared.body, problems, inside=True)
        elif inside and not isinstance(
            declared,
            d.Transition | d.PropertyDeclaration | d.NeverDeclaration | d.FairnessDeclaration | d.RankDeclaration,
        ):
            message = f"`for` cannot repeat `{declared.span.text.split()[0]}`"
            hint = "`for` repeats only transitions, properties, lemmas, fairness and ranks"
            problems.add("VS113", declared.span, message, hint)


def _meaning(
    declared: d.PlainDeclaration, names: Names, scope: Scope
) -> tuple[LocalTransition, ...] | Property | Never | Lemma | Fairness | StatedRank | None:
    match declared:
        case d.Transition():
            return transitions(declared, scope)
        case d.PropertyDeclaration():
            return stated(declared, names, scope)
        case d.NeverDeclaration():
            return never(declared, names, scope)
        case d.FairnessDeclaration():
            return fairness(declared, scope)
        case d.RankDeclaration():
            return rank(declared, names, scope)
    return None


def _kinds(file: d.File) -> dict[str, str]:
    """The kind of every name of the file, for hints."""
    kinds: dict[str, str] = {}
    for declared in file.declarations:
        match declared:
            case d.ParameterDeclaration(listed):
                for one in listed:
                    kinds.setdefault(one.name.text, f"a parameter, declared at {one.name.span}")
            case d.Define(name):
                kinds.setdefault(name.text, "a definition")
            case d.GroupDeclaration(name):
                kinds.setdefault(name.text, "a group")
            case d.SharedDeclaration(name, indices):
                kinds.setdefault(name.text, "a family of shared variables" if indices else "a shared variable")
            case d.States(families):
                for family in families:
                    kinds.setdefault(family.name.text, "a local state")
    return kinds


def _places(declared: d.Initial, scope: Scope) -> Formula | None:
    """The initial states as a predicate over the counts; None where they have no meaning, which has been reported."""
    match declared:
        case d.StartAnywhere():
            return TRUE
        case d.StartState(reference):
            name = state(reference, scope)
            return None if name is None or scope.everyone is None else _all_in(name, scope.everyone, scope)
        case d.StartBlock():
            return _block(declared, scope)
        case d.StartWhere(expression):
            meaning = formula(expression, scope)
            fixed = [one for one in scope.shared.values() if one is not None and not one.anywhere]
            starts = {variable.name: variable.start for variable in fixed}
            return None if meaning is None else with_values(meaning, starts)
    assert_never(declared)


def _all_in(name: str, among: Processes, scope: Scope) -> Formula:
    return compare(count_of([name], among), "=", scope.size_of(among))


def _block(block: d.StartBlock, scope: Scope) -> Formula | None:
    lines = placed(block.lines, scope)
    places = [(state(line.line.state, line.scope), line.processes) for line in lines]
    complete = [(name, among) for name, among in places if name is not None and among is not None]
    if scope.everyone is None or len(complete) < len(places):
        return None
    ranges: dict[str, list[tuple[int, int]]] = {}
    for name, among in complete:
        ranges.setdefault(name, []).extend(among.ranges)
    missing = scope.everyone - Processes.of(piece for pieces in ranges.values() for piece in pieces)
    if missing:
        subject = f"process {missing} has" if missing.size == 1 else f"processes {missing} have"
        if scope.open_names:
            subject = "a group has"
        scope.problems.add("VS314", block.span, f"{subject} no initial state", "`else: A` covers all others")
    return conjunction(_all_in(name, Processes.of(pieces), scope) for name, pieces in ranges.items())


def unused(declarations: Sequence[Any]) -> tuple[ModelWarning, ...]:
    """A warning for each parameter, definition and group that nothing uses, in the order of the text.

    A name counts as used wherever it stands, even where it means something else, so that no warning is wrong.
    """
    valued = [declared for declared in declarations if isinstance(declared, d.ParameterDeclaration | d.Define)]
    others = [declared for declared in declarations if not isinstance(declared, d.ParameterDeclaration | d.Define)]
    values = {name.text: declared for declared in valued for name in _identifiers(declared)}
    used = _reached(values, set(_names(others)))
    warnings = [*_values(valued, used), *_groups(declarations, others, used)]
    return tuple(sorted(warnings, key=lambda warning: 0 if warning.span is None else warning.span.start))


def _identifiers(declared: d.ParameterDeclaration | d.Define) -> Iterator[Identifier]:
    yield from [declared.name] if isinstance(declared, d.Define) else (one.name for one in declared.parameters)


def _values(valued: Iterable[d.ParameterDeclaration | d.Define], used: set[str]) -> Iterator[ModelWarning]:
    for declared in valued:
        kind: WarningKind = "unused definition" if isinstance(declared, d.Define) else "unused parameter"
        noun = kind.removeprefix("unused ")
        for name in _identifiers(declared):
            if name.text not in used:
                yield ModelWarning(kind, f"the {noun} `{name.text}` is never used", name.span)


def _groups(
    declarations: Iterable[d.Declaration], others: Sequence[d.Declaration], used: set[str]
) -> Iterator[ModelWarning]:
    """Of several groups that nothing names, all but the first; none where processes are named by their indices."""
    groups = [declared for declared in declarations if isinstance(declared, d.GroupDeclaration)]
    unnamed = [group for group in groups if group.name.text not in used]
    if any(isinstance(part, Indices) for part in everything(tuple(others))):
        return
    for group in unnamed[1:]:
        message = (
            f"nothing names the group `{group.name.text}`, so its processes behave like those of "
            f"`{unnamed[0].name.text}`"
        )
        yield ModelWarning("unused group", message, group.name.span)


def _reached(values: Mapping[str, d.ParameterDeclaration | d.Define], used: set[str]) -> set[str]:
    """The names that are used, and those that the parameters and definitions among them use."""
    waiting = list(used)
    while waiting:
        declared = values.get(waiting.pop())
        for name in () if declared is None else _names([declared]):
            if name not in used:
                used.add(name)
                waiting.append(name)
    return used


def _names(declarations: Sequence[d.Declaration]) -> Iterator[str]:
    """The names in declarations, but for those that they declare."""
    parts = [*everything(tuple(declarations))]
    titled = d.Transition | d.PropertyDeclaration | d.NeverDeclaration | d.RankDeclaration
    titles = {id(part.name) for part in parts if isinstance(part, titled)}
    return (part.name for part in parts if isinstance(part, Reference) and id(part) not in titles)
