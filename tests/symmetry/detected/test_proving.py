"""Images of events: those that follow from the images of others, and those that need a comparison."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from vsym.symmetry.detected.proving import Counterparts
from vsym.system.event_classes import Placed
from vsym.system.symmetry import Image, Symmetry

_RING = (Placed(0, (0, 1)), Placed(0, (1, 2)), Placed(0, (2, 0)))
_TURN = Symmetry(tuple((cell, Image((cell + 1) % 3, ())) for cell in range(3)))
_SWAP = Symmetry(((0, Image(1, ())), (1, Image(0, ()))))


_OTHER = Symmetry(((3, Image(3, ((0, 1), (1, 0)))),))


def _ring(labels: Sequence[int] = (0, 0, 0)) -> Counterparts:
    return Counterparts(_RING, labels, range(3), 4)


def _open(known: Counterparts, candidate: Symmetry, image: int | None) -> tuple[list[int], list[int]]:
    """The events without a known image, and those that were compared; each comparison gives the same `image`."""
    asked: list[int] = []

    def compared(number: int) -> int | None:
        asked.append(number)
        return image

    return list(known.open(candidate, compared)), asked


@pytest.mark.parametrize(
    ("candidate", "image", "labels", "unknown", "asked"),
    [
        pytest.param(_TURN, None, (0, 0, 0), [], [], id="an event with the images of the variables is the image"),
        pytest.param(_SWAP, 0, (0, 0, 0), [], [0], id="one answer serves all where operands can be exchanged"),
        pytest.param(_SWAP, None, (0, 0, 0), [0, 1, 2], [0, 1, 2], id="what has no image is open"),
        pytest.param(_TURN, None, (0, 0, 1), [1, 2], [1, 2], id="events of other labels are no images"),
        pytest.param(_OTHER, None, (0, 0, 0), [], [], id="events that see nothing that moves are passed over"),
    ],
)
def test_images_that_are_known(
    candidate: Symmetry, image: int | None, labels: Sequence[int], unknown: list[int], asked: list[int]
) -> None:
    assert _open(_ring(labels), candidate, image) == (unknown, asked)


def test_values_that_change_are_asked_about_once() -> None:
    """All three events see variables that change alike; an answer on other changes says nothing of them."""
    changed = Symmetry(tuple((cell, Image(cell, ((0, 1), (1, 0)))) for cell in range(3)))
    known = _ring()
    assert [_open(known, one, 0) for one in (_TURN, changed)] == [([], []), ([], [0])]
