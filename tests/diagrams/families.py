"""Symmetric systems as events on levels; the same are programs in `examples/programs/`.

In which order the levels and the values stand decides which states are canonical, and how large diagrams are: what is
permuted together stands together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from tests.diagrams.symmetric import Family, Members
from vsym.diagrams import Case, Event, Move, Put
from vsym.diagrams.events import Update
from vsym.diagrams.values import NO_VALUE, Values, either, interval


def clients(n: int, servers: int) -> Family:
    """Clients that call servers, of which each serves one at a time."""
    idle, answered = 0, 1
    serving = range(2, 2 + servers)
    asking = range(2 + servers, 2 + 2 * servers)
    events = []
    for client in range(n):
        for served, asked in zip(serving, asking, strict=True):
            free = [value for value in range(2 + 2 * servers) if value != served]
            everyone: dict[int, Iterable[int]] = dict.fromkeys(range(n), free)
            events.append(_event({client: [idle]}, Put(client, asked)))
            events.append(_event(everyone | {client: [asked]}, Put(client, served)))
            events.append(_event({client: [served]}, Put(client, answered)))
        events.append(_event({client: [answered]}, Put(client, idle)))
    meanings = (
        ("idle", frozenset[int]()),
        ("answered", frozenset[int]()),
        *((saying, frozenset({server})) for saying in ("served", "asks") for server in range(servers)),
    )
    groups = Members(n, _single(range(n))), Members(servers, (), tuple(range(n)), meanings)
    return Family((2 + 2 * servers,) * n, (idle,) * n, tuple(events), groups)


def clients_counted(n: int, servers: int) -> Family:
    """How many clients are idle, how many have an answer, and of each server twice those that wait, 1 more if busy."""
    idle, answered = 0, 1
    busy, free = range(1, 2 * n + 2, 2), range(2, 2 * n + 2, 2)
    events = [_event({answered: range(1, n + 1)}, Move(answered, -1), Move(idle, 1))]
    for server in range(2, 2 + servers):
        events.append(_event({idle: range(1, n + 1)}, Move(idle, -1), Move(server, 2)))
        events.append(_event({server: free}, Move(server, -1)))
        events.append(_event({server: busy}, Move(server, -1), Move(answered, 1)))
    sizes = (n + 1, n + 1, *(2 * n + 2,) * servers)
    return Family(sizes, (n, *(0,) * (servers + 1)), tuple(events), (Members(servers, _single(range(2, 2 + servers))),))


def queue_lock(n: int) -> Family:
    """A lock with a circular queue: where it begins, its length, who is in it, and who rests, waits or is inside."""
    first, length, queue, state = 0, 1, range(2, 2 + n), range(2 + n, 2 + 2 * n)
    events = []
    for process, (begin, long) in product(range(n), product(range(n), range(n))):
        place = queue[(begin + long) % n]
        guard = {first: [begin], length: [long], state[process]: [0]}
        events.append(_event(guard, Put(place, process + 1), Put(length, long + 1), Put(state[process], 1)))
    for process, begin in product(range(n), range(n)):
        at_head = {first: [begin], queue[begin]: [process + 1]}
        events.append(_event(at_head | {state[process]: [1]}, Put(state[process], 2)))
        leaving = Put(queue[begin], 0), Put(first, (begin + 1) % n), Move(length, -1), Put(state[process], 0)
        events.append(_event(at_head | {state[process]: [2]}, *leaving))
    meanings = ("nobody", frozenset[int]()), *(("is", frozenset({process})) for process in range(n))
    sizes = (n, n + 1, *(n + 1,) * n, *(3,) * n)
    processes = Members(n, _single(state), tuple(queue), meanings)
    return Family(sizes, (0,) * len(sizes), tuple(events), (processes,))


def suites(flags: int, tests: int) -> Family:
    """Tests that are added one by one: how many there are, and by flag what it is in each, if that is said by now."""
    levels = [range(1 + flag * tests, 1 + (flag + 1) * tests) for flag in range(flags)]
    events = [
        _event({0: [count]}, Put(0, count + 1), *(Put(levels[flag][count], vector[flag]) for flag in range(flags)))
        for count in range(tests)
        for vector in product((1, 2), repeat=flags)
    ]
    sizes = (tests + 1, *(3,) * (flags * tests))
    flips = tuple(
        Members(2, (), tuple(own), (("unsaid", frozenset()), ("is", frozenset({0})), ("is", frozenset({1}))))
        for own in levels
    )
    return Family(
        sizes, (0,) * len(sizes), tuple(events), (Members(flags, tuple(tuple(own) for own in levels)), *flips)
    )


def bus(n: int) -> Family:
    """Caches on a bus: the request, its owner, whether others have the line, and whether the memory is old; by cache
    what it has (invalid, shared, exclusive, modified) and whether it has snooped."""
    request, owner, others, old = range(4)
    line, snooped = range(4, 4 + 2 * n, 2), range(5, 4 + 2 * n, 2)
    events = []
    for cache in range(n):
        takes = Put(owner, cache + 1)
        events.append(_event({request: [0], line[cache]: [0]}, takes, Put(request, 1)))
        events.append(_event({request: [0], line[cache]: [0, 1]}, takes, Put(request, 2)))
        elsewhere: dict[int, Iterable[int]] = {owner: [one for one in range(1, n + 1) if one != cache + 1]}
        for asked, has in product((1, 2), range(4)):
            written_back = (Put(old, 0),) if has == 3 else ()
            shares = (Put(others, 1),) if asked == 1 and has else ()
            then = Put(snooped[cache], 1), Put(line[cache], 1 if asked == 1 and has else 0), *written_back, *shares
            events.append(_event(elsewhere | {request: [asked], line[cache]: [has], snooped[cache]: [0]}, *then))
        done: dict[int, Iterable[int]] = {level: [1] for level in snooped if level != snooped[cache]}
        done[owner] = [cache + 1]
        free = Put(request, 0), Put(owner, 0), Put(others, 0), *(Put(level, 0) for level in snooped)
        events.append(_event(done | {request: [1], others: [1]}, Put(line[cache], 1), *free))
        events.append(_event(done | {request: [1], others: [0]}, Put(line[cache], 2), *free))
        events.append(_event(done | {request: [2]}, Put(line[cache], 3), Put(old, 1), *free))
        events.append(_event({line[cache]: [2]}, Put(line[cache], 3), Put(old, 1)))
        events.append(_event({line[cache]: [1, 2]}, Put(line[cache], 0)))
        events.append(_event({line[cache]: [3]}, Put(line[cache], 0), Put(old, 0)))
    meanings = ("nobody", frozenset[int]()), *(("is", frozenset({cache})) for cache in range(n))
    sizes = (3, n + 1, 2, 2, *(4, 2) * n)
    caches = Members(n, tuple(zip(line, snooped, strict=True)), (owner,), meanings)
    return Family(sizes, (0,) * len(sizes), tuple(events), (caches,))


def _event(guard: Mapping[int, Iterable[int]], *updates: Update) -> Event:
    """An event that is enabled where each of some levels has one of its values."""
    return Event(Case(tuple((level, _among(guard[level])) for level in sorted(guard))), updates)


def _among(values: Iterable[int]) -> Values:
    found = NO_VALUE
    for value in values:
        found = either(found, interval(value, value))
    return found


def _single(levels: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple((level,) for level in levels)
