"""Symmetric systems on levels and events alone, with the groups that they are symmetric under.

SaleStore and Clients: Colange, Kordon, Thierry-Mieg, Baarir (ACSD 2012), section III.E.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from vsym.basics.frozen import frozen
from vsym.diagrams import (
    Action,
    Case,
    Conjunction,
    Cyclic,
    Disjunction,
    Event,
    Generated,
    Group,
    Linear,
    Members,
    Product,
    Put,
    Relation,
    Space,
    StateSet,
    Symmetric,
    cases,
)
from vsym.diagrams.events import Update
from vsym.diagrams.values import EVERY_VALUE, Values, both


@frozen
class Model:
    """Levels, the vector to start from, the events, and a group."""

    sizes: tuple[int, ...]
    start: tuple[int, ...]
    events: tuple[Event, ...]
    group: Group


def is_value(level: int, value: int) -> Linear:
    """That a level has a value."""
    return Linear(((level, 1),), value, value)


def among(level: int, values: Iterable[int]) -> Disjunction:
    """That a level has one of some values."""
    return Disjunction(tuple(is_value(level, value) for value in values))


def but(values: Iterable[int]) -> Values:
    """All values but these."""
    allowed = EVERY_VALUE
    for value in values:
        allowed = both(allowed, (0, value, value + 1))
    return allowed


def one_and_others(level: int, value: int, levels: int, others: Values) -> Case:
    """That one level has a value, and all others one of some values."""
    return Case(tuple((other, (value, value + 1) if other == level else others) for other in range(levels)))


def events(guard: Conjunction, *updates: Update) -> list[Event]:
    """The events of one guard."""
    return [Event(case, updates) for case in cases(guard)]


def software_product_line(features: int) -> Model:
    """Features and five components, each a switch of its own: orbits are pairs of numbers."""
    sizes = (2,) * (features + 5)
    switches = [
        Event(Case(((level, (1 - value, 2 - value)),)), (Put(level, value),))
        for level in range(len(sizes))
        for value in (0, 1)
    ]
    groups = (
        Symmetric(Members.of(sizes, [[level] for level in range(features)])),
        Symmetric(Members.of(sizes, [[level] for level in range(features, features + 5)])),
    )
    return Model(sizes, (0,) * len(sizes), tuple(switches), Product(sizes, groups))


def sale_store(clients: int, gifts: int = 5, most: int = 2) -> Model:
    """Clients who come in, put gifts into a bag, one after the other, and leave with them. None is in two bags.

    The values of a client: outside, inside with each bag, gone.
    """
    bags = [bag for size in range(most + 1) for bag in combinations(range(gifts), size)]
    inside = {bag: 1 + number for number, bag in enumerate(bags)}
    outside, gone = 0, len(bags) + 1
    sizes = (gone + 1,) * clients
    free = [but(value for bag, value in inside.items() if gift in bag) for gift in range(gifts)]
    made: list[Event] = []
    for client in range(clients):
        made += events(Conjunction((is_value(client, outside),)), Put(client, inside[()]))
        for bag, value in inside.items():
            made += events(Conjunction((is_value(client, value),)), Put(client, gone))
            for gift in range(gifts) if len(bag) < most else ():
                if gift not in bag:
                    taken = Put(client, inside[tuple(sorted((*bag, gift)))])
                    made.append(Event(one_and_others(client, value, clients, free[gift]), (taken,)))
    return Model(sizes, (outside,) * clients, tuple(made), _clients_and(sizes, _gifts(sizes, inside, gifts)))


def _gifts(sizes: tuple[int, ...], inside: dict[tuple[int, ...], int], gifts: int) -> Group:
    if all(len(bag) < 2 for bag in inside):
        family = [inside[gift,] for gift in range(gifts)]
        return Symmetric(Members.of(sizes, references={level: [family] for level in range(len(sizes))}))
    generators = []
    for renamed in ((1, 0, *range(2, gifts)), (*range(1, gifts), 0)):
        images = list(range(sizes[0]))
        for bag, value in inside.items():
            images[value] = inside[tuple(sorted(renamed[gift] for gift in bag))]
        generators.append(Action.of(range(len(sizes)), dict.fromkeys(range(len(sizes)), images)))
    return Generated(sizes, tuple(generators))


def _clients_and(sizes: tuple[int, ...], others: Group) -> Product:
    clients = Symmetric(Members.of(sizes, [[level] for level in range(len(sizes))]))
    return Product(sizes, (clients, others))


def matching(clients: int) -> Model:
    """As many gifts as clients, and bags of one at most."""
    return sale_store(clients, clients, 1)


def clients_and_servers(clients: int, servers: int) -> Model:
    """Clients send a request to a server, which serves one of them at a time.

    The values of a client: idle, answered, served by each server, waiting for each server.
    """
    idle, answered = 0, 1
    served = range(2, 2 + servers)
    waiting = range(2 + servers, 2 + 2 * servers)
    sizes = (2 + 2 * servers,) * clients
    made: list[Event] = []
    for client in range(clients):
        made += events(Conjunction((is_value(client, answered),)), Put(client, idle))
        for server in range(servers):
            made += events(Conjunction((is_value(client, idle),)), Put(client, waiting[server]))
            made += events(Conjunction((is_value(client, served[server]),)), Put(client, answered))
            guard = one_and_others(client, waiting[server], clients, but([served[server]]))
            made.append(Event(guard, (Put(client, served[server]),)))
    references = {level: [served, waiting] for level in range(clients)}
    return Model(
        sizes, (idle,) * clients, tuple(made), _clients_and(sizes, Symmetric(Members.of(sizes, references=references)))
    )


def philosophers(count: int) -> Model:
    """A ring of philosophers: each thinks, has the left fork, or both."""
    sizes = (3,) * count
    made: list[Event] = []
    for here in range(count):
        left, right = (here - 1) % count, (here + 1) % count
        made += events(Conjunction((is_value(here, 0), among(left, (0, 1)))), Put(here, 1))
        made += events(Conjunction((is_value(here, 1), is_value(right, 0))), Put(here, 2))
        made += events(Conjunction((is_value(here, 2),)), Put(here, 0))
    return Model(sizes, (0,) * count, tuple(made), Cyclic(Members.of(sizes, [[level] for level in range(count)])))


def queue(count: int) -> Model:
    """A lock with a circular queue of those that want it, the first of which has it.

    The levels are where the queue begins, its places, each empty or a process, and for each process whether it is idle,
    in the queue, or at work.
    """
    places, own = range(1, 1 + count), range(1 + count, 1 + 2 * count)
    sizes = (count, *(count + 1 for _ in places), *(3 for _ in own))
    made: list[Event] = []
    for number, place in enumerate(places):
        before = places[number - 1]
        for process in range(count):
            idle = is_value(own[process], 0), is_value(place, 0)
            first = is_value(0, number), is_value(before, 0)
            further = Linear(((before, 1),), 1, None)
            made += events(Conjunction((*idle, *first)), Put(own[process], 1), Put(place, process + 1))
            made += events(Conjunction((*idle, further)), Put(own[process], 1), Put(place, process + 1))
            front = is_value(0, number), is_value(place, process + 1)
            made += events(Conjunction((*front, is_value(own[process], 1))), Put(own[process], 2))
            left = Put(own[process], 0), Put(place, 0), Put(0, (number + 1) % count)
            made += events(Conjunction((*front, is_value(own[process], 2))), *left)
    members = Members.of(sizes, [[level] for level in own], {place: [range(1, count + 1)] for place in places})
    return Model(sizes, (0,) * len(sizes), tuple(made), Symmetric(members))


def saturated(model: Model) -> tuple[Space, StateSet]:
    """All that is reachable."""
    space = Space(model.sizes)
    return space, Relation(space, model.events).reachable(space.single(model.start))


def canonically_reached(model: Model, space: Space) -> StateSet:
    """The canonical set of what is reachable, layer by layer."""
    relation = Relation(space, model.events)
    seen = frontier = model.group.canonical(space.single(model.start))
    while frontier:
        frontier = model.group.canonical(relation.image(frontier)) - seen
        seen |= frontier
    return seen
