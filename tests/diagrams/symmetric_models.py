"""Symmetric systems on levels and events alone, with their symmetry groups; `examples/programs/` has them as programs.
Their states and orbits are also counted by the definitions.

The order of the levels and of the values decides which states are canonical and how large diagrams are: levels that are
permuted together stand together. SaleStore and Clients: Colange, Kordon, Thierry-Mieg, Baarir (ACSD 2012), section
III.E.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

from vsym.basics.frozen import frozen
from vsym.diagrams import (
    Action,
    Case,
    Cyclic,
    Event,
    Generated,
    Group,
    Members,
    Move,
    Product,
    Put,
    Relation,
    Space,
    StateSet,
    Symmetric,
    Vector,
)
from vsym.diagrams.events import Update
from vsym.diagrams.values import NO_VALUE, Values, contains, either, interval


@frozen
class Model:
    """Levels, the vector to start from, the events, and a group."""

    sizes: tuple[int, ...]
    start: Vector
    events: tuple[Event, ...]
    group: Group

    def successors(self, vector: Vector) -> Iterator[Vector]:
        """The vectors after one step, by the definition of events, whose guards test single levels."""
        for one in self.events:
            if all(contains(values, vector[level]) for level, values in one.guard.masks):
                then = list(vector)
                for update in one.updates:
                    then[update.level] = update.value if isinstance(update, Put) else then[update.level] + update.by
                if all(0 <= value < size for value, size in zip(then, self.sizes, strict=True)):
                    yield tuple(then)

    def reached(self) -> set[Vector]:
        """The reachable states, found one by one."""
        found, waiting = {self.start}, [self.start]
        while waiting:
            for then in self.successors(waiting.pop()):
                if then not in found:
                    found.add(then)
                    waiting.append(then)
        return found

    def orbits(self, states: Iterable[Vector]) -> int:
        """The number of orbits in a set of states that is a union of orbits, by the generators of the group."""
        left, orbits = set(states), 0
        while left:
            orbits += 1
            waiting = {left.pop()}
            while waiting:
                state = waiting.pop()
                images = {action.apply(state) for action in self.group.generators}
                waiting |= images & left
                left -= images
        return orbits


Asked = Mapping[int, Iterable[int]]
"""The values that each level may have, by level."""


def event(guard: Asked, *updates: Update) -> Event:
    """An event that is enabled where each of some levels has one of its values."""
    return Event(Case(tuple((level, _among(frozenset(guard[level]))) for level in sorted(guard))), updates)


@functools.cache
def _among(values: frozenset[int]) -> Values:
    allowed = NO_VALUE
    for value in sorted(values):
        allowed = either(allowed, interval(value, value))
    return allowed


def one_and_others(level: int, value: int, levels: int, others: frozenset[int]) -> Asked:
    """The guard that one level has a value, and each other level one of some values."""
    return {**dict.fromkeys(range(levels), others), level: [value]}


def software_product_line(features: int) -> Model:
    """Features and five components, each a switch of its own: orbits are pairs of numbers."""
    sizes = (2,) * (features + 5)
    switches = [event({level: [1 - value]}, Put(level, value)) for level in range(len(sizes)) for value in (0, 1)]
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
    made: list[Event] = []
    for client in range(clients):
        made.append(event({client: [outside]}, Put(client, inside[()])))
        made += (event({client: [value]}, Put(client, gone)) for value in inside.values())
        for (bag, value), gift in product(inside.items(), range(gifts)):
            if len(bag) < most and gift not in bag:
                free = frozenset(range(gone + 1)) - {held for other, held in inside.items() if gift in other}
                taken = Put(client, inside[tuple(sorted((*bag, gift)))])
                made.append(event(one_and_others(client, value, clients, free), taken))
    return Model(sizes, (outside,) * clients, tuple(made), _clients_and(sizes, _gifts(sizes, inside, gifts)))


def _gifts(sizes: tuple[int, ...], inside: Mapping[tuple[int, ...], int], gifts: int) -> Group:
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
    """A store with as many gifts as clients, and with bags of at most one."""
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
        made.append(event({client: [answered]}, Put(client, idle)))
        for server in range(servers):
            made.append(event({client: [idle]}, Put(client, waiting[server])))
            made.append(event({client: [served[server]]}, Put(client, answered)))
            free = frozenset(range(sizes[0])) - {served[server]}
            made.append(event(one_and_others(client, waiting[server], clients, free), Put(client, served[server])))
    references = {level: [served, waiting] for level in range(clients)}
    return Model(
        sizes, (idle,) * clients, tuple(made), _clients_and(sizes, Symmetric(Members.of(sizes, references=references)))
    )


def clients_counted(n: int, servers: int) -> Model:
    """A model that counts idle clients, answered ones, and at each server twice those waiting, 1 more if busy."""
    idle, answered = 0, 1
    busy, free = range(1, 2 * n + 2, 2), range(2, 2 * n + 2, 2)
    made = [event({answered: range(1, n + 1)}, Move(answered, -1), Move(idle, 1))]
    for server in range(2, 2 + servers):
        made.append(event({idle: range(1, n + 1)}, Move(idle, -1), Move(server, 2)))
        made.append(event({server: free}, Move(server, -1)))
        made.append(event({server: busy}, Move(server, -1), Move(answered, 1)))
    sizes = (n + 1, n + 1, *(2 * n + 2,) * servers)
    group = Symmetric(Members.of(sizes, [[server] for server in range(2, 2 + servers)]))
    return Model(sizes, (n, *(0,) * (servers + 1)), tuple(made), group)


def philosophers(count: int) -> Model:
    """A ring of philosophers: each thinks, has the left fork, or both."""
    sizes = (3,) * count
    made: list[Event] = []
    for here in range(count):
        left, right = (here - 1) % count, (here + 1) % count
        made.append(event({here: [0], left: [0, 1]}, Put(here, 1)))
        made.append(event({here: [1], right: [0]}, Put(here, 2)))
        made.append(event({here: [2]}, Put(here, 0)))
    return Model(sizes, (0,) * count, tuple(made), Cyclic(Members.of(sizes, [[level] for level in range(count)])))


def queue(count: int) -> Model:
    """A lock with a circular queue of those that want it, the first of which has it.

    The levels are where the queue begins, its places, each empty or a process, and for each process whether it is idle,
    in the queue, or at work.
    """
    places, own = range(1, 1 + count), range(1 + count, 1 + 2 * count)
    sizes = (count, *(count + 1 for _ in places), *(3 for _ in own))
    made: list[Event] = []
    for (number, place), process in product(enumerate(places), range(count)):
        entering = Put(own[process], 1), Put(place, process + 1)
        idle = {own[process]: [0], place: [0]}
        made.append(event({**idle, 0: [number], places[number - 1]: [0]}, *entering))
        made.append(event({**idle, places[number - 1]: range(1, count + 1)}, *entering))
        front = {0: [number], place: [process + 1]}
        made.append(event({**front, own[process]: [1]}, Put(own[process], 2)))
        left = Put(own[process], 0), Put(place, 0), Put(0, (number + 1) % count)
        made.append(event({**front, own[process]: [2]}, *left))
    members = Members.of(sizes, [[level] for level in own], {place: [range(1, count + 1)] for place in places})
    return Model(sizes, (0,) * len(sizes), tuple(made), Symmetric(members))


def suites(flags: int, tests: int) -> Model:
    """Tests that are added one by one: their number, and each flag's value in each test, 0 before the test is added."""
    levels = [range(1 + flag * tests, 1 + (flag + 1) * tests) for flag in range(flags)]
    made = [
        event({0: [count]}, Put(0, count + 1), *(Put(levels[flag][count], vector[flag]) for flag in range(flags)))
        for count in range(tests)
        for vector in product((1, 2), repeat=flags)
    ]
    sizes = (tests + 1, *(3,) * (flags * tests))
    alike = [Members.of(sizes, levels)]
    alike += (Members.of(sizes, references={level: [(1, 2)] for level in own}) for own in levels)
    generators = tuple(action for members in alike for action in Symmetric(members).generators)
    return Model(sizes, (0,) * len(sizes), tuple(made), Generated(sizes, generators))


