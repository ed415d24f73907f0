"""Commands that move along the path: one step, several at random, back and forth, to another start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError
from vsym.commands.step.session import Reply, Session, at
from vsym.stepping.walk import Walk

STARTS = 20
"""How many start states can be chosen by their numbers."""

MOST = 10_000
"""How many steps are taken at random at once."""


def step(session: Session, rest: str) -> Reply:
    """Take a step by its number, of the processes or with the values that are named, or else of the first."""
    number, _, named = rest.partition(" ")
    choices = session.desk.stepper.choices(session.walk.state)
    place = _number(number, "a step", 1) - 1
    if place >= len(choices):
        known = f"{plural(len(choices), 'step is', 'steps are')} possible, numbered from 1"
        raise RefusedError(f"{known}; `why {place + 1}` says why that one is not, if it is listed")
    choice = choices[place]
    if named.split():
        choice = session.desk.stepper.member(session.walk.state, place, named.split())
    if choice.target is None:
        raise RefusedError(f"`{choice.label}` ends in an error: {choice.fault}")
    return at(replace(session, walk=session.walk.taken([choice.step], [choice.target])))


def random(session: Session, rest: str) -> Reply:
    """Take steps at random: a choice is drawn, and then who takes it."""
    wanted = _number(rest, "how many steps", 1)
    if wanted > MOST:
        raise RefusedError(f"from 1 to {MOST:,} steps are taken at once")
    stepper, state = session.desk.stepper, session.walk.state
    steps: list[Any] = []
    states: list[Any] = []
    while len(steps) < wanted:
        possible = [place for place, one in enumerate(stepper.choices(state)) if one.target is not None]
        if not possible:
            break
        choice = stepper.drawn(state, session.random.choice(possible), session.random)
        if choice.target is None:
            break
        state = choice.target
        steps.append(choice.step)
        states.append(state)
    told = [f"{plural(len(steps), 'random step')}, seed {session.seed}"]
    if len(steps) < wanted:
        told.append("nothing is possible after them")
    return at(replace(session, walk=session.walk.taken(steps, states)), "; ".join(told))


def moved(direction: int, nothing: str) -> Callable[[Session, str], Reply]:
    """The command that goes back or forth along what is known; `nothing` is said where there is none of it."""

    def move(session: Session, rest: str) -> Reply:
        walk = session.walk.moved(direction * _number(rest or "1", "how many steps", 0))
        if walk is None:
            raise RefusedError(nothing)
        return at(replace(session, walk=walk))

    return move


def start(session: Session, rest: str) -> Reply:
    """Go to an initial state by its number."""
    starts = [*islice(session.desk.stepper.starts(), STARTS + 1)]
    known = f"{len(starts[:STARTS])}{' or more' if len(starts) > STARTS else ''}"
    number = _number(rest or "1", "a start", 1)
    if number > min(len(starts), STARTS):
        raise RefusedError(f"there is no initial state {number} up to symmetry: they are 1..{known}")
    told = f"initial state {number} of {known} up to symmetry"
    return at(replace(session, walk=Walk((starts[number - 1],))), told)


def _number(given: str, what: str, least: int) -> int:
    if not given.isascii() or not given.isdecimal() or len(given) > 9 or int(given) < least:
        raise RefusedError(f"{what}: a number from {least} on is wanted{f', not `{given}`' if given else ''}")
    return int(given)
