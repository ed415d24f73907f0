"""Small nets drawn at random, and their behaviour by the definitions."""

from __future__ import annotations

import itertools
from random import Random

from pysmt.typing import INT

from vsym.arithmetic.environment import Environment
from vsym.engines.smt.coverability.net import Marking, Net, Place, Transfer

MANAGER = Environment().formula_manager


def drawn(random: Random) -> Net:
    """A net of three or four places and up to five transfers; all that there is starts at the first place."""
    count = random.randint(3, 4)
    places = tuple(Place(MANAGER.Symbol(f"p{number}", INT)) for number in range(count))
    transfers = tuple(_transfer(random, count) for _ in range(random.randint(2, 5)))
    return Net(places, transfers, (None, *[random.choice([0, 0, 1]) for _ in places[1:]]))


def _transfer(random: Random, count: int) -> Transfer:
    target = [number if random.random() < 0.7 else random.choice([*range(count), None]) for number in range(count)]
    low = [random.choice([0, 0, 0, 1, 2]) for _ in range(count)]
    high = [None if random.random() < 0.8 else number + random.randint(0, 1) for number in low]
    change = [random.choice([-1, 0, 0, 0, 1]) for _ in range(count)]
    return Transfer(tuple(low), tuple(high), tuple(target), tuple(change))


def after(transfer: Transfer, marking: Marking) -> Marking | None:
    """The marking after a transfer, or None where the transfer is not enabled."""
    for count, low, high in zip(marking, transfer.low, transfer.high, strict=True):
        if count < low or (high is not None and count > high):
            return None
    found = list(transfer.change)
    for count, target in zip(marking, transfer.target, strict=True):
        if target is not None:
            found[target] += count
    return tuple(found) if min(found) >= 0 else None


def starts(net: Net, most: int) -> list[Marking]:
    """All markings of the start with up to so much at the first place."""
    others = [range((bound or 0) + 1) for bound in net.most[1:]]
    return [(first, *rest) for first in range(most + 1) for rest in itertools.product(*others)]


def reached(net: Net, begin: list[Marking], most: int) -> set[Marking]:
    """The markings that are reachable with at most `most` tokens in every place on the way."""
    found, work = set(begin), list(begin)
    while work:
        marking = work.pop()
        for transfer in net.transfers:
            then = after(transfer, marking)
            if then is not None and max(then) <= most and then not in found:
                found.add(then)
                work.append(then)
    return found


def below(one: Marking, other: Marking) -> bool:
    """True where one marking has nowhere more than the other."""
    return all(map(int.__le__, one, other))