def bus(n: int) -> Model:
    """Caches on a bus: the request, its owner, whether others have the line, and whether the memory is old; for each
    cache, the state of its line (invalid, shared, exclusive, modified) and whether it has snooped."""
    request, owner, others, old = range(4)
    line, snooped = range(4, 4 + 2 * n, 2), range(5, 4 + 2 * n, 2)
    made: list[Event] = []
    for cache in range(n):
        takes = Put(owner, cache + 1)
        made.append(event({request: [0], line[cache]: [0]}, takes, Put(request, 1)))
        made.append(event({request: [0], line[cache]: [0, 1]}, takes, Put(request, 2)))
        elsewhere = {owner: [one for one in range(1, n + 1) if one != cache + 1]}
        for asked, has in product((1, 2), range(4)):
            written_back = (Put(old, 0),) if has == 3 else ()
            shares = (Put(others, 1),) if asked == 1 and has else ()
            then = Put(snooped[cache], 1), Put(line[cache], 1 if asked == 1 and has else 0), *written_back, *shares
            made.append(event(elsewhere | {request: [asked], line[cache]: [has], snooped[cache]: [0]}, *then))
        done = {level: [1] for level in snooped if level != snooped[cache]}
        done[owner] = [cache + 1]
        free = Put(request, 0), Put(owner, 0), Put(others, 0), *(Put(level, 0) for level in snooped)
        made.append(event(done | {request: [1], others: [1]}, Put(line[cache], 1), *free))
        made.append(event(done | {request: [1], others: [0]}, Put(line[cache], 2), *free))
        made.append(event(done | {request: [2]}, Put(line[cache], 3), Put(old, 1), *free))
        made.append(event({line[cache]: [2]}, Put(line[cache], 3), Put(old, 1)))
        made.append(event({line[cache]: [1, 2]}, Put(line[cache], 0)))
        made.append(event({line[cache]: [3]}, Put(line[cache], 0), Put(old, 0)))
    sizes = (3, n + 1, 2, 2, *(4, 2) * n)
    caches = Members.of(sizes, zip(line, snooped, strict=True), {owner: [range(1, n + 1)]})
    return Model(sizes, (0,) * len(sizes), tuple(made), Symmetric(caches))


def saturated(model: Model) -> tuple[Space, StateSet]:
    """All that is reachable."""
    space = Space(model.sizes)
    return space, Relation(space, model.events).reachable(space.single(model.start))


def canonically_reached(model: Model, space: Space) -> StateSet:
    """The canonical set of the reachable states, computed layer by layer."""
    relation = Relation(space, model.events)
    seen = frontier = model.group.canonical(space.single(model.start))
    while frontier:
        frontier = model.group.canonical(relation.image(frontier)) - seen
        seen |= frontier
    return seen
