"""The meaning of a file at every size: an automaton over names, with every name resolved and no parameter a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePath

from vsym.basics.frozen import frozen
from vsym.basics.source import ModelWarning, Span, did_you_mean
from vsym.languages.problems import Problems, on_one_line
from vsym.languages.ta import syntax as s
from vsym.languages.ta.expressions import Kind, Scope
from vsym.languages.walking import everything
from vsym.logic.formula import Formula
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear


@frozen
class Rule:
    """A rule by its number: a process goes from `source` to `target` where the guard holds. It raises some shared
    variables by numbers, and sets others, in `resets`, to 0."""

    name: str
    source: str
    target: str
    guard: Formula
    raises: Mapping[str, int]
    resets: frozenset[str]
    places: Mapping[str, Span]
    span: Span


@frozen
class Stated:
    """A condition with its place."""

    formula: Formula
    span: Span


@frozen
class Automaton:
    """A threshold automaton: formulas are over its locations (the numbers of processes there), shared variables and
    parameters by their names. `process` is the file's name for its processes."""

    name: str
    process: str
    parameters: tuple[str, ...]
    shared: tuple[tuple[str, Span], ...]
    locations: tuple[tuple[str, Span], ...]
    assumptions: tuple[Stated, ...]
    starts: tuple[Stated, ...]
    rules: tuple[Rule, ...]
    properties: tuple[Property, ...]
    warnings: tuple[ModelWarning, ...]
    span: Span


def automaton(file: s.File) -> tuple[Automaton, Scope]:
    """The automaton that a file describes, and its names; raises DiagnosticError with every error that was found."""
    problems = Problems()
    _check_parts(file, problems)
    scope = _names(file, problems)
    for definition in file.definitions:
        (scope.term if scope.names_number(definition.body) else scope.condition)(definition.body)
    names = {one.text: one for one in file.names("shared")}
    numbers = _numbers(file)
    read = Automaton(
        _name(file),
        "" if file.name is None else file.name.text,
        tuple(one.text for one in file.names("parameters")),
        tuple((one.text, one.span) for one in names.values()),
        tuple((one.name.text, one.name.span) for one in file.locations),
        _conditions(file.conditions("assumptions"), scope.speaking("assumption")),
        _conditions(file.conditions("inits"), scope.speaking("start")),
        tuple(_rule(one, next(numbers), scope) for one in file.rules),
        _properties(file, scope.speaking("specification")),
        tuple(_unused(file)),
        _start(file),
    )
    problems.raise_if_any()
    return read, scope


def _check_parts(file: s.File, problems: Problems) -> None:
    first = Span(file.span.source, file.span.start, file.span.start + 1)
    if file.name is None:
        problems.add("VS110", first, "a file begins with the name of its automaton", "as in `skel Proc { … }`")
    for word, present in (("locations", bool(file.locations)), ("inits", bool(file.conditions("inits")))):
        if not present:
            problems.add("VS111", first, f"`{word}` is missing", f"add it: `{word} (1) {{ … }}`")
    for one in file.names("unknowns"):
        message = f"`{one.text}` is to be synthesised, but vsym verifies: it finds no thresholds"
        problems.add("VS381", one.span, message, "write the threshold by `define`, or make it a parameter")


def _name(file: s.File) -> str:
    """The name of a `.ta` file where that is an identifier; otherwise the automaton's own, if it has one."""
    path = PurePath(file.span.source.name)
    return (
        path.stem if path.suffix == ".ta" and path.stem.isidentifier() else "" if file.name is None else file.name.text
    )


def _start(file: s.File) -> Span:
    """The place of the initial conditions; the whole file where there are none."""
    return next(
        (one.span for one in file.declarations if isinstance(one, s.Conditions) and one.word == "inits"), file.span
    )


def _names(file: s.File, problems: Problems) -> Scope:
    kinds: dict[str, Kind] = {}
    places: dict[str, Span] = {}

    def declare(name: s.Node, kind: Kind) -> None:
        if name.text in places:
            hint = f"the first is the {kinds[name.text]} at {places[name.text]}"
            problems.add("VS205", name.span, f"`{name.text}` is declared twice", hint)
        else:
            kinds[name.text], places[name.text] = kind, name.span

    for name in (*file.names("parameters"), *file.names("unknowns")):
        declare(name, "parameter")
    for name in file.names("shared"):
        declare(name, "shared variable")
    for location in file.locations:
        declare(location.name, "location")
    for definition in file.definitions:
        declare(definition.name, "definition")
    definitions = {one.name.text: one for one in reversed(file.definitions)}
    return Scope(problems, kinds, definitions)


