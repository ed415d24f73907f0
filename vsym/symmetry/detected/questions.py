"""Events and predicates that are the same up to a symmetry: by trying all valuations of the variables on which they
depend or, where these are many, some of them and then by a solver.

vsym lays out the effects of events in all valuations of their variables once for each shape, and compares the effects
of their images as bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from pysmt.fnode import FNode

from vsym.arithmetic.environment import Environment, translate, translate_term
from vsym.arithmetic.solver import Satisfiability
from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.formula import TRUE, Formula
from vsym.logic.formula import atoms as atoms_of_formula
from vsym.logic.terms import Atom, Linear, Named
from vsym.symmetry.detected.domains import support
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.valuations import Numbers, Truths, columns, count, grid, numbers, renamed, sample, truths
from vsym.system.event_classes import Order, Placed, ascending
from vsym.system.symmetry import IDENTITY, Symmetry
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term

KEPT = 100_000_000
"""The most bytes of effects that are kept before vsym drops them."""


@frozen(eq=False)
class Layout:
    """The steps of an event in all valuations of the variables at the places of its shape.

    Each row of `places` is a valuation that enables it, by the places of the values in sorted order; the `updates` are
    the new values of each variable that it writes. A step that would take a variable out of its domain is none.
    """

    sizes: tuple[int, ...]
    places: Numbers
    updates: dict[int, Numbers]

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return self.places.nbytes + sum(values.nbytes for values in self.updates.values())


@frozen
class Effect:
    """The steps of an event, or of its image: the valuations of its `cells` that enable it, by their numbers, and the
    new values of each variable that it writes."""

    cells: tuple[Cell, ...]
    rows: bytes
    updates: frozenset[tuple[Cell, bytes]]

    @property
    def written(self) -> frozenset[Cell]:
        """The variables that it writes."""
        return frozenset(cell for cell, _ in self.updates)


class Effects:
    """The effects of a system's events, as far as each has at most `most` valuations."""

    def __init__(self, system: System, placed: Sequence[Placed], domains: Sequence[Values], most: int) -> None:
        self._system, self._placed, self._domains, self._most = system, placed, domains, most
        self._layouts: dict[int, Layout | None] = {}
        self._own: dict[tuple[int, Order], Effect | None] = {}
        self._size = 0

    def image(self, candidate: Symmetry, number: int) -> Effect | None:
        """The effect of the image of an event; None where it has too many valuations.

        An event with that effect takes the image of a state to the image of the state that this event leads to.
        """
        layout, cells = self._layout(number), self._placed[number].cells
        if layout is None:
            return None
        targets = [candidate.cell(cell) for cell in cells]
        where, stride = np.zeros(len(layout.places), np.int64), 1
        for place in sorted(range(len(cells)), key=targets.__getitem__, reverse=True):
            where += self._places(candidate, cells[place])[layout.places[:, place]] * stride
            stride *= layout.sizes[place]
        order = np.argsort(where)
        updates = (
            (targets[place], renamed(candidate, cells[place], values)[order].tobytes())
            for place, values in layout.updates.items()
        )
        return Effect(tuple(sorted(targets)), where[order].tobytes(), frozenset(updates))

    def own(self, number: int) -> Effect | None:
        """The effect of an event itself."""
        placed = self._placed[number]
        order, cells = ascending(placed.cells)
        key = placed.shape, order
        if key not in self._own:
            self._own[key] = self.image(IDENTITY, number)
        effect = self._own[key]
        if effect is None or effect.cells == cells:
            return effect
        become = dict(zip(effect.cells, cells, strict=True))
        return Effect(cells, effect.rows, frozenset((become[cell], values) for cell, values in effect.updates))

    def _places(self, candidate: Symmetry, cell: Cell) -> Numbers:
        """For each value of a variable, in order, the place of its image among the values of the variable's image."""
        becomes = [candidate.value(cell, value) for value in sorted(self._domains[cell])]
        return np.searchsorted(sorted(self._domains[candidate.cell(cell)]), becomes)

    def _layout(self, number: int) -> Layout | None:
        shape = self._placed[number].shape
        if shape not in self._layouts:
            layout = self._laid_out(number)
            self._size += layout.size if layout else 0
            if self._size > KEPT:
                self._layouts.clear()
                self._own.clear()
                self._size = layout.size if layout else 0
            self._layouts[shape] = layout
        return self._layouts[shape]

    def _laid_out(self, number: int) -> Layout | None:
        event, variables = self._system.events[number], self._system.variables
        cells = self._placed[number].cells
        domains = [self._domains[cell] for cell in cells]
        if not cells or count(domains) > self._most:
            return None
        rows = grid(domains)
        values = columns([variables[cell].atom for cell in cells], rows)
        enabled = truths(event.guard, values, len(rows))
        given = {self._system.places[name]: numbers(term, values, len(rows)) for name, term in event.update}
        for cell, written in given.items():
            enabled &= np.isin(written, list(self._domains[cell]))
        sizes = tuple(map(len, domains))
        places = np.stack(np.unravel_index(np.flatnonzero(enabled), sizes), axis=1)
        return Layout(sizes, places, {cells.index(cell): written[enabled] for cell, written in given.items()})


