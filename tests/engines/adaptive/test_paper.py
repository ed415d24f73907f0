"""The numbers of "Adaptive Symmetry Reduction" (figures 1 to 4 and table 1), and the closed forms behind them.

The resource controller is the one of examples/controller.gsst: a process holds the resource in three phases, and nobody
requests it meanwhile. Let s_1, …, s_k be the sizes of the classes, n their sum and m_c = s_{c+1} + … + s_k.

Adaptive. While the resource is free no edge has told processes apart: one state for each number of waiting processes,
n + 1. When a process of class c is granted it, nobody of a higher class waits, so that the state is given by how many
others of the class wait, 0 … s_c − 1, and how many of the lower classes, 0 … m_c, under the partition |higher | class |
lower|. It stays that way for three phases, and a state with the coarsest partition subsumes the state after them. None
of these subsume each other, as the holder is in different cells. In all

    (n + 1) + 3 Σ_c s_c (m_c + 1).

Orbit. The friends are the classes: Π_c (s_c + 1) free states. With a holder in class c nobody of the higher ones waits,
the class has 0 … s_c − 1 others that wait, and each lower class d one of s_d + 1 numbers: 3 Σ_c s_c Π_{d>c} (s_d + 1).

Plain. 2^n free states; with a holder in class c, one of s_c, the others of its class and the lower ones wait or not:
3 Σ_c s_c 2^(s_c − 1 + m_c).

Counter. One block of all processes is exact: n + 1 free states, and 3 n with a holder and 0 … n − 1 that wait.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from tests.engines.adaptive.represented import prepared, searched
from tests.support import composing
from tests.support.composing import decided
from tests.support.running import EXAMPLES
from vsym.models.counting.model import Model
from vsym.reductions.direct import friends
from vsym.reductions.protocol import Method

CONTROLLER = (EXAMPLES / "controller.gsst").read_text("utf-8")
FIGURE_1 = (EXAMPLES / "rw_adaptive.gsst").read_text("utf-8")


def controller(sizes: Sequence[int]) -> str:
    """The resource controller with classes of these sizes."""
    groups = "\n".join(f"group P{number} of {size}" for number, size in enumerate(sizes, 1))
    lines = [
        f"  P{number}: free & " + (f"#T[{{1..{sum(sizes[: number - 1])}}}] = 0" if number > 1 else "true")
        for number in range(1, len(sizes) + 1)
    ]
    granted = "\n".join(f"{line} do free := false" for line in lines)
    head, rest = CONTROLLER.split("param classes", 1)[0], CONTROLLER[CONTROLLER.index("shared free") :]
    before, after = rest.split("trans T -> Granted {", 1)
    return (
        f"{head}states N, T, Granted, Using, Done\n{groups}\n{before}trans T -> Granted {{\n{granted}\n}}"
        + after[after.index("\n}") + 2 :]
    )


def adaptive(sizes: Sequence[int]) -> int:
    """The first closed form."""
    return sum(sizes) + 1 + 3 * sum(size * (sum(sizes[c + 1 :]) + 1) for c, size in enumerate(sizes))


def orbits(sizes: Sequence[int]) -> int:
    """The second one."""
    held = (size * math.prod(lower + 1 for lower in sizes[c + 1 :]) for c, size in enumerate(sizes))
    return math.prod(size + 1 for size in sizes) + 3 * sum(held)


def plain(sizes: Sequence[int]) -> int:
    """The third one."""
    return int(2 ** sum(sizes) + 3 * sum(size * 2 ** (sum(sizes[c:]) - 1) for c, size in enumerate(sizes)))


def states_of(model: Model, method: Method) -> int:
    """The number of states that a method finds."""
    found = composing.explored(model, "explicit", method=method)
    assert found.reached is not None
    assert found.reached.complete
    assert found.deadlock is None
    return found.reached.states


def explored(sizes: Sequence[int], method: Method) -> int:
    """The number of states of a controller of these sizes."""
    return states_of(prepared(controller(sizes)).model, method)


@pytest.mark.parametrize(
    ("sizes", "states"),
    [
        ((2,) * 9, 505),
        ((9, 9), 316),
        ((1, 79), 558),
        ((1, 1, 78), 792),
        ((1, 1, 1, 1, 76), 1251),
        ((2, 2, 76), 1245),
    ],
)
def test_adaptive_reaches_as_many_states_as_in_the_paper(sizes: tuple[int, ...], states: int) -> None:
    assert adaptive(sizes) == states
    found = searched(prepared(controller(sizes)))
    assert found.complete
    assert len(found.reached.nodes) == states


def test_friends_are_never_told_apart() -> None:
    """Theorem 7: of friends there are as many local state tuples as orbits at most, as all are in one cell."""
    for text in (controller((2, 3, 1)), FIGURE_1):
        ready = prepared(text)
        reached = searched(ready).reached
        classes = friends(ready.model, ready.edges)
        assert max(cell.size for cell in classes) > 1
        for cells in reached.partitions.cells:
            assert all(any(friendly <= cell for cell in cells) for friendly in classes)


def test_plain_exploration_and_orbits_too() -> None:
    assert orbits((2,) * 9) == 78_729
    assert explored((2,) * 9, "orbit") == 78_729
    assert plain((2,) * 9) == 1_310_716
    assert plain((9, 9)) == 3_808_000
    for sizes in ((2,) * 5, (5, 5), (1, 3, 2)):
        assert explored(sizes, "plain") == plain(sizes)
        assert explored(sizes, "orbit") == orbits(sizes)
        assert explored(sizes, "adaptive") == adaptive(sizes)


@pytest.mark.parametrize("sizes", [(2,) * 9, (9, 9), (1, 1, 78)])
def test_one_counter_for_each_local_state_is_exact(sizes: tuple[int, ...]) -> None:
    model = prepared(controller(sizes)).model
    assert decided(model).full
    assert states_of(model, "counter") == 4 * sum(sizes) + 1


def test_figure_1() -> None:
    ready = prepared(FIGURE_1)
    assert [edge.partition for edge in ready.edges if len(edge.partition) > 1] == [
        tuple(group.processes for group in ready.model.groups)
    ]
    counted: dict[Method, int] = {"plain": 22, "orbit": 15, "adaptive": 9}
    for method, states in counted.items():
        assert states_of(ready.model, method) == states
