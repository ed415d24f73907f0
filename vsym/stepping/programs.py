"""A program, state by state; rules for elements of scalarsets that a state does not tell apart are one choice.

Where an instance of a rule may not fire, the stepper says why: conjuncts of its guard are false, with their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from random import Random

from vsym.basics.frozen import frozen
from vsym.basics.numbers import number, plural
from vsym.basics.options import RefusedError
from vsym.models.program.evaluation import evaluate, scalarset_of, truth, values
from vsym.models.program.expressions import Binary, Bound, Expression, Quantified, Read, Unary
from vsym.models.program.faults import Fault, FaultError
from vsym.models.program.memory import Frame
from vsym.models.program.program import Choice as Drawn
from vsym.models.program.program import Program, Rule
from vsym.models.program.semantics import Dropped, Fired, Firing, Semantics, State
from vsym.models.program.spelling import UNDEFINED, choices, columns, rule_text
from vsym.models.program.types import Scalarset, Simple
from vsym.stepping.likeness import Likeness
from vsym.stepping.protocol import Choice, Disabled, Hindrance, View

LISTED = 6
"""The most instances of a rule that are listed."""

_CELLS = 40


_VALUES = 8
"""The most values of a false condition that `why` shows."""

_ERROR = "ends in an error"
"""The end of a condition that cannot be evaluated."""


@frozen
class ProgramStepper:
    """The firings of a program, grouped up to permutations of some scalarsets."""

    program: Program
    scalarsets: tuple[Scalarset, ...]

    def __repr__(self) -> str:
        return f"<ProgramStepper: {self.name}>"

    @property
    def model(self) -> Program:
        """The program."""
        return self.program

    @property
    def name(self) -> str:
        """The program's name."""
        return self.program.name

    def starts(self) -> Iterator[State]:
        """The start states, one of each orbit."""
        seen: set[State] = set()
        for fired in self._semantics.starts():
            if fired.state is not None and self.orbit(fired.state) not in seen:
                seen.add(self.orbit(fired.state))
                yield fired.state

    def choices(self, state: State) -> tuple[Choice[State, Firing], ...]:
        """The possible firings: one choice for each rule and each class of its instances up to symmetry."""
        return tuple(self._choice(group) for group in self.groups(state))

    def groups(self, state: State) -> list[list[Fired]]:
        """The firings of each choice."""
        classes = self._classes(state)
        groups: dict[object, list[Fired]] = {}
        for fired in self._fired(state):
            rule = self.program.rules[fired.firing.rule]
            groups.setdefault(self._pattern(rule, fired.firing.values, classes), []).append(fired)
        return [*groups.values()]

    def member(self, state: State, place: int, names: Sequence[str]) -> Choice[State, Firing]:
        """The firing with these values, one for each choice that its rule makes."""
        group = self.groups(state)[place]
        for fired in group:
            rule = self.program.rules[fired.firing.rule]
            if [value for _, value in choices(rule, fired.firing)] == [*names]:
                return self._choice([fired])
        raise RefusedError(f"{' '.join(names)} is not one of {self._choice(group).by or 'its instances: it has one'}")

    def drawn(self, state: State, place: int, random: Random) -> Choice[State, Firing]:
        """Any of the firings."""
        return self._choice([random.choice(self.groups(state)[place])])

    def disabled(self, state: State) -> tuple[Disabled, ...]:
        """The instances of rules that may not fire, those of a rule for the same conditions together."""
        fired = {one.firing for one in self._fired(state)}
        classes = self._classes(state)
        groups: dict[tuple[int, object, tuple[Hindrance, ...]], list[Firing]] = {}
        hindrances: dict[object, tuple[Hindrance, ...]] = {}
        dropped = {one.firing: one for one in self._semantics.dropped(state)}
        for rule in self.program.rules:
            for chosen, frame in self._semantics.instances(rule, state):
                firing = Firing(rule.number, chosen)
                if firing in fired:
                    continue
                alike = self._pattern(rule, chosen, classes)
                if alike not in hindrances:
                    hindrances[alike] = tuple(_hindrances(rule, frame, dropped.get(firing)))
                groups.setdefault((rule.number, alike, hindrances[alike]), []).append(firing)
        return tuple(
            Disabled(self.program.rules[rule].name, self._by(firings), why)
            for (rule, _, why), firings in groups.items()
        )

    def view(self, state: State) -> View:
        """The variables, and which elements of scalarsets are alike."""
        cells = columns(self.program, state)
        values = [f"{name} = {value}" for name, value in cells if value not in (UNDEFINED, "{}")]
        more = f", … {number(len(values) - _CELLS)} more" if len(values) > _CELLS else ""
        rows = [("variables", ", ".join(values[:_CELLS]) + more)]
        if self.scalarsets:
            rows.append(("alike", " · ".join(self._alike(state, one) for one in self.scalarsets)))
        return View(tuple(rows), cells)

    def told(self, step: Firing) -> str:
        """The rule, with the values of its choices."""
        return rule_text(self.program, step)

    def orbit(self, state: State) -> State:
        """The least state of the orbit, where that is cheap to find."""
        return self.likeness.canonical(state)[0] if self.scalarsets else state

    @cached_property
    def likeness(self) -> Likeness:
        """The likeness of elements under the scalarsets."""
        return Likeness(self.program.layout, self.scalarsets)

    @cached_property
    def _semantics(self) -> Semantics:
        return Semantics(self.program)

    def _fired(self, state: State) -> tuple[Fired, ...]:
        return tuple(one for one in self._semantics.fire(state) if one.state is not None or one.fault is not None)

    def _classes(self, state: State) -> dict[int, tuple[int, int]]:
        """For each element of a scalarset, by its value, the class of those that are alike."""
        return {
            one.base + element: (one.number, place)
            for one in self.scalarsets
            for place, alike in enumerate(self.likeness.classes(state, one))
            for element in alike
        }

    def _pattern(self, rule: Rule, chosen: Sequence[int], classes: dict[int, tuple[int, int]]) -> object:
        """The same for instances of a rule that an exchange of elements that are alike turns into each other."""
        binders = [wrapper.binder for wrapper in rule.wrappers if isinstance(wrapper, Drawn)]
        pattern: list[object] = [rule.number]
        firsts: dict[int, int] = {}
        for binder, value in zip(binders, chosen, strict=False):
            if scalarset_of(binder.type, value) in self.scalarsets:
                pattern.append((*classes[value], firsts.setdefault(value, len(firsts))))
            else:
                pattern.append(value)
        return tuple(pattern)

    def _choice(self, group: Sequence[Fired]) -> Choice[State, Firing]:
        first = group[0]
        rule = self.program.rules[first.firing.rule]
        fault = None if first.fault is None else first.fault.message
        by = self._by([one.firing for one in group])
        return Choice(rule.name, by, len(group), first.firing, first.state, fault)

    def _by(self, firings: Sequence[Firing]) -> str:
        """The instances: for one name its values, for several the first of them."""
        rule = self.program.rules[firings[0].rule]
        chosen = [choices(rule, firing) for firing in firings]
        names = [name for name, _ in chosen[0]]
        texts = [", ".join(value for _, value in one) for one in chosen[:LISTED]]
        more = f", … {number(len(chosen) - LISTED)} more" if len(chosen) > LISTED else ""
        if len(names) > 1:
            texts = [f"({one})" for one in texts]
        return f"{', '.join(names)} = {', '.join(texts)}{more}" if names else ""

    def _alike(self, state: State, scalarset: Scalarset) -> str:
        classes = self.likeness.classes(state, scalarset)
        texts = [_listed(scalarset, alike) for alike in classes[:LISTED]]
        more = f" … {plural(len(classes) - LISTED, 'more class', 'more classes')}" if len(classes) > LISTED else ""
        return " ".join(texts) + more