TRIED = 1 << 14
"""The most valuations of an event or predicate for vsym to try all of them."""

SAMPLE = 64
"""The number of valuations that are tried before all of them or a solver."""

SECONDS = 10.0
"""The time that a solver may take over one question."""


class Questions:
    """Questions on one system where every variable has a value of its domain; answers are None where a solver gives
    none in time. Raises LimitReachedError."""

    def __init__(self, system: System, placed: Sequence[Placed], domains: Sequence[Values], budget: Budget) -> None:
        self._system, self._domains, self._budget = system, domains, budget
        self.effects = Effects(system, placed, domains, TRIED)
        self._sorted = [np.array(sorted(domain), np.int64) for domain in domains]
        self._samples: dict[tuple[Cell, ...], Numbers] = {}

    def is_image(self, candidate: Symmetry, number: int, other: int) -> bool | None:
        """True where one event, by its number, does in the image of a state what another one does in the state, and is
        enabled with it; a step from which a variable would have no value of its domain is none."""
        image, own = self.effects.image(candidate, number), self.effects.own(other)
        if image and own and (image.cells, image.written) == (own.cells, own.written):
            return image == own
        events = self._system.events
        event, becomes = self._written_alike(candidate, events[number], events[other])
        concerned = self._concerned(candidate, support(event), support(becomes))
        if not all(self._tried(candidate, event, becomes, concerned, rows) for rows in self._valuations(concerned)):
            return False
        return self._few(concerned) or self._solved(candidate, concerned, lambda one: one.is_image(event, becomes))

    def is_same(self, candidate: Symmetry, formula: Formula, image: Formula) -> bool | None:
        """True where one predicate holds in the image of a state where another one holds in the state."""
        concerned = self._concerned(candidate, atoms_of_formula(formula), atoms_of_formula(image))
        for rows in self._valuations(concerned):
            before, after = self._sides(candidate, concerned, rows)
            if not np.array_equal(truths(formula, before, len(rows)), truths(image, after, len(rows))):
                return False
        return self._few(concerned) or self._solved(candidate, concerned, lambda one: one.is_same(formula, image))

    def _written_alike(self, candidate: Symmetry, event: Event, image: Event) -> tuple[Event, Event]:
        """The same events where both write all that one of them does, be it with the value that it has."""
        origins = {target.target: cell for cell, target in candidate.moved}
        written = {*self._updates(event), *(origins.get(cell, cell) for cell in self._updates(image))}
        return self._with(event, written), self._with(image, set(map(candidate.cell, written)))

    def _with(self, event: Event, written: set[Cell]) -> Event:
        missing = self._atoms(sorted(written - self._updates(event).keys()))
        identities = ((atom.name, Linear(((atom, 1),))) for atom in missing)
        return replace(event, update=(*event.update, *identities))

    def _few(self, concerned: Sequence[Cell]) -> bool:
        return count([self._domains[cell] for cell in concerned]) <= TRIED

    def _valuations(self, concerned: Sequence[Cell]) -> Iterable[Numbers]:
        """Some valuations, and then all of them if they are few."""
        domains = [self._domains[cell] for cell in concerned]
        if count(domains) > SAMPLE:
            key = tuple(concerned)
            if key not in self._samples:
                self._samples[key] = sample(domains, SAMPLE)
            yield self._samples[key]
        if self._few(concerned):
            yield grid(domains)

    def _solved(
        self, candidate: Symmetry, concerned: Sequence[Cell], ask: Callable[[SolverQuestion], bool]
    ) -> bool | None:
        budget = self._budget.within(SECONDS)
        try:
            return ask(SolverQuestion(self._system, self._domains, candidate, concerned, budget))
        except UndecidedError:
            self._budget.check()
            return None

    def _tried(self, candidate: Symmetry, event: Event, image: Event, concerned: Sequence[Cell], rows: Numbers) -> bool:
        before, after = self._sides(candidate, concerned, rows)
        updates = {cell: numbers(term, before, len(rows)) for cell, term in self._updates(event).items()}
        others = {cell: numbers(term, after, len(rows)) for cell, term in self._updates(image).items()}
        enabled = truths(event.guard, before, len(rows)) & self._inside(updates, len(rows))
        if not np.array_equal(enabled, truths(image.guard, after, len(rows)) & self._inside(others, len(rows))):
            return False
        return all(
            np.array_equal(renamed(candidate, cell, values[enabled]), others[candidate.cell(cell)][enabled])
            for cell, values in updates.items()
        )

    def _inside(self, updates: dict[Cell, Numbers], length: int) -> Truths:
        """The valuations in which each of some variables is given a value of its domain."""
        inside = np.full(length, True)
        for cell, values in updates.items():
            inside &= np.isin(values, self._sorted[cell])
        return inside

    def _sides(
        self, candidate: Symmetry, concerned: Sequence[Cell], rows: Numbers
    ) -> tuple[dict[Atom, Numbers], dict[Atom, Numbers]]:
        """Valuations by variable, and their images: those of one are the images of those of the other."""
        before: dict[Atom, Numbers] = dict(columns(self._atoms(concerned), rows))
        images = [renamed(candidate, cell, rows[:, place]) for place, cell in enumerate(concerned)]
        after: dict[Atom, Numbers] = dict(
            zip(self._atoms(candidate.cell(cell) for cell in concerned), images, strict=True)
        )
        return before, after

    def _concerned(self, candidate: Symmetry, atoms: Iterable[Atom], of_image: Iterable[Atom]) -> list[Cell]:
        """The variables on which both sides depend: those of one, and those whose images the other one has."""
        origins = {image.target: cell for cell, image in candidate.moved}
        targets = (self._system.positions[atom] for atom in of_image)
        cells = (self._system.positions[atom] for atom in atoms)
        return sorted({*cells, *(origins.get(target, target) for target in targets)})

    def _atoms(self, cells: Iterable[Cell]) -> list[Named]:
        return [self._system.variables[cell].atom for cell in cells]

    def _updates(self, event: Event) -> dict[Cell, Term]:
        return {self._system.places[name]: term for name, term in event.update}


