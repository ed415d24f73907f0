"""Rows of members whose neighbours may be exchanged, or which may be turned, and the elements of the group of such
permutations that take one state to another (theory, section 11).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.groups.connected import least_connected
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.literals import Literals
from vsym.system.step import Vector
from vsym.system.symmetry import IDENTITY, Symmetry

MOST_STATES = 2_000
"""The most states of an orbit that are listed, where signatures do not tell which states are in it."""

MOST_LISTED = 100_000
"""The most states that vsym lists in all: after that it lists no more orbits, so that the search ends soon."""

Candidate: TypeAlias = tuple[int, int]
"""The number of a row and a place in it: the exchange of the member at that place with the next one or, of a row that
turns, the turn with that number. Other symmetries have the number OTHER instead of a row's."""

OTHER = -1


@frozen
class Turn:
    """A permutation of the members of a row: the place where each comes, and the symmetry that it is."""

    images: tuple[int, ...]
    symmetry: Symmetry


@frozen(eq=False)
class Row:
    """Members in a row, by their names: elements of a type with the slots and values that go with them, values of a
    field, or groups of processes. `exchange` makes the exchange of the members at two places, the lesser one first. A
    row that turns has `turns` as its candidates instead of exchanges."""

    name: str
    members: tuple[str, ...]
    exchange: Callable[[int, int], Symmetry]
    turns: tuple[Turn, ...] = ()

    @property
    def places(self) -> range:
        """The places of the exchanges of neighbours, or the numbers of the turns."""
        return range(len(self.turns) if self.turns else len(self.members) - 1)

    def images(self, place: int) -> Mapping[int, int]:
        """The places of the members that a candidate moves, with where they come."""
        if self.turns:
            return {one: image for one, image in enumerate(self.turns[place].images) if one != image}
        return {place: place + 1, place + 1: place}


@frozen
class Element:
    """An element of the group, and exchanges that suffice to have it there."""

    symmetry: Symmetry
    needs: frozenset[Candidate] = frozenset()

    def then(self, second: Element) -> Element:
        """This element and then a second one."""
        return Element(self.symmetry.then(second.symmetry), self.needs | second.needs)


NEUTRAL = Element(IDENTITY)

_Literal: TypeAlias = tuple[Cell, int]
_Turned: TypeAlias = tuple[Element, tuple[tuple[int, ...], ...]]


