"""Texts of drawn models of any number of processes: steps of every kind, and two shared variables."""

from __future__ import annotations

from random import Random

STATES = ("N", "T", "C")
_GUARDS = (
    "free",
    "!free",
    "v = 0",
    "v >= 1",
    "#C >= 1",
    "#T >= 2",
    "#N >= 1 & free",
    "#C + #T >= 3",
    "v = 2 & #T >= 1",
)
_DENYING = ("#C = 0", "#T <= 1")
_UPDATES = ("free := false", "free := true", "v := 0", "v := 1", "v := 2", "free := true, v := 1")
_GOALS = ("#C >= 2", "#C >= 3 & #T >= 1", "#T >= 4", "#C >= 1 & !free", "v = 2", "#C >= 2 & v = 1", "#N >= 3 & v = 2")


def text(random: Random, *, denying: bool = False) -> str:
    """The text of a model with one open size `n` and three `EF`; if `denying`, some guards bound counts from above."""
    guards = (*_GUARDS, *_DENYING) if denying else _GUARDS
    lines = [
        "system drawn",
        "param n = 2 where n >= 1",
        "states N, T, C",
        "group P of n",
        f"shared free : bool = {random.choice(['true', 'false'])}",
        "shared v : 0..2 = 0",
        "init N",
        *(_step(random, guards) for _ in range(random.randint(3, 5))),
        *(f"ctl goal{number}: EF ({goal})" for number, goal in enumerate(random.sample(_GOALS, 3))),
    ]
    return "\n".join(lines)


def _step(random: Random, guards: tuple[str, ...]) -> str:
    source = random.choice("NNTC")
    line = f"trans {source} -> {random.choice([state for state in STATES if state != source])}"
    if random.random() < 0.25:
        line += f" with {random.choice(STATES)} -> {random.choice(STATES)}"
    if random.random() < 0.3:
        sources = random.sample(STATES, random.randint(1, 2))
        line += " others " + ", ".join(f"{one} -> {random.choice(STATES)}" for one in sources)
    if random.random() < 0.6:
        line += f" if {random.choice(guards)}"
    return f"{line} do {random.choice(_UPDATES)}" if random.random() < 0.4 else line