class SolverQuestion:
    """One question to a solver, where every variable has a value of its domain; on the `concerned` variables both sides
    depend. Raises UndecidedError."""

    def __init__(
        self, system: System, domains: Sequence[Values], candidate: Symmetry, concerned: Sequence[Cell], budget: Budget
    ) -> None:
        self._system, self._domains, self._candidate, self._budget = system, domains, candidate, budget
        self._environment = Environment()
        manager = self._environment.formula_manager
        integer = self._environment.type_manager.INT()
        self._symbols = {cell: manager.Symbol(f"v{cell}", integer) for cell in concerned}
        self._assumed = [self._in_domain(cell, symbol) for cell, symbol in self._symbols.items()]
        variables = [variable.atom for variable in self._system.variables]
        self._before: dict[Atom, FNode] = {variables[cell]: symbol for cell, symbol in self._symbols.items()}
        self._after: dict[Atom, FNode] = {
            variables[candidate.cell(cell)]: self._renamed(cell, symbol) for cell, symbol in self._symbols.items()
        }

    def is_same(self, formula: Formula, image: Formula) -> bool:
        """True where one predicate holds in the image of a state where another one holds in the state."""
        manager = self._environment.formula_manager
        return self._holds(manager.Iff(self._truth(formula, self._before), self._truth(image, self._after)))

    def is_image(self, event: Event, image: Event) -> bool:
        """True where one event does in the image of a state what another one does in the state, and is enabled with it;
        a step from which a variable would have no value of its domain is none."""
        manager = self._environment.formula_manager
        updates, others = self._updates(event, self._before), self._updates(image, self._after)
        enabled = manager.And(self._truth(event.guard, self._before), self._inside(updates))
        enabled_after = manager.And(self._truth(image.guard, self._after), self._inside(others))
        same = manager.And(
            manager.Equals(self._renamed(cell, value), others[self._candidate.cell(cell)])
            for cell, value in updates.items()
        )
        return self._holds(manager.And(manager.Iff(enabled, enabled_after), manager.Implies(enabled, same)))

    def stays(self, event: Event, inside: Formula = TRUE, then: Formula = TRUE) -> bool:
        """True where after a step of an event from where one predicate holds the other one does, and every variable
        has a value of its domain."""
        manager, updates = self._environment.formula_manager, self._updates(event, self._before)
        enabled = manager.And(self._truth(event.guard, self._before), self._truth(inside, self._before))
        after: dict[Atom, FNode] = dict(self._before)
        after.update((self._system.variables[cell].atom, term) for cell, term in updates.items())
        return self._holds(manager.Implies(enabled, manager.And(self._inside(updates), self._truth(then, after))))

    def is_covered(self, event: Event, images: Sequence[Event]) -> bool:
        """True where the image of each step of one event is a step of some others; of an error, an error of theirs."""
        manager = self._environment.formula_manager
        updates = self._updates(event, self._before)
        enabled = manager.And(self._truth(event.guard, self._before), self._inside(updates))
        steps = (self._leads_to_image(updates, image) for image in images)
        return self._holds(manager.Implies(enabled, manager.Or(list(steps))))

    def _leads_to_image(self, updates: dict[Cell, FNode], image: Event) -> FNode:
        """Formula for an event that is enabled in a state's image and leads to the image of the state after updates."""
        manager, others = self._environment.formula_manager, self._updates(image, self._after)
        variables = self._system.variables
        same = [self._truth(image.guard, self._after), self._inside(others)]
        for cell, symbol in self._symbols.items():
            target = self._candidate.cell(cell)
            if cell in updates or target in others:
                then = self._renamed(cell, updates.get(cell, symbol))
                same.append(manager.Equals(then, others.get(target, self._after[variables[target].atom])))
        return manager.And(same)

    def _updates(self, event: Event, symbols: dict[Atom, FNode]) -> dict[Cell, FNode]:
        return {self._system.places[name]: self._term(term, symbols) for name, term in event.update}

    def _inside(self, updates: dict[Cell, FNode]) -> FNode:
        return self._environment.formula_manager.And(self._in_domain(cell, value) for cell, value in updates.items())

    def _holds(self, claim: FNode) -> bool:
        with Satisfiability(self._environment, self._budget) as session:
            return not session.satisfiable(*self._assumed, self._environment.formula_manager.Not(claim))

    def _in_domain(self, cell: Cell, value: FNode) -> FNode:
        manager = self._environment.formula_manager
        domain = sorted(self._domains[cell])
        inside = [manager.GE(value, manager.Int(domain[0])), manager.LE(value, manager.Int(domain[-1]))]
        gaps = set(range(domain[0], domain[-1])) - set(domain)
        return manager.And([*inside, *(manager.Not(manager.Equals(value, manager.Int(gap))) for gap in sorted(gaps))])

    def _renamed(self, cell: Cell, value: FNode) -> FNode:
        manager, result = self._environment.formula_manager, value
        for old, new in self._candidate.renamed(cell):
            result = manager.Ite(manager.Equals(value, manager.Int(old)), manager.Int(new), result)
        return result

    def _truth(self, formula: Formula, symbols: dict[Atom, FNode]) -> FNode:
        return translate(self._environment, formula, symbols.__getitem__)

    def _term(self, term: Term, symbols: dict[Atom, FNode]) -> FNode:
        manager = self._environment.formula_manager
        match term:
            case Linear():
                return translate_term(self._environment, term, symbols.__getitem__)
            case Case(branches, otherwise):
                result = self._term(otherwise, symbols)
                for condition, branch in reversed(branches):
                    result = manager.Ite(self._truth(condition, symbols), self._term(branch, symbols), result)
                return result
            case Quotient(inner, divisor):
                return self._divided(inner, divisor, symbols)[0]
            case Remainder(inner, divisor):
                return self._divided(inner, divisor, symbols)[1]
        assert_never(term)

    def _divided(self, inner: Term, divisor: int, symbols: dict[Atom, FNode]) -> tuple[FNode, FNode]:
        """The quotient and the remainder of a division: fresh symbols, which assumptions for the solver define."""
        manager = self._environment.formula_manager
        integer = self._environment.type_manager.INT()
        quotient, rest = (manager.FreshSymbol(integer) for _ in range(2))
        whole = manager.Plus(manager.Times(manager.Int(divisor), quotient), rest)
        self._assumed += [
            manager.Equals(self._term(inner, symbols), whole),
            manager.GE(rest, manager.Int(0)),
            manager.LT(rest, manager.Int(divisor)),
        ]
        return quotient, rest