def _conditions(formulas: tuple[s.Node, ...], scope: Scope) -> tuple[Stated, ...]:
    return tuple(Stated(scope.condition(one), one.span) for one in formulas)


def _numbers(file: s.File) -> Iterator[str]:
    """The numbers of the rules, made different where they repeat: `3`, then `3.2`."""
    met: Counter[str] = Counter()
    for one in file.rules:
        met[one.number] += 1
        yield one.number if met[one.number] == 1 else f"{one.number}.{met[one.number]}"


def _rule(rule: s.Rule, name: str, scope: Scope) -> Rule:
    for end in (rule.source, rule.target):
        if scope.kinds.get(end.text) != "location":
            locations = [one for one, kind in scope.kinds.items() if kind == "location"]
            hint = did_you_mean(end.text, locations)
            scope.problems.add("VS202", end.span, f"`{end.text}` is not a location", hint)
    raises: dict[str, int] = {}
    resets: set[str] = set()
    places: dict[str, Span] = {}
    for action in rule.actions:
        for variable, change in _changes(action, scope):
            name_, first = variable.text, places.get(variable.text)
            if first is not None and (change != 0 or name_ in raises or name_ in resets):
                message = f"`{name_}` is assigned twice in one step"
                scope.problems.add("VS209", variable.span, message, f"the first is at {first}")
                continue
            places.setdefault(name_, variable.span)
            if change is None:
                resets.add(name_)
            elif change:
                raises[name_] = change
    guard = scope.speaking("guard").condition(rule.guard)
    return Rule(name, rule.source.text, rule.target.text, guard, raises, frozenset(resets), places, rule.span)


def _changes(action: s.Action, scope: Scope) -> Iterator[tuple[s.Node, int | None]]:
    """The shared variables that an action is about, each with the number by which it raises it; None sets it to 0."""
    if isinstance(action, s.Named):
        for variable in action.variables:
            if _is_shared(variable, scope):
                yield variable, 0 if action.word == "unchanged" else None
        return
    if not _is_shared(action.variable, scope):
        return
    value = scope.speaking("action").term(action.value)
    by = value - linear([(Named(action.variable.text), 1)])
    if value == Linear():
        yield action.variable, None
    elif by.terms or by.constant < 0:
        name = action.variable.text
        if any(isinstance(atom, Named) and scope.kinds[atom.name] == "location" for atom, _ in by.terms):
            # That has been reported.
            return
        hint = f"write `{name}' == {name} + 1`, or `reset({name})`"
        if not by.terms:
            hint = "count what happens the other way in a variable of its own, and compare the two"
        message = f"a rule raises a shared variable by a number or sets it to 0, and this does not raise `{name}`"
        scope.problems.add("VS382", action.span, message, hint)
        yield action.variable, 0
    else:
        yield action.variable, by.constant


def _is_shared(variable: s.Node, scope: Scope) -> bool:
    if scope.kinds.get(variable.text) == "shared variable":
        return True
    names = [name for name, kind in scope.kinds.items() if kind == "shared variable"]
    hint = did_you_mean(variable.text, names)
    if variable.text in scope.kinds:
        hint = f"`{variable.text}` is a {scope.kinds[variable.text]}"
    scope.problems.add("VS210", variable.span, f"`{variable.text}` is not a shared variable", hint)
    return False


def _properties(file: s.File, scope: Scope) -> tuple[Property, ...]:
    stated: dict[str, Property] = {}
    for one in file.specifications:
        formula, name = scope.condition(one.formula), one.name.text
        if name in stated:
            hint = f"the first is the property at {stated[name].span}"
            scope.problems.add("VS205", one.name.span, f"`{name}` is declared twice", hint)
        else:
            stated[name] = Property(name, "ltl", formula, on_one_line(one.formula.span), one.span)
    return tuple(stated.values())


def _unused(file: s.File) -> Iterator[ModelWarning]:
    """A warning for each definition and parameter that nothing names."""
    declared = {id(one.name) for one in file.definitions}
    listed = {id(name) for one in file.declarations if isinstance(one, s.Names) for name in one.names}
    used = {
        part.text
        for part in everything(file.declarations)
        if isinstance(part, s.Node) and part.kind == "name" and id(part) not in declared and id(part) not in listed
    }
    for one in file.definitions:
        if one.name.text not in used:
            yield ModelWarning("unused definition", f"the definition `{one.name.text}` is never used", one.name.span)
    for name in file.names("parameters"):
        if name.text not in used:
            yield ModelWarning("unused parameter", f"the parameter `{name.text}` is never used", name.span)
