"""A program as the systems that engines are asked of: what of its properties is a question to which of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import FALSE, Comparison, Formula, atoms, compare, conjunction, disjunction, negate
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Linear, Named, linear
from vsym.models.program.program import DEADLOCK, Condition, Program, Stuck
from vsym.models.program.replaying import ProgramPath
from vsym.models.program.semantics import Firing
from vsym.reductions.programs.back import back
from vsym.reductions.programs.lowering import Lowered
from vsym.reductions.programs.narrowing import narrowed
from vsym.reductions.programs.questions import RuleQuestion, Wrong
from vsym.system.result import SystemPath
from vsym.system.symmetry import Symmetry
from vsym.system.system import Event, System, Variable

FIRED = "rule that has fired"
"""What the variable is for that rule fairness needs."""


@frozen
class Asked:
    """A system with what is asked of it, and the firings that its events are. All of them lead to a state: that an
    error is reached is a question like any other."""

    program: Program
    system: System
    firings: tuple[Firing, ...]

    def about(self, questions: Sequence[Property], budget: Budget, images: Sequence[Symmetry] = ()) -> Asked:
        """The system with questions as its properties, as far as it is reachable, and where some permutations take
        what is reached; raises LimitReachedError."""
        system = narrowed(replace(self.system, properties=tuple(questions)), budget, images)
        enabled = [number for number, event in enumerate(system.events) if event.guard != FALSE]
        events = tuple(system.events[number] for number in enabled)
        firings = tuple(self.firings[number] for number in enabled)
        return replace(self, system=replace(system, events=events), firings=firings)

    def back(self, path: SystemPath) -> ProgramPath:
        """A path of the system as one of the program, replayed; raises ReplayError where it is none (our bug)."""
        return back(self.program, self.system, self.firings, path)


def with_deadlock(program: Program) -> Program:
    """The program, asked whether a state is a deadlock if it is not asked that already."""
    if any(prop.name == DEADLOCK for prop in program.properties):
        return program
    stuck = Comparison(Linear(((Stuck(), 1),)), "=", 1)
    asked = Property(DEADLOCK, "invariant", negate(stuck), "no state is a deadlock", program.span)
    return replace(program, properties=(*program.properties, asked))


def states_of(lowered: Lowered) -> Asked:
    """The system that is asked of its states alone: no property, and all paths count."""
    regular = [number for number, event in enumerate(lowered.system.events) if event.error is None]
    deadlock = next((negate(prop.formula) for prop in lowered.system.properties if prop.name == DEADLOCK), None)
    system = replace(
        lowered.system,
        events=tuple(lowered.system.events[number] for number in regular),
        properties=(),
        fairness=(),
        deadlock=deadlock,
    )
    return Asked(lowered.program, system, tuple(lowered.firings[number] for number in regular))


def paths_of(lowered: Lowered, states: Asked) -> Asked:
    """The system whose fair paths are those of the program."""
    system = replace(states.system, fairness=lowered.system.fairness)
    rules = tuple(firing.rule for firing in states.firings)
    return replace(states, system=with_fair_rules(lowered.program, system, rules, lowered.fair_rules))


def with_fair_rules(program: Program, system: System, rules: Sequence[int], fair: Sequence[RuleQuestion]) -> System:
    """The system where the fair rules of the program are constraints, too; its events are firings of `rules`.

    Where some are fair, one more variable, the last one, says which of them has just fired, 0 for any other.
    """
    if not fair:
        return system
    name = FIRED.replace(" ", "_")
    while name in system.places:
        name += "_"
    numbers = {one.rule: number for number, one in enumerate(fair, 1)}
    fired = Variable(name, Linear(), Linear((), len(numbers)), about=f"the {FIRED}")
    told = zip(system.events, rules, strict=True)
    events = tuple(_telling(event, name, numbers.get(rule, 0)) for event, rule in told)
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


def _telling(event: Event, name: str, number: int) -> Event:
    return replace(event, update=(*event.update, (name, Linear((), number))))


def errors_in(prop: Property, wrong: Sequence[Wrong]) -> tuple[Wrong, ...]:
    """The errors that the conditions of a property of the program end in."""
    conditions = {atom for atom in atoms(prop.formula) if isinstance(atom, Condition)}
    return tuple(one for one in wrong if one.condition in conditions)


def but_for_errors(asked: Property, wrong: Sequence[Wrong]) -> Property:
    """An invariant, asked where its conditions do not end in errors: there it says nothing. Other properties as they
    are."""
    if asked.logic != "invariant":
        return asked
    return replace(asked, formula=disjunction((asked.formula, *(one.where for one in wrong))))


def never(wrong: Wrong, number: int) -> Property:
    """That a condition never ends in an error."""
    span = wrong.condition.expression.span
    return Property(f"condition {number}", "invariant", negate(wrong.where), wrong.condition.text, span)
