"""The symmetries of counter systems: what changes places are groups, or local states."""

from __future__ import annotations

import pytest

from tests.support.composing import reduced
from tests.symmetry.detected.finding import detected
from tests.symmetry.detected.judging import structure, wrong
from vsym.basics.limits import UNLIMITED
from vsym.symmetry.detected.detection import Detection

PHILOSOPHERS = """system philosophers
param n = 5
param each = 1
states Thinking, Waiting, Eating
group P[k in 0..n-1] of each
init Thinking

for k in 0..n-1 {
  // Who waits has the left fork.
  trans Thinking -> Waiting {
    P[k]: #Waiting[P[k]] + #Eating[P[k]] = 0 & #Eating[P[(k + n - 1) % n]] = 0
    else: false
  }
  trans Waiting -> Eating {
    P[k]: #Waiting[P[(k + 1) % n]] + #Eating[P[(k + 1) % n]] = 0
    else: false
  }
  trans Eating -> Thinking {
    P[k]: true
    else: false
  }
}

ctl first_eats: EF #Eating[P[0]] > 0
"""


@pytest.mark.parametrize(("philosophers", "each"), [(3, 1), (5, 1), (7, 20)])
def test_philosophers_find_their_rotations(philosophers: int, each: int) -> None:
    system = reduced(PHILOSOPHERS, n=philosophers, each=each).system
    detection = Detection(system, UNLIMITED)
    assert detection.detected().order == philosophers
    assert detection.detected([one.formula for one in system.properties]).order == 1


def test_they_are_symmetries_of_the_states_that_satisfy_the_domain() -> None:
    system = reduced(PHILOSOPHERS, n=3).system
    detection = Detection(system, UNLIMITED)
    assert not wrong(detection.detected(), structure(system, detection.domains))


@pytest.mark.parametrize(
    ("example", "values", "order"),
    [
        ("asr", {}, 6),
        ("asr", {"resources": 5, "full": 6}, 120),
        ("deadlock", {}, 2),
        ("vault", {"staff": 40}, 2),
        ("rw", {"readers": 60}, 1),
        ("grw", {"m": 40}, 1),
    ],
)
def test_examples(example: str, values: dict[str, int], order: int) -> None:
    system = reduced(f"examples/{example}.gsst", **values).system
    assert detected(system, UNLIMITED).order == order