class Rows:
    """The group that exchanges and turns of some rows generate, beside `others` that are symmetries in the ordinary
    sense, on the states of some domains.

    Raises LimitReachedError.
    """

    def __init__(
        self, rows: Sequence[Row], domains: Sequence[Values], others: Sequence[Symmetry], budget: Budget
    ) -> None:
        self.rows, self.others = tuple(rows), tuple(others)
        self._domains, self._budget = domains, budget
        self._elements: dict[tuple[int, int, int], Element] = {}
        self._listed = 0
        self._turned: dict[frozenset[Candidate], tuple[_Turned, ...] | None] = {}
        self._signed = tuple(
            None if row.turns else _Signatures.of(self._neighbours(number), domains) for number, row in enumerate(rows)
        )

    def beside(self, rows: Sequence[Row]) -> Rows:
        """The same rows with others after them."""
        return Rows((*self.rows, *rows), self._domains, self.others, self._budget)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All exchanges of neighbours and turns, and the others."""
        exchanges = ((number, place) for number, row in enumerate(self.rows) for place in row.places)
        return (*exchanges, *((OTHER, place) for place in range(len(self.others))))

    def exchange(self, row: int, first: int, second: int) -> Element:
        """The exchange of two members of a row, by their places."""
        first, second = sorted((first, second))
        key = row, first, second
        if key not in self._elements:
            needs = frozenset((row, place) for place in range(first, second))
            self._elements[key] = Element(self.rows[row].exchange(first, second), needs)
        return self._elements[key]

    def symmetry(self, candidate: Candidate) -> Symmetry:
        """An exchange of neighbours, a turn, or one of the others."""
        row, place = candidate
        if row == OTHER:
            return self.others[place]
        turns = self.rows[row].turns
        return turns[place].symmetry if turns else self.exchange(row, place, place + 1).symmetry

    @property
    def exhausted(self) -> bool:
        """True where vsym has listed the most states and lists no more: then less may be known."""
        return self._listed > MOST_LISTED

    def images(self, candidate: Candidate) -> Mapping[int, int]:
        """The places of the members of its row that a candidate moves, with where they come; none of the others."""
        row, place = candidate
        return {} if row == OTHER else self.rows[row].images(place)

    def between(self, alive: frozenset[Candidate], first: Vector, second: Vector) -> Element | None:
        """An element of the group that some exchanges and others generate, which takes one state to another; None
        where there is none. Raises UndecidedError where that is not known."""
        turned = self._turns(alive)
        exact = self._independent and turned is not None and all(row != OTHER for row, _ in alive)
        for turn, _ in turned or ((NEUTRAL, ()),):
            element, known = self._exchanged(alive, turn.symmetry.state(first), second)
            if element is not None:
                return turn.then(element)
            exact = exact and known
        return None if exact else self._searched(alive, first, second)

    def _exchanged(self, alive: frozenset[Candidate], first: Vector, second: Vector) -> tuple[Element | None, bool]:
        """The same by exchanges alone, and whether there is no more than one way to try it."""
        element, state, exact = NEUTRAL, first, True
        for row, members in self._runs(alive):
            signatures = self._signed[row]
            more = None if signatures is None else self._sorted(row, members, signatures, state, second)
            if more is None:
                exact = exact and signatures is not None
                continue
            element, state = element.then(more), more.symmetry.state(state)
        return (element, True) if state == second else (None, exact)

    def kinds(self, alive: frozenset[Candidate]) -> Callable[[Vector], tuple[int, ...]]:
        """The number of literals of each orbit that a state has, as a function of states: states of one orbit have as
        many of each."""
        literals = Literals(tuple(self._domains))
        moves = (move for one in alive for move in literals.permutation(self.symmetry(one)).moves)
        orbits = least_connected(literals.starts[-1], moves)
        numbers = dict(zip(literals.all, orbits, strict=True))
        return lambda state: tuple(sorted(numbers[literal] for literal in enumerate(state)))

    def turning(self, row: int, pairs: Iterable[tuple[int, int]]) -> Element | None:
        """A product of the turns of a row that takes some members to others, by their places; None where none does."""
        wanted = (*pairs,)
        products = self._turns(frozenset((row, place) for place in self.rows[row].places)) or ()
        return next((one for one, images in products if all(images[row][a] == b for a, b in wanted)), None)

    def _turns(self, alive: frozenset[Candidate]) -> tuple[_Turned, ...] | None:
        """The products of the turns among some candidates, the neutral one first, each with where it takes the members
        of each row; None where they are too many."""
        turns = frozenset(one for one in alive if one[0] != OTHER and self.rows[one[0]].turns)
        if turns not in self._turned:
            self._turned[turns] = self._products(turns)
        return self._turned[turns]

    def _products(self, turns: frozenset[Candidate]) -> tuple[_Turned, ...] | None:
        generators = [
            (row, place, Element(self.symmetry((row, place)), frozenset(((row, place),))))
            for row, place in sorted(turns)
        ]
        queue: list[_Turned] = [(NEUTRAL, tuple(tuple(range(len(row.members))) for row in self.rows))]
        met = {IDENTITY}
        for element, images in self._budget.paced(queue):
            for row, place, generator in generators:
                product = element.then(generator)
                if product.symmetry not in met:
                    met.add(product.symmetry)
                    moved = self.rows[row].turns[place].images
                    queue.append(
                        (product, (*images[:row], tuple([moved[one] for one in images[row]]), *images[row + 1 :]))
                    )
            if len(queue) > MOST_STATES:
                return None
        return tuple(queue)

    @cached_property
    def _independent(self) -> bool:
        """True where no two rows move the same literal."""
        moved = [
            self._literals(number) if row.turns else None if signed is None else frozenset(signed.literals)
            for number, (row, signed) in enumerate(zip(self.rows, self._signed, strict=True))
        ]
        known = [literals for literals in moved if literals is not None]
        return len(known) == len(moved) and len(frozenset().union(*known)) == sum(map(len, known))

    def _literals(self, row: int) -> frozenset[_Literal]:
        """The literals that the candidates of a row move."""
        literals = Literals(tuple(self._domains))
        moves = (literals.permutation(one).moves for one in self._neighbours(row))
        return frozenset(literals.all[literal] for several in moves for literal, _ in several)

    def _neighbours(self, row: int) -> tuple[Symmetry, ...]:
        return tuple(self.symmetry((row, place)) for place in self.rows[row].places)

    def _runs(self, alive: frozenset[Candidate]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The places of a row's members that exchanges take to each other, run by run."""
        for number, row in enumerate(self.rows):
            if row.turns:
                continue
            members = [0]
            for place in row.places:
                if (number, place) in alive:
                    members.append(place + 1)
                    continue
                if len(members) > 1:
                    yield number, tuple(members)
                members = [place + 1]
            if len(members) > 1:
                yield number, tuple(members)

    def _sorted(
        self, row: int, members: Sequence[int], signatures: _Signatures, first: Vector, second: Vector
    ) -> Element | None:
        """The element of one run that gives each member its signature in the second state; None where there is none."""
        if signatures.pair:
            choices = (NEUTRAL, self.exchange(row, *members))
            return next((one for one in choices if signatures.agree(one.symmetry.state(first), second)), None)
        have, wanted = signatures.of_state(first, members), signatures.of_state(second, members)
        if Counter(have.values()) != Counter(wanted.values()):
            return None
        element = NEUTRAL
        for member in members:
            if have[member] != wanted[member]:
                other = next(one for one in members if have[one] == wanted[member] and have[one] != wanted[one])
                have[member], have[other] = have[other], have[member]
                element = element.then(self.exchange(row, member, other))
        return element

    def _searched(self, alive: frozenset[Candidate], first: Vector, second: Vector) -> Element | None:
        """The same by listing the orbit of a state."""
        if self.exhausted:
            raise UndecidedError("too many orbits would be listed")
        generators = [Element(self.symmetry(one), frozenset((one,))) for one in sorted(alive)]
        came: dict[Vector, tuple[Vector, Element] | None] = {first: None}
        queue = [first]
        for state in self._budget.paced(queue):
            for generator in generators:
                image = generator.symmetry.state(state)
                self._listed += 1
                if image not in came:
                    came[image] = state, generator
                    queue.append(image)
            if second in came:
                return _product(came, second)
            if len(came) > MOST_STATES:
                raise UndecidedError("an orbit is too large to be listed")
        return None


