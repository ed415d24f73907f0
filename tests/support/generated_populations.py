"""Population protocols drawn as texts, and as the oracle has them, with a predicate on their inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.support.choosing import chance
from tests.support.oracle_populations import Configuration, Protocol

NAMES = ("A", "b", "X", "Y2")


@dataclass(frozen=True)
class Drawn:
    """A protocol, its text, and the predicate that it is to compute."""

    protocol: Protocol
    text: str
    predicate: Callable[[Configuration], bool]


@st.composite
def populations(draw: DrawFn) -> Drawn:
    """A protocol of up to four states. Most interactions keep one agent in its state, so that many have an end."""
    states = NAMES[: draw(st.integers(2, 4))]
    outputs = {state: draw(st.booleans()) for state in states}
    initial = tuple(state for number, state in enumerate(states) if number == 0 or chance(draw, 50))
    pair = st.tuples(st.sampled_from(states), st.sampled_from(states))
    interactions = []
    for _ in range(draw(st.integers(1, 6))):
        before, after = draw(pair), draw(pair)
        interactions.append((before, (before[0], after[1]) if chance(draw, 60) else after))
    weights = {state: draw(st.integers(-2, 2)) for state in initial}
    bound, divisor = draw(st.integers(-2, 3)), draw(st.integers(2, 3))
    modulo = chance(draw, 30)

    def predicate(start: Configuration) -> bool:
        total = sum(weights[state] for state in start)
        return total % divisor == bound % divisor if modulo else total >= bound

    total = " + ".join(f"{weight} * #{state}" for state, weight in weights.items()).replace("+ -", "- ")
    said = f"({total}) % {divisor} = {bound % divisor}" if modulo else f"{total} >= {bound}"
    lines = [
        "protocol drawn",
        f"states {', '.join(states)}",
        f"init {', '.join(initial)}",
        *(f"output {str(outputs[state]).lower()}: {state}" for state in states),
        *(f"trans {', '.join(before)} -> {', '.join(after)}" for before, after in interactions),
        f"predicate {said}",
    ]
    return Drawn(Protocol(states, tuple(interactions), initial, outputs), "\n".join(lines), predicate)
