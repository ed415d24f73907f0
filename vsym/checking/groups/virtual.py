"""The virtual symmetry of a program: exchanges after which the same orbits are reached, possibly by other rules
(theory, section 11)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.checking.groups.detecting import ProgramSymmetry, all_lowered, detection_of, literal_map
from vsym.checking.groups.exchanges import Exchanges, TypeRow, index_types, rows_of_types, rows_of_values
from vsym.checking.groups.instances import states_asked
from vsym.logic.formula import TRUE, Formula, atoms
from vsym.logic.properties import Property
from vsym.models.program.program import DEADLOCK, ERRORS, Choice, Program, Rule, asked_for_errors
from vsym.models.program.renaming import LiteralMap
from vsym.models.program.semantics import Semantics, State
from vsym.reductions.programs.asking import with_deadlock
from vsym.reductions.programs.lowering import Lowered
from vsym.reductions.programs.starts import closed
from vsym.symmetry.detected.detection import Detection, predicates
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.virtual.asking import Asking, Choices, Labelled
from vsym.symmetry.detected.virtual.closed import require_closed
from vsym.symmetry.detected.virtual.group import Virtual, virtual_group, with_invariants
from vsym.symmetry.detected.virtual.rows import Rows
from vsym.symmetry.detected.virtual.values import Sample, with_values
from vsym.system.symmetry import Symmetry

CLOSINGS = 4
"""The most times that domains are widened, so that exchanges keep them and steps do not leave them."""


@frozen(eq=False)
class VirtualSymmetry:
    """The virtual symmetry of a program, which states its properties, errors and deadlocks among them, and is lowered
    with all of them. `assumed` has the invariants that the proof needs. Where it is `widened`, the detection is of the
    program with more start states."""

    program: Program
    lowered: Lowered
    detection: Detection
    types: tuple[TypeRow, ...]
    group: Virtual
    assumed: tuple[Property, ...]
    widened: bool

    def keeping(self, names: Collection[str]) -> Virtual:
        """The greatest group of exchanges that keep the named properties and the states where their conditions end in
        errors; raises LimitReachedError."""
        return self.group.keeping(self._kept_formulas(names))

    def ordinary(self, names: Collection[str]) -> tuple[Symmetry, ...]:
        """The ordinary symmetries among the exchanges and the others, without invariants, that keep the named
        properties; raises LimitReachedError."""
        asking, rows, formulas = self.group.asking, self.group.rows, self._kept_formulas(names)
        unbroken = (one for one in rows.candidates if not asking.broken(one) and asking.keeps_starts(one))
        symmetries = map(rows.symmetry, unbroken)
        return tuple(one for one in symmetries if all(asking.keeps(one, formula, TRUE) for formula in formulas))

    def _kept_formulas(self, names: Collection[str]) -> tuple[Formula, ...]:
        asked = [prop for prop in self.program.properties if prop.name in names]
        return tuple(dict.fromkeys(formula for prop in asked for formula in self._kept_for(prop)))

    def may_fail(self, names: Collection[str]) -> bool:
        """True where a condition of some properties, or of the fairness, may end in an error."""
        formulas = [one.formula for one in self.program.properties if one.name in names]
        formulas += [one.formula for one in self.program.fairness]
        wrong = {one.condition for one in self.lowered.wrong}
        return any(atom in wrong for formula in formulas for atom in atoms(formula))

    def _kept_for(self, prop: Property) -> Iterator[Formula]:
        """The predicates that exchanges must keep so that a property is decided on orbits."""
        program, made = self.program, self.lowered
        wrong = {one.condition: one.where for one in made.wrong}
        fairness = [atom for one in program.fairness for atom in atoms(one.formula)]
        yield from (wrong[atom] for atom in (*atoms(prop.formula), *fairness) if atom in wrong)
        if prop.name == ERRORS:
            # Each exchange keeps the errors of guards and rules.
            return
        lowered = next(one for one in made.system.properties if one.name == prop.name)
        yield from predicates(states_asked(lowered))
        if prop.logic == "invariant" or prop.name in program.covers:
            return
        yield from (one.formula for one in made.system.fairness)
        yield from (one.firing for one in made.fair_rules)

    @property
    def literals(self) -> Literals:
        """The literals that the group permutes."""
        return Literals(self.detection.domains)

    @property
    def maps(self) -> tuple[LiteralMap, ...]:
        """The generators as maps of the program's literals."""
        return self.maps_of(self.group)

    def maps_of(self, group: Virtual) -> tuple[LiteralMap, ...]:
        """The generators of a group of these exchanges as maps of the program's literals."""
        return tuple(literal_map(self.program, self.detection.domains, one) for one in group.generators)

    @property
    def broken(self) -> tuple[Rule, ...]:
        """The rules that tell exchanged elements apart, in their order."""
        asking = self.group.asking
        events = {event for one in self.group.beyond for event in asking.broken(one)}
        numbers = {self.lowered.firings[event].rule for event in events}
        return tuple(self.program.rules[number] for number in sorted(numbers))