def _hindrances(rule: Rule, frame: Frame | Fault, dropped: Dropped | None) -> Iterator[Hindrance]:
    """The conditions that keep an instance of a rule from firing; those of an assumption have the values that they have
    once the rule comes to it."""
    if isinstance(frame, Fault):
        yield Hindrance("its choices end in an error", (("error", frame.message),))
    elif dropped is not None:
        for one in _false_conditions(dropped.frame, dropped.condition):
            yield replace(one, condition=f"assume {one.condition}")
    elif conditions := [*_false_conditions(frame, rule.guard)]:
        yield from conditions
    else:
        yield Hindrance(f"no rule of a priority before {rule.priority} may fire")


def _listed(scalarset: Scalarset, elements: Sequence[int]) -> str:
    names = [scalarset.text(scalarset.base + element) for element in elements[:LISTED]]
    more = f", … {number(len(elements) - LISTED)} more" if len(elements) > LISTED else ""
    return f"{{{', '.join(names)}{more}}}"


def _false_conditions(frame: Frame, guard: Expression) -> Iterator[Hindrance]:
    """The conjuncts that are false, up to the first that ends in an error."""
    if isinstance(guard, Binary) and guard.operator == "&":
        for part in (guard.left, guard.right):
            failed = False
            for one in _false_conditions(frame, part):
                failed = one.condition.endswith(_ERROR)
                yield one
            if failed:
                return
        return
    text = " ".join(guard.span.text.split())
    try:
        if not truth(frame, guard):
            yield Hindrance(text, tuple(_why(frame, guard))[:_VALUES])
    except FaultError as error:
        yield Hindrance(f"{text} {_ERROR}", (("error", str(error)),))


def _why(frame: Frame, condition: Expression) -> Iterator[tuple[str, str]]:
    """The values that a condition that is false reads; of a quantifier, for the first value that decides it."""
    inner, turned = condition, False
    while isinstance(inner, Unary) and inner.operator == "!":
        inner, turned = inner.operand, not turned
    if isinstance(inner, Quantified) and (inner.quantifier == "exists") == turned:
        for value in values(frame, inner.domain):
            bound = frame.bound(inner.binder, value)
            if truth(bound, inner.body) == turned:
                yield inner.binder.name, inner.binder.type.text(value)
                yield from _read(bound, inner.body)
                return
    yield from _read(frame, condition)


def _read(frame: Frame, condition: Expression) -> Iterator[tuple[str, str]]:
    """The values of simple types that a condition reads outside quantifiers of its own, each once."""
    texts: dict[str, str] = {}
    stack: list[object] = [condition]
    while stack:
        part = stack.pop()
        if isinstance(part, Quantified):
            continue
        if isinstance(part, Read | Bound) and isinstance(part.type, Simple):
            texts.setdefault(" ".join(part.span.text.split()), _value(frame, part, part.type))
        if isinstance(part, tuple):
            stack += reversed(part)
        elif is_dataclass(part) and not isinstance(part, Simple):
            stack += (getattr(part, one.name) for one in reversed(fields(part)) if one.name != "span")
    yield from texts.items()


def _value(frame: Frame, part: Expression, of: Simple) -> str:
    try:
        value = evaluate(frame, part)
    except (FaultError, KeyError):
        return UNDEFINED
    assert value is None or isinstance(value, int)
    return UNDEFINED if value is None else of.text(value)
