"""Exploration of the oracle's programs: all states by brute force, their firings, and their properties."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from tests.support import oracle_program_types as types
from tests.support.oracle import closure
from tests.support.oracle_programs import Alias, Line, Pick, Program, Property, Rule, Wrapper
from tests.support.oracle_programs_meaning import (
    Cell,
    Dropped,
    ProgramError,
    Scene,
    cell,
    named,
    on,
    run_rule,
    through,
    value,
)

Column: TypeAlias = tuple[str, str]
"""A scalar of a state by its name, and its value."""
State: TypeAlias = tuple[Column, ...]
"""Every scalar of a state in order, undefined ones included; the presence of an entry of a multiset precedes it."""
Answer: TypeAlias = Literal["holds", "violated", "unknown"]
Trouble: TypeAlias = tuple[str, Line]
"""The kind of an error, and its line."""


class TooManyError(Exception):
    """There are more states than the exploration may have."""


class Result(NamedTuple):
    """The result of a firing: variables, or an error, or nothing where a declared assumption drops it."""

    variables: Mapping[str, types.Value] | None
    trouble: Trouble | None = None
    unchanged: bool = False


@dataclass
class Explored:
    """All facts that the exploration of a program finds.

    `levels` has, for each number of firings, the number of states that are first reached by it. `truths` has, for each
    property, the states in which its condition is true, or None where the condition ends in an error in some state.
    """

    states: dict[State, Mapping[str, types.Value]] = field(default_factory=dict)
    firings: dict[State, int] = field(default_factory=dict)
    levels: list[int] = field(default_factory=list)
    deadlocks: set[State] = field(default_factory=set)
    troubles: set[Trouble] = field(default_factory=set)
    verdicts: dict[str, Answer] = field(default_factory=dict)
    truths: dict[str, set[State] | None] = field(default_factory=dict)

    @property
    def fired(self) -> int:
        """The number of instances of rules that have fired."""
        return sum(self.firings.values())


def explored(program: Program, most: int) -> Explored:
    """Every state that can be reached, level by level; raises TooManyError."""
    found = Explored()
    edges: dict[State, set[State]] = {}
    level: dict[State, Mapping[str, types.Value]] = {}
    for result in _started(program):
        if result.trouble is not None:
            found.troubles.add(result.trouble)
        elif result.variables is not None:
            level[columns(program, result.variables)] = result.variables
    while level:
        found.states |= level
        found.levels.append(len(level))
        if len(found.states) > most:
            raise TooManyError
        following: dict[State, Mapping[str, types.Value]] = {}
        for state, variables in level.items():
            made = {columns(program, one): one for one in _expanded(program, found, state, variables)}
            edges[state] = {*made}
            following |= {one: kept for one, kept in made.items() if one not in found.states}
        level = following
    for prop in program.properties:
        if prop.kind != "assume":
            found.verdicts[prop.name] = _verdict(program, found, edges, prop)
    return found


def _expanded(
    program: Program, found: Explored, state: State, variables: Mapping[str, types.Value]
) -> Iterator[Mapping[str, types.Value]]:
    """Yields the variables after each firing; also records the firings, the errors, and a deadlock."""
    results, troubles = fired(program, variables)
    found.firings[state] = len(results)
    found.troubles |= troubles
    if not troubles and all(one.unchanged for one in results):
        found.deadlocks.add(state)
    for one in results:
        if one.trouble is not None:
            found.troubles.add(one.trouble)
        elif one.variables is not None:
            yield one.variables


def _verdict(program: Program, found: Explored, edges: Mapping[State, set[State]], prop: Property) -> Answer:
    true: set[State] = set()
    false: set[State] = set()
    for state, variables in found.states.items():
        try:
            with on(prop):
                memory = types.copied(dict(variables))
                (true if value(_scene(program, memory), prop.condition) else false).add(state)
        except ProgramError as error:
            found.troubles.add(_trouble(error, prop))
    faulty = len(true) + len(false) < len(found.states)
    found.truths[prop.name] = None if faulty else true
    if prop.kind == "invariant":
        return "violated" if false else "unknown" if faulty else "holds"
    if prop.kind == "cover":
        return "holds" if true else "unknown" if faulty else "violated"
    if faulty:
        return "unknown"
    ahead = (closure([state], edges.__getitem__) for state in found.states)
    return "holds" if all(true.intersection(reached) for reached in ahead) else "violated"


def fired(program: Program, variables: Mapping[str, types.Value]) -> tuple[list[Result], set[Trouble]]:
    """The results of every enabled instance of least priority that fires, and the errors in guards."""
    troubles: set[Trouble] = set()
    priority = attrgetter("priority")
    for _, rules in itertools.groupby(sorted(program.rules, key=priority), key=priority):
        results: list[Result | None] = []
        for rule in rules:
            for choices in _choices(program, rule, variables, troubles):
                try:
                    # What a guard changes is lost where it is false, and done once more before the body.
                    memory = types.copied(dict(variables))
                    enabled = value(_wrapped(_scene(program, memory), rule.wrappers, choices), rule.guard)
                except ProgramError as error:
                    troubles.add(_trouble(error, rule))
                    continue
                if enabled:
                    results.append(_done(program, rule, variables, choices))
        if results:
            return [one for one in results if one is not None], troubles
    return [], troubles


def _started(program: Program) -> Iterator[Result]:
    blank = {name: types.nothing(of) for name, of in program.variables}
    for start in program.starts:
        troubles: set[Trouble] = set()
        for choices in _choices(program, start, blank, troubles):
            if (result := _done(program, start, blank, choices)) is not None:
                yield result
        yield from (Result(None, trouble) for trouble in troubles)


def _scene(program: Program, variables: Mapping[str, types.Value]) -> Scene:
    cells = {name: Cell(variables, name, of) for name, of in program.variables}
    return Scene(program, cells, cells)


def _wrapped(scene: Scene, wrappers: Sequence[Wrapper], choices: Sequence[types.Value]) -> Scene:
    """The scene inside the wrappers with these choices; the aliases are bound anew."""
    rest = [*choices]
    for wrapper in wrappers:
        with on(wrapper):
            scene = (
                named(scene, wrapper)
                if isinstance(wrapper, Alias)
                else scene.holding(wrapper.name, types.Int(0, 0), rest.pop(0))
            )
    return scene


def _choices(
    program: Program, rule: Rule, variables: Mapping[str, types.Value], troubles: set[Trouble]
) -> list[tuple[types.Value, ...]]:
    """The choices that a rule's wrappers leave in a state; an error stands for the instances that it prevents."""
    chosen: list[tuple[types.Value, ...]] = [()]
    for number, wrapper in enumerate(rule.wrappers):
        longer = []
        for choices in chosen:
            try:
                scene = _wrapped(_scene(program, variables), rule.wrappers[:number], choices)
                with on(wrapper):
                    match wrapper:
                        case Alias():
                            named(scene, wrapper)
                            longer.append(choices)
                        case Pick(_, place):
                            entries = enumerate(cell(scene, place).content)
                            longer += [(*choices, position) for position, entry in entries if entry is not types.GONE]
                        case _:
                            longer += [(*choices, one) for one in through(scene, wrapper.domain)]
            except ProgramError as error:
                troubles.add(_trouble(error, wrapper))
        chosen = longer
    return chosen


