"""The edges of a program for adaptive exploration: instances of rules, with the partition of a type's elements that
they respect. An exchange inside a cell takes the set of their steps to itself (theory, section 7).

Each exchange is proved like a symmetry of the program, but about the events of one edge at a time, and for states with
any values.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.checking.answer import Partitioned, RespectedPartition
from vsym.checking.groups.exchanges import Exchanges, index_types
from vsym.engines.adaptive.columns import Columns, Holder
from vsym.engines.adaptive.partitions import classes
from vsym.engines.adaptive.programs import AnnotatedProgram
from vsym.engines.adaptive.rules import Instance, RuleEdge
from vsym.logic.formula import TRUE, Formula, atoms
from vsym.logic.properties import Property
from vsym.models.counting.processes import Processes
from vsym.models.program.program import Choice, Condition, Program
from vsym.models.program.semantics import Firing
from vsym.models.program.types import Simple, described
from vsym.reductions.programs.lowering import Lowered, lowered
from vsym.symmetry.detected.detection import Detection
from vsym.symmetry.detected.literals import Literals
from vsym.system.report import Report
from vsym.system.symmetry import Symmetry


def annotated_program(program: Program, budget: Budget, report: Report) -> AnnotatedProgram:
    """A program with the edges of the type whose elements they exchange most.

    Raises RefusedError where a rule cannot be run symbolically, DiagnosticError (VS406) where no type is one of
    processes, and UndecidedError where a limit is reached.
    """
    columns = dict(_columns(program))
    report.say("running the rules symbolically")
    made = lowered(program, budget)
    report.say("inferring the partitions that the rules respect")
    return max((_annotated(made, of, one, budget) for of, one in columns.items()), key=_exchanged)


def _exchanged(annotated: AnnotatedProgram) -> float:
    """The mean of the logarithms of the numbers of permutations that edges respect."""
    orders = [sum(math.lgamma(cell.size + 1) for cell in edge.partition) for edge in annotated.edges]
    return sum(orders) / max(1, len(orders))


def _columns(program: Program) -> Iterator[tuple[Simple, Columns]]:
    """The types of a program whose elements are processes; raises DiagnosticError where there is none."""
    reasons = []
    for of in index_types(program):
        exchanges = Exchanges(program.layout, of)
        reason = _hindrance(program, of, exchanges)
        if reason is None:
            yield of, _of(program, of, exchanges)
        else:
            reasons.append(reason)
    if len(reasons) == len(index_types(program)):
        message = "; ".join(reasons) or "no named type of several elements indexes an array or is chosen by a rule"
        hint = "vsym explores the program as it is, or up to symmetries: leave --method or --engine adaptive out"
        raise DiagnosticError(
            [Diagnostic("VS406", program.span, f"adaptive exploration finds no type of processes: {message}", hint)]
        )


def _hindrance(program: Program, of: Simple, exchanges: Exchanges) -> str | None:
    """The reason that elements of a type are no processes; None where they are."""
    owners: dict[int, int] = {}
    for element, slots in exchanges.slots.items():
        for slot in slots:
            text = program.layout.slots[slot].text
            if slot in owners:
                return f"{described(of)} indexes `{text}` twice, so it belongs to two elements"
            if slot in exchanges.values:
                return f"each element of {described(of)} holds one in `{text}`"
            owners[slot] = element
    return None


def _of(program: Program, of: Simple, exchanges: Exchanges) -> Columns:
    own = tuple(tuple(sorted(exchanges.slots[element])) for element in of.values())
    slots = program.layout.slots
    held = sorted(exchanges.values)
    holders = tuple(Holder(slot, tuple(map(slots[slot].type.code, of.values()))) for slot in held)
    others = {slot for several in own for slot in several} | {*held}
    return Columns(len(slots), own, holders, tuple(slot for slot in range(len(slots)) if slot not in others))


def _annotated(made: Lowered, of: Simple, columns: Columns, budget: Budget) -> AnnotatedProgram:
    program = made.program
    conditions = {one.condition for one in made.wrong}
    left_out = {name for name, _ in made.left_out}
    unknown = (prop.formula for prop in program.properties if prop.name in left_out)
    conditions |= {atom for formula in unknown for atom in atoms(formula) if isinstance(atom, Condition)}
    whole = Families(made, of, (0,) * len(made.firings), budget)
    together = _goes_together(made)
    edges = (RuleEdge(None, (), whole.partition(0), (TRUE,)),) if together else tuple(_edges(made, of, budget))

    def respected(formula: Formula) -> tuple[Processes, ...]:
        stating = Property("", "invariant", formula, "", program.span)
        with budget.interruption.heeded():
            stated = made.stating(replace(program, properties=(stating,), fairness=()), budget)
            formulas = [one.formula for one in stated.system.properties]
            # What has no known meaning on states respects nothing.
            return whole.respected([*formulas, *(one.where for one in stated.wrong)]) if formulas else whole.finest

    wrong = tuple(one for one in program.conditions if one in conditions)
    return AnnotatedProgram(program, of, columns, edges, respected, wrong, together)


def _goes_together(made: Lowered) -> bool:
    """True where other instances decide whether one fires, or where rules do not have the same instances in all
    states."""
    rules = made.program.rules
    choices = [[one for one in rule.wrappers if isinstance(one, Choice)] for rule in rules]
    fixed = all(isinstance(one.domain, Simple) for several in choices for one in several)
    whole = all(len(one.values) == len(choices[one.rule]) for one in made.firings)
    return len({rule.priority for rule in rules}) > 1 or not fixed or not whole


def _edges(made: Lowered, of: Simple, budget: Budget) -> Iterator[RuleEdge]:
    """The edges of each rule: all its instances where any elements may be exchanged, else those that exchanges which
    the rule respects take to each other, as far as each of these edges respects as much."""
    by_rule = Families(made, of, tuple(firing.rule for firing in made.firings), budget)
    rules = dict.fromkeys(firing.rule for firing in made.firings)
    respected = {rule: by_rule.partition(rule) for rule in rules}
    labels: dict[tuple[int, _Pattern], int] = {}
    keys: list[tuple[int, _Pattern]] = []
    for firing in made.firings:
        cells = respected[firing.rule]
        keys.append((firing.rule, () if len(cells) == 1 else _pattern(made.program, of, firing, cells)))
        labels.setdefault(keys[-1], len(labels))
    finer = Families(made, of, tuple(labels[key] for key in keys), budget)
    for rule, cells in respected.items():
        own = [label for key, label in labels.items() if key[0] == rule]
        partitions = [finer.partition(label) for label in own]
        if all(any(cell <= other for other in partition) for partition in partitions for cell in cells):
            yield from (finer.edge(label, partition) for label, partition in zip(own, partitions, strict=True))
        else:
            yield by_rule.edge(rule, cells)


_Pattern: TypeAlias = tuple[tuple[str, int], ...]


def _pattern(program: Program, of: Simple, firing: Firing, cells: Sequence[Processes]) -> _Pattern:
    """The choices of an instance, where of an element there is its cell, and which choice before is the same one."""
    pattern: list[tuple[str, int]] = []
    chosen: list[int | None] = []
    for domain, value in zip(_domains(program, firing), firing.values, strict=True):
        element = of.code(value) if domain == of else None
        if element is None:
            pattern.append(("value", value))
        elif element in chosen:
            pattern.append(("as", chosen.index(element)))
        else:
            pattern.append(("in", next(place for place, cell in enumerate(cells) if element in cell)))
        chosen.append(element)
    return tuple(pattern)


def _domains(program: Program, firing: Firing) -> Iterator[object]:
    return (one.domain for one in program.rules[firing.rule].wrappers if isinstance(one, Choice))


@frozen(eq=False)
class Families:
    """Families of a program's events, which `labels` name, and the exchanges of a type's elements that they respect."""

    made: Lowered
    type: Simple
    labels: tuple[int, ...]
    budget: Budget

    @property
    def finest(self) -> tuple[Processes, ...]:
        """The partition with a cell for each element."""
        return classes(self.type.cardinality, lambda _, __: False)

    @cached_property
    def _detection(self) -> Detection:
        # In any states: of those that are reached, exchanges may lead to others.
        system = replace(self.made.system, initial=TRUE, properties=(), fairness=())
        return Detection(system, self.budget, self.labels)

    @cached_property
    def _broken(self) -> dict[tuple[int, int], frozenset[int] | None]:
        return {}

    @cached_property
    def _exchanges(self) -> Exchanges:
        return Exchanges(self.made.program.layout, self.type)

    def exchange(self, one: int, other: int) -> Symmetry | None:
        """The exchange of two elements, counted from 0; None where variables of theirs have not the same values."""
        values = [*self.type.values()]
        try:
            return Literals(self._detection.domains).restricted(self._exchanges(values[one], values[other]))
        except ValueError:
            return None

    def broken(self, one: int, other: int) -> frozenset[int] | None:
        """The families that an exchange is not proved to take to themselves; None stands for all."""
        key = one, other
        if key not in self._broken:
            self.budget.check()
            candidate = self.exchange(one, other)
            failures = () if candidate is None else self._detection.prover.failures(candidate)
            events = (failure.event for failure in failures)
            broken = frozenset(self.labels[event] for event in events if event is not None)
            self._broken[key] = None if candidate is None else broken
        return self._broken[key]

    def partition(self, label: int) -> tuple[Processes, ...]:
        """The coarsest partition that a family respects, as far as that is proved."""

        def are_alike(one: int, other: int) -> bool:
            broken = self.broken(one, other)
            return broken is not None and label not in broken

        return classes(self.type.cardinality, are_alike)

    def edge(self, label: int, partition: tuple[Processes, ...]) -> RuleEdge:
        """The edge of a family that respects a partition."""
        events = defaultdict[Firing, list[int]](list)
        for number, firing in enumerate(self.made.firings):
            if self.labels[number] == label:
                events[firing].append(number)
        named = self._is_named(events, partition)
        instances = tuple(Instance(one, self._elements(one) if named else None) for one in events)
        # An event that an assumption drops is none of the system, but it fires.
        dropping = bool(self.made.program.assumptions)
        guards = (self.made.system.events[number].guard for numbers in events.values() for number in numbers)
        return RuleEdge(instances[0].firing.rule, instances, partition, (TRUE,) if dropping else tuple(guards))

    def _elements(self, firing: Firing) -> tuple[int, ...]:
        """The elements that an instance names, from 0."""
        choices = zip(_domains(self.made.program, firing), firing.values, strict=True)
        return tuple(self.type.code(value) - 1 for domain, value in choices if domain == self.type)

    def _is_named(self, events: Mapping[Firing, Sequence[int]], partition: Sequence[Processes]) -> bool:
        """True where it is seen that each exchange of elements that a family respects takes each of its instances to
        the one that names the other element."""
        prover = self._detection.prover
        for cell in partition:
            first, *others = cell
            for other in others:
                candidate = self.exchange(first - 1, other - 1)
                for firing, numbers in events.items():
                    self.budget.check()
                    images = events.get(self._image(firing, first - 1, other - 1), ())
                    if candidate is None or not all(
                        any(prover.is_image(candidate, number, image) for image in images) for number in numbers
                    ):
                        return False
        return True

    def _image(self, firing: Firing, one: int, other: int) -> Firing:
        values = [*self.type.values()]
        exchanged = {values[one]: values[other], values[other]: values[one]}
        choices = zip(_domains(self.made.program, firing), firing.values, strict=True)
        return Firing(firing.rule, tuple(exchanged.get(v, v) if domain == self.type else v for domain, v in choices))

    def respected(self, formulas: Sequence[Formula]) -> tuple[Processes, ...]:
        """The coarsest partition that some predicates of the system respect, as far as that is proved."""
        prover = self._detection.prover

        def are_alike(one: int, other: int) -> bool:
            self.budget.check()
            candidate = self.exchange(one, other)
            return candidate is not None and all(
                prover.keeps_itself(candidate, formula, TRUE) == "proved" for formula in formulas
            )

        return classes(self.type.cardinality, are_alike)


def partitioned(annotated: AnnotatedProgram) -> Partitioned:
    """The edges of a program in words."""
    rules = Counter(edge.rule for edge in annotated.edges)
    edges = (
        RespectedPartition(_label(annotated, edge, rules[edge.rule] > 1), _spelled(annotated.type, edge.partition))
        for edge in annotated.edges
    )
    return Partitioned(str(annotated.type.name), annotated.type.cardinality, tuple(edges))


def _label(annotated: AnnotatedProgram, edge: RuleEdge, several: bool) -> str:
    """The rule of an edge; where it has `several` edges, also the values that the instances of this one choose."""
    if edge.rule is None:
        return "all rules"
    rule = annotated.model.rules[edge.rule]
    label = f"`{rule.name}`" if rule.name else f"rule {rule.number + 1}"
    choices = [one for one in rule.wrappers if isinstance(one, Choice)]
    parts = []
    for place, choice in enumerate(choices if several else ()):
        values = dict.fromkeys(instance.firing.values[place] for instance in edge.instances)
        of = choice.binder.type
        texts = _spelled(of, [Processes.of((of.code(value), of.code(value)) for value in values)])
        parts.append(f"{choice.binder.name} = {texts[0]}")
    return f"{label}, {', '.join(parts)}" if parts else label


def _spelled(of: Simple, cells: Sequence[Processes]) -> tuple[str, ...]:
    """Sets of values, by their codes."""

    def text(low: int, high: int) -> str:
        first, last = of.text(of.value(low)), of.text(of.value(high))
        return first if low == high else f"{first}..{last}"

    return tuple(" | ".join(text(*piece) for piece in cell.ranges) for cell in cells)