def _product(came: Mapping[Vector, tuple[Vector, Element] | None], state: Vector) -> Element:
    """The product of the elements by which a state was reached, the first one first."""
    steps: list[Element] = []
    while before := came[state]:
        state, element = before
        steps.append(element)
    return reduce(Element.then, reversed(steps), NEUTRAL)


@frozen(eq=False)
class _Signatures:
    """The literals that the exchanges of a row move, where each goes with one member: the member and the orbit. Of a
    `pair` of members it does not matter with which of them a literal goes."""

    literals: Mapping[_Literal, tuple[int, int]]
    cells: tuple[Cell, ...]
    pair: bool

    @classmethod
    def of(cls, neighbours: Sequence[Symmetry], domains: Sequence[Values]) -> _Signatures | None:
        """None where a literal goes with several members, or with one that exchanges do not tell."""
        literals = Literals(tuple(domains))
        moves = [literals.permutation(one).moves for one in neighbours]
        movers: dict[int, list[int]] = defaultdict(list)
        for place, pairs in enumerate(moves):
            for literal, _ in pairs:
                movers[literal].append(place)
        size = len(neighbours) + 1
        numbers = {literal: number for number, literal in enumerate(movers)}
        orbits = least_connected(len(numbers), ((numbers[p], numbers[q]) for pairs in moves for p, q in pairs))
        members = {literal: 0 if size == 2 else _member(places, size) for literal, places in movers.items()}
        own: dict[int, set[int | None]] = defaultdict(set)
        for literal, orbit in zip(movers, orbits, strict=True):
            own[orbit].add(members[literal])
        sizes = Counter(orbits)
        if None in members.values() or any({len(own[orbit]), sizes[orbit]} != {size} for orbit in own if size > 2):
            return None
        signed = {
            literals.all[literal]: (member, orbit)
            for literal, orbit in zip(movers, orbits, strict=True)
            if (member := members[literal]) is not None
        }
        return cls(signed, tuple(sorted({cell for cell, _ in signed})), size == 2)

    def agree(self, first: Vector, second: Vector) -> bool:
        """True for states that have the same ones of these literals."""
        return all(
            first[cell] == second[cell] or self.literals.keys().isdisjoint(((cell, first[cell]), (cell, second[cell])))
            for cell in self.cells
        )

    def of_state(self, state: Vector, members: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """The orbits of the literals that go with each of some members in a state."""
        signature: dict[int, list[int]] = {member: [] for member in members}
        for cell in self.cells:
            literal = self.literals.get((cell, state[cell]))
            if literal is not None and literal[0] in signature:
                signature[literal[0]].append(literal[1])
        return {member: tuple(sorted(orbits)) for member, orbits in signature.items()}


def _member(movers: Sequence[int], size: int) -> int | None:
    """The member that the exchanges at some places have in common, and no others have."""
    first = movers[0]
    if len(movers) == 2:
        return first + 1 if movers[1] == first + 1 else None
    ends = {0: 0, size - 2: size - 1}
    return ends.get(first) if len(movers) == 1 else None