def virtual_symmetry(program: Program, symmetry: ProgramSymmetry, budget: Budget) -> VirtualSymmetry:
    """The virtual symmetry of a program: the largest group that is proved, of exchanges and of its detected symmetries.

    Raises RefusedError where it is unknown which symmetries keep a property, UndecidedError where a limit is reached.
    """
    stating = with_deadlock(asked_for_errors(program))
    made = all_lowered(symmetry.lowered.stating(stating, budget))
    ordinary = symmetry.detected.generators if symmetry.detected.checked == "proved" else ()
    first = _of_domains(made, symmetry.detection, ordinary, budget)
    wider = _closed(made, symmetry.detection, budget)
    if wider is None:
        return first
    second = _of_domains(made, wider, ordinary, budget, widened=True)
    return max(first, second, key=lambda one: len(one.group.proved))


def _of_domains(
    made: Lowered, detection: Detection, ordinary: Sequence[Symmetry], budget: Budget, *, widened: bool = False
) -> VirtualSymmetry:
    """The group on the states of the domains of one detection."""
    program = made.program
    require_closed(detection.system, detection.domains, budget)
    literals = Literals(detection.domains)
    types = tuple(rows_of_types(program, literals, ordinary))
    rows = Rows([one.row for one in types], detection.domains, tuple(_beside(types, detection, ordinary)), budget)
    rules = tuple(firing.rule for firing in made.firings)
    labelled = Labelled(rules, tuple(_choices(made, types)), bool(program.fair_rules))
    asking = Asking(detection.system, detection.domains, labelled, rows, detection.prover, budget)
    invariants = [prop for prop in made.system.properties if _is_invariant(prop)]
    conditions = [prop.formula for prop in invariants]
    values = tuple(rows_of_values(program, literals))
    sample = Sample(detection.system, _starts(program), budget)

    def solved(inside: Formula) -> Virtual:
        return with_values(virtual_group(asking, rows, inside), values, sample)

    group, assumed = with_invariants(detection.system, conditions, solved)
    stated = {prop.name: prop for prop in program.properties}
    named = tuple(stated[invariants[number].name] for number in assumed)
    return VirtualSymmetry(program, made, detection, types, group, named, widened)


def _starts(program: Program) -> Iterator[State]:
    return (one.state for one in Semantics(program).starts() if one.state is not None)


def _is_invariant(prop: Property) -> bool:
    return prop.logic == "invariant" and not prop.negated and prop.name not in (ERRORS, DEADLOCK)


def _choices(made: Lowered, types: Sequence[TypeRow]) -> Iterator[Choices]:
    """The members of rows that each event names."""
    places: dict[object, dict[int, tuple[int, int]]] = {}
    for number, one in enumerate(types):
        own = places.setdefault(one.type, {})
        own.update((element, (number, place)) for place, element in enumerate(one.elements))
    for firing in made.firings:
        wrappers = made.program.rules[firing.rule].wrappers
        # An error in a wrapper of a rule comes before the choices after it.
        domains = (one.domain for one in wrappers if isinstance(one, Choice))
        named = (places.get(domain, {}).get(value) for domain, value in zip(domains, firing.values, strict=False))
        yield tuple(one for one in named if one is not None)


def _beside(types: Sequence[TypeRow], detection: Detection, ordinary: Sequence[Symmetry]) -> Iterator[Symmetry]:
    """The ordinary symmetries that are not seen to be exchanges of rows, as far as they keep the steps of all states
    with values of the domains: fewer may do so where these are wider."""
    for symmetry in ordinary:
        moved = (one.exchanged(symmetry) for one in types)
        if symmetry.permutes(detection.domains) and symmetry not in moved:
            failures = detection.prover.failures(symmetry)
            if all(one.event is None for one in failures):
                yield symmetry


def _closed(made: Lowered, detection: Detection, budget: Budget) -> Detection | None:
    """The detection of the program with more start states: the images under exchanges of types that do not keep its
    domains, in at most CLOSINGS rounds. States outside the system's own `domain` stay excluded. None where all
    exchanges keep the domains."""
    wider: Detection | None = None
    for _ in range(CLOSINGS):
        domains = (wider or detection).domains
        moving = [*_moving(made, Literals(domains))]
        if not moving:
            break
        wider = detection_of(replace(made, system=closed(made.system, moving, domains)), budget)
        if wider.domains == domains:
            break
    return wider


def _moving(made: Lowered, literals: Literals) -> Iterator[Symmetry]:
    """The exchanges of neighbours of types that do not keep the values of variables."""
    for of in index_types(made.program):
        exchanges = Exchanges(made.program.layout, of)
        for first, second in pairwise(of.values()):
            symmetry = exchanges(first, second)
            try:
                literals.restricted(symmetry)
            except ValueError:
                yield symmetry
