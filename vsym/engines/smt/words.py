"""What a path repeats: a step in a row or, as where a token goes round, a word of several steps.

A word is one step of its own, composed: its guard says that all of its steps can be taken, one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.system import Step, TransitionSystem

LONGEST = 8
"""So many steps a word has at most."""

UNROLLED = 200
"""In a path of more steps no words are looked for."""


@frozen
class Word:
    """Steps of a system, by their numbers and their labels, one after the other, and as the one `step` they make."""

    numbers: tuple[int, ...]
    labels: tuple[str, ...]
    step: Step


def steps_in_a_row(system: TransitionSystem, path: Refuted) -> list[tuple[Word, int]]:
    """The steps of a path, each with how often it is taken in a row."""
    found: list[tuple[Word, int]] = []
    last = None
    for number, times in zip(path.steps, path.times, strict=True):
        before = found.pop()[1] if number == last else 0
        found.append((composed(system, [number]), before + times))
        last = number
    return found


def words_in_a_row(system: TransitionSystem, path: Refuted) -> list[tuple[Word, int]]:
    """Words of a path, each with how often it comes in a row; from each place on the one that covers most of it."""
    if sum(path.times) > UNROLLED:
        return steps_in_a_row(system, path)
    numbers = [number for number, times in zip(path.steps, path.times, strict=True) for _ in range(times)]
    found: list[tuple[Word, int]] = []
    place = 0
    while place < len(numbers):
        length, times = _word(numbers[place:])
        found.append((composed(system, numbers[place : place + length]), times))
        place += length * times
    return found


def _word(numbers: Sequence[int]) -> tuple[int, int]:
    """How long the word at the beginning is, and how often it comes; a single step where no word comes twice."""
    best = 1, 1
    for length in range(1, min(LONGEST, len(numbers) // 2) + 1):
        times = 1
        while numbers[times * length : (times + 1) * length] == numbers[:length]:
            times += 1
        if times > 1 and length * times > best[0] * best[1]:
            best = length, times
    return best


def composed(system: TransitionSystem, numbers: Sequence[int]) -> Word:
    """Several steps, one after the other, as one."""
    first, *others = steps = [system.steps[number] for number in numbers]
    manager, substituter = system.environment.formula_manager, system.environment.substituter
    guards, update = [first.guard], dict(first.update)
    for step in others:
        guards.append(substituter.substitute(step.guard, update))
        update |= {variable: substituter.substitute(term, update) for variable, term in step.update.items()}
    whole = Step(manager.And(guards), update, first.label, first.event) if others else first
    return Word(tuple(numbers), tuple(step.label for step in steps), whole)
