"""A program as the systems that engines check, each with the properties of the program that are questions to it.

Variables of the system have the ranges of the values that they can take, by flow from its initial states. A path of the
system comes back as one of the program, replayed on its semantics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import FALSE, Comparison, Formula, atoms, compare, conjunction, disjunction, negate
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Linear, Named, linear
from vsym.models.program.program import DEADLOCK, Condition, Program, Stuck
from vsym.models.program.semantics import Firing, ProgramPath, replayed
from vsym.models.protocol import ReplayError
from vsym.reductions.programs.lowering import Lowered
from vsym.reductions.programs.questions import RuleQuestion, Wrong
from vsym.reductions.programs.starts import closed
from vsym.symmetry.detected.domains import Domains, flow
from vsym.symmetry.detected.simplifying import decided, simplified
from vsym.system.event_classes import Shapes
from vsym.system.result import Path, SystemPath
from vsym.system.step import OutsideRangeError, Vector, after
from vsym.system.symmetry import Symmetry
from vsym.system.system import System, Variable

FIRED = "rule that has fired"
"""The variable that rule fairness needs, in words."""


_STEPS = 100_000
"""The most steps of a path where one of the system says how often each is repeated."""


@frozen
class AskedSystem:
    """A system with its questions, and the firing of each of its events. Every firing leads to a state: whether an
    error is reached is a question like any other."""

    program: Program
    system: System
    firings: tuple[Firing, ...]

    def about(self, questions: Sequence[Property], budget: Budget, images: Sequence[Symmetry] = ()) -> AskedSystem:
        """The system with questions as its properties, narrowed to its reachable states and the images of these under
        the permutations `images`; raises LimitReachedError."""
        system = _narrowed(replace(self.system, properties=tuple(questions)), budget, images)
        enabled = [number for number, event in enumerate(system.events) if event.guard != FALSE]
        events = tuple(system.events[number] for number in enabled)
        firings = tuple(self.firings[number] for number in enabled)
        return replace(self, system=replace(system, events=events), firings=firings)

    def back(self, path: SystemPath) -> ProgramPath:
        """A path of the system as one of the program, replayed.

        A state's vector begins with the codes of the program's slots; its other entries, such as the rule that has
        fired, are the system's own. Raises ReplayError where the program has no such path (our bug), or one of more
        than STEPS.
        """
        path = unrolled(self.system, path, _STEPS)
        width = self.program.layout.width
        steps = tuple(None if number is None else self.firings[number] for number in path.steps)
        own: ProgramPath = Path(path.kind, tuple(state[:width] for state in path.states), steps, path.loop)
        replayed(self.program, own)
        return own


def with_deadlock(program: Program) -> Program:
    """The program with the property that no state is a deadlock, added unless it has that already."""
    if any(prop.name == DEADLOCK for prop in program.properties):
        return program
    stuck = Comparison(Linear(((Stuck(), 1),)), "=", 1)
    deadlock = Property(DEADLOCK, "invariant", negate(stuck), "no state is a deadlock", program.span)
    return replace(program, properties=(*program.properties, deadlock))


def states_of(lowered: Lowered) -> AskedSystem:
    """The system for questions about states alone: it has no property, and all paths count."""
    regular = [number for number, event in enumerate(lowered.system.events) if event.error is None]
    deadlock = next((negate(prop.formula) for prop in lowered.system.properties if prop.name == DEADLOCK), None)
    system = replace(
        lowered.system,
        events=tuple(lowered.system.events[number] for number in regular),
        properties=(),
        fairness=(),
        deadlock=deadlock,
    )
    return AskedSystem(lowered.program, system, tuple(lowered.firings[number] for number in regular))


def paths_of(lowered: Lowered, states: AskedSystem) -> AskedSystem:
    """The system whose fair paths are those of the program."""
    system = replace(states.system, fairness=lowered.system.fairness)
    rules = tuple(firing.rule for firing in states.firings)
    return replace(states, system=with_fair_rules(lowered.program, system, rules, lowered.fair_rules))


def with_fair_rules(program: Program, system: System, rules: Sequence[int], fair: Sequence[RuleQuestion]) -> System:
    """The system with the fair rules of the program as further constraints; its events are firings of `rules`.

    Where some are fair, an additional last variable has the number of the fair rule that has just fired, or 0.
    """
    if not fair:
        return system
    name = FIRED.replace(" ", "_")
    while name in system.places:
        name += "_"
    numbers = {one.rule: number for number, one in enumerate(fair, 1)}
    fired = Variable(name, Linear(), Linear((), len(numbers)), about=f"the {FIRED}")
    events = tuple(
        replace(event, update=(*event.update, (name, Linear((), numbers.get(rule, 0)))))
        for event, rule in zip(system.events, rules, strict=True)
    )
    somewhere = disjunction(event.guard for event in system.events)
    goals: list[Fairness] = []
    for one, rule in zip(fair, program.fair_rules, strict=True):
        just: Formula = compare(linear([(Named(name), 1)]), "=", Linear((), numbers[one.rule]))
        if one.firing != one.leading:
            # Where nothing leads on, the state repeats, and no rule fires any more.
            just = conjunction((just, somewhere))
        text = f'fair "{program.rules[one.rule].name}"'
        goals.append(Fairness(disjunction((negate(one.firing), just)), text, rule.span))
    begin = compare(linear([(Named(name), 1)]), "=", Linear())
    return replace(
        system,
        variables=(*system.variables, fired),
        initial=conjunction((system.initial, begin)),
        events=events,
        fairness=(*system.fairness, *goals),
    )


def errors_in(prop: Property, wrong: Sequence[Wrong]) -> tuple[Wrong, ...]:
    """The errors that the conditions of a property of the program end in."""
    conditions = {atom for atom in atoms(prop.formula) if isinstance(atom, Condition)}
    return tuple(one for one in wrong if one.condition in conditions)


def but_for_errors(question: Property, wrong: Sequence[Wrong]) -> Property:
    """An invariant limited to the states in which none of its conditions ends in an error; any other property as it
    is."""
    if question.logic != "invariant":
        return question
    return replace(question, formula=disjunction((question.formula, *(one.where for one in wrong))))


def never(wrong: Wrong, number: int) -> Property:
    """The property that a condition never ends in an error."""
    span = wrong.condition.expression.span
    return Property(f"condition {number}", "invariant", negate(wrong.where), wrong.condition.text, span)


def unrolled(system: System, path: SystemPath, most: int) -> SystemPath:
    """A path of a system with every state of its repeated steps; raises ReplayError for more than so many."""
    if path.times is None:
        return path
    if path.length > most:
        raise ReplayError(f"the path has {path.length:,} steps, too many to replay")
    states: list[Vector] = [path.states[0]]
    steps: list[int | None] = []
    for number, times in zip(path.steps, path.times, strict=True):
        for _ in range(times):
            try:
                states.append(states[-1] if number is None else after(system, number, states[-1]))
            except OutsideRangeError as error:
                raise ReplayError(str(error)) from error
            steps.append(number)
    return Path(path.kind, tuple(states), tuple(steps))


def _narrowed(system: System, budget: Budget, images: Sequence[Symmetry] = ()) -> System:
    """The same system as far as it is reachable: conditions that its variables' values decide become constants.

    With permutations `images`, which need not keep the initial states, it is the same also in the images of reachable
    states. Its events keep their numbers. It stays as it is where no initial state is possible, or where a permutation
    does not take the possible values of each variable onto those of its image. Raises LimitReachedError.
    """
    begun = closed(system, images) if images else system
    shapes = Shapes(system)
    placed = shapes.all()
    domains = flow(begun, placed, budget)
    values = tuple(domains[variable.atom] for variable in system.variables)
    if not all(values) or not all(one.permutes(values) for one in images):
        return system
    fewer, _ = simplified(system, domains, shapes, placed)

    def within(formula: Formula) -> Formula:
        return decided(formula, domains)

    return replace(
        fewer,
        variables=tuple(
            replace(one, low=Linear((), min(own)), high=Linear((), max(own)))
            for one, own in zip(system.variables, values, strict=True)
        ),
        domain=conjunction(part for variable in system.variables for part in _gaps(variable, domains)),
        properties=tuple(prop.rewritten(within) for prop in system.properties),
        fairness=tuple(replace(one, formula=within(one.formula)) for one in system.fairness),
        deadlock=None if system.deadlock is None else within(system.deadlock),
    )


def _gaps(variable: Variable, domains: Domains) -> Iterator[Formula]:
    """The condition that a variable does not have the values between its least and its greatest that it never takes."""
    values = domains[variable.atom]
    term = linear([(variable.atom, 1)])
    for missing in sorted({*range(min(values), max(values))} - values):
        yield compare(term, "!=", Linear((), missing))
