"""Images of events that follow from those of others, and those that have to be asked for."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.symmetry.detected.proving import Counterparts
from vsym.system.event_classes import Placed
from vsym.system.symmetry import Image, Symmetry

_RING = (Placed(0, (0, 1)), Placed(0, (1, 2)), Placed(0, (2, 0)))
_TURN = Symmetry(tuple((cell, Image((cell + 1) % 3, ())) for cell in range(3)))
_SWAP = Symmetry(((0, Image(1, ())), (1, Image(0, ()))))


class _Asked:
    """The events that were asked about; each has the same image."""

    def __init__(self, image: int | None) -> None:
        self.numbers: list[int] = []
        self._image = image

    def __call__(self, number: int) -> int | None:
        self.numbers.append(number)
        return self._image


def _open(
    placed: Sequence[Placed], candidate: Symmetry, image: int | None, labels: Sequence[int] = (0, 0, 0)
) -> tuple[list[int], list[int]]:
    """The events whose images are not known, and those that were asked about."""
    asked = _Asked(image)
    found = Counterparts(placed, labels, range(len(placed)), 4).open(candidate, asked)
    return list(found), asked.numbers


def test_an_event_with_the_images_of_the_variables_is_the_image() -> None:
    assert _open(_RING, _TURN, None) == ([], [])


def test_where_operands_can_be_exchanged_one_answer_serves_all() -> None:
    """The image of the first event is the first one with its variables in the other order."""
    assert _open(_RING, _SWAP, 0) == ([], [0])


def test_what_has_no_image_is_open() -> None:
    assert _open(_RING, _SWAP, None) == ([0, 1, 2], [0, 1, 2])


def test_events_of_other_labels_are_no_images() -> None:
    assert _open(_RING, _TURN, None, (0, 0, 1)) == ([1, 2], [1, 2])


def test_values_that_change_are_asked_about_once() -> None:
    """All three events see variables that change alike; what is known of other changes says nothing of them."""
    changed = Symmetry(tuple((cell, Image(cell, ((0, 1), (1, 0)))) for cell in range(3)))
    known = Counterparts(_RING, (0, 0, 0), range(3), 4)
    asked = _Asked(0)
    assert list(known.open(_TURN, asked)) == []
    assert asked.numbers == []
    assert list(known.open(changed, asked)) == []
    assert asked.numbers == [0]


def test_events_that_see_nothing_that_moves_are_passed_over() -> None:
    assert _open(_RING, Symmetry(((3, Image(3, ((0, 1), (1, 0)))),)), None) == ([], [])