def _done(
    program: Program, rule: Rule, variables: Mapping[str, types.Value], choices: Sequence[types.Value]
) -> Result | None:
    """The result of an instance, None where an `assume` statement keeps it from firing."""
    memory = types.copied(dict(variables))
    value(_wrapped(_scene(program, memory), rule.wrappers, choices), rule.guard)
    scene = _wrapped(_scene(program, memory), rule.wrappers, choices)
    for name, of in rule.variables:
        scene = scene.holding(name, of, types.nothing(of))
    try:
        with on(rule):
            run_rule(scene, rule.body)
    except ProgramError as error:
        return Result(None, _trouble(error, rule))
    except Dropped:
        return None
    for name, of in program.variables:
        memory[name] = ordered(of, memory[name])
    try:
        for prop in program.properties:
            with on(prop):
                if prop.kind == "assume" and not value(_scene(program, memory), prop.condition):
                    return Result(None)
    except ProgramError as error:
        return Result(None, _trouble(error, rule))
    return Result(memory, unchanged=memory == variables)


def _trouble(error: ProgramError, line: Line) -> Trouble:
    return error.kind, error.line or line


def ordered(of: types.Type, content: types.Value) -> types.Value:
    """A value whose multisets have their entries in order, those that are there first."""
    match of:
        case types.Array(_, element):
            return {key: ordered(element, part) for key, part in content.items()}
        case types.Record(fields):
            return {name: ordered(part, content[name]) for name, part in fields}
        case types.Bag(size, element):
            entries = [ordered(element, entry) for entry in content if entry is not types.GONE]
            entries.sort(key=lambda entry: ranks(element, entry))
            return [*entries, *[types.GONE] * (size - len(entries))]
    return content


def ranks(of: types.Type, content: types.Value) -> list[int]:
    """The places of a value's scalars in the order of their types, 0 where they are undefined."""
    match of:
        case types.Array(_, element):
            return [rank for part in content.values() for rank in ranks(element, part)]
        case types.Record(fields):
            return [rank for name, part in fields for rank in ranks(part, content[name])]
        case types.Bag(_, element):
            blank = [0, *ranks(element, types.nothing(element))]
            return [
                rank for entry in content for rank in (blank if entry is types.GONE else [1, *ranks(element, entry)])
            ]
    return [0 if content is None else types.values(of).index(content) + 1]


def columns(program: Program, variables: Mapping[str, types.Value]) -> State:
    """A state by the names of its scalars."""
    ranges = program.ranges
    return tuple(column for name, of in program.variables for column in _columns(name, of, variables[name], ranges))


def _columns(name: str, of: types.Type, content: types.Value, ranges: bool) -> Iterator[Column]:
    match of:
        case types.Array(index, element):
            for key in types.values(index):
                yield from _columns(f"{name}[{text(index, key, ranges)}]", element, content[key], ranges)
        case types.Record(fields):
            for part, inner in fields:
                yield from _columns(f"{name}.{part}", inner, content[part], ranges)
        case types.Bag(_, element):
            for position, entry in enumerate(content):
                yield f"{name}[{position}]", "undefined" if entry is types.GONE else "present"
                there = types.nothing(element) if entry is types.GONE else entry
                yield from _columns(f"{name}[{position}]", element, there, ranges)
        case _:
            yield name, text(of, content, ranges)


def text(of: types.Simple, scalar: types.Value, ranges: bool) -> str:
    """A scalar of a type as the program writes it."""
    match of, scalar:
        case _, None:
            return "undefined"
        case _, bool():
            return "true" if scalar else "false"
        case types.Elements(name), _ if ranges:
            return str(scalar).removeprefix(f"{name}_")
        case types.OneOf(members), _:
            return next(text(member, scalar, ranges) for member in members if scalar in types.values(member))
    return str(scalar)


def permuted(of: types.Type, content: types.Value, renaming: Mapping[types.Value, types.Value]) -> types.Value:
    """A value with elements of scalarsets renamed, wherever they stand."""
    match of:
        case types.Array(_, element):
            renamed = {renaming.get(key, key): permuted(element, part, renaming) for key, part in content.items()}
            return {key: renamed[key] for key in content}
        case types.Record(fields):
            return {name: permuted(part, content[name], renaming) for name, part in fields}
        case types.Bag(_, element):
            return [entry if entry is types.GONE else permuted(element, entry, renaming) for entry in content]
    return renaming.get(content, content) if isinstance(content, str) else content


def orbits(program: Program, found: Explored) -> list[set[State]]:
    """The classes of states that permuting scalarsets makes of those that can be reached, by all permutations."""
    sets = [of for _, of in program.types if isinstance(of, types.Elements)]
    every = [(types.values(of), itertools.permutations(types.values(of))) for of in sets]
    images = [[[*zip(values, image, strict=True)] for image in images] for values, images in every]
    renamings = [dict(itertools.chain(*choice)) for choice in itertools.product(*images)]
    left, classes = {*found.states}, []
    while left:
        variables = found.states[next(iter(left))]
        orbit = set()
        for renaming in renamings:
            image = {name: ordered(of, permuted(of, variables[name], renaming)) for name, of in program.variables}
            orbit.add(columns(program, image))
        classes.append(orbit)
        left -= orbit
    return classes
