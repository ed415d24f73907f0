"""Which events are images of which, as far as that follows from what is known of others of the same shapes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.system.event_classes import Placed
from vsym.system.symmetry import Symmetry

TRIED = 100
"""How many places for the variables of an image are tried before it is asked which event it is."""

_Array: TypeAlias = NDArray[np.int32]

_Answer: TypeAlias = tuple[int, tuple[int, ...]]
"""The shape of the image, and for each place in it the place of the variable that becomes the one there."""

_Renamed: TypeAlias = tuple[tuple[int, int], ...]
"""The values of a variable that do not stay, with what they become."""


@frozen(eq=False)
class _Alike:
    """Events of one shape and one label by their numbers, each with its variables in a row."""

    shape: int
    label: int
    numbers: _Array
    cells: _Array


class Counterparts:
    """The events of a system that are images of others.

    What is true of an event is true of each event of its shape whose variables' values become the same ones: its image
    is the event of the same other shape that has the images of the variables at the same places. Where operands can be
    exchanged, that event may be known with its variables at other places, so that several places are tried.
    """

    def __init__(self, placed: Sequence[Placed], labels: Sequence[int], events: Sequence[int], variables: int) -> None:
        self._placed, self._variables = placed, variables
        groups: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number in events:
            groups[placed[number].shape, labels[number]].append(number)
        self._groups = [
            _Alike(shape, label, np.array(of, np.int32), np.array([placed[one].cells for one in of], np.int32))
            for (shape, label), of in groups.items()
        ]
        self._rows = {(one.shape, one.label): {row.tobytes() for row in one.cells} for one in self._groups}
        self._answers: dict[tuple[int, bytes], list[_Answer]] = defaultdict(list)
        self._kinds: dict[_Renamed, int] = {(): 0}

    def open(self, candidate: Symmetry, compared: Callable[[int], int | None]) -> Iterator[int]:
        """The events with a variable that a candidate moves whose images are not known; of some of them it is asked
        which event is `compared` to be their image, None where none is."""
        targets, kinds = np.arange(self._variables, dtype=np.int32), np.zeros(self._variables, np.int32)
        moved = np.zeros(self._variables, bool)
        for cell, image in candidate.moved:
            moved[cell], targets[cell] = True, image.target
            kinds[cell] = self._kinds.setdefault(image.values, len(self._kinds))
        for group in self._groups:
            touched = moved[group.cells].any(axis=1)
            if touched.any():
                cells = group.cells[touched]
                images = targets[cells]
                yield from self._asked(group, group.numbers[touched].tolist(), images, kinds[cells], compared)

    def _asked(
        self,
        group: _Alike,
        numbers: Sequence[int],
        images: _Array,
        kinds: _Array,
        compared: Callable[[int], int | None],
    ) -> Iterator[int]:
        """The same for events of one shape, each with the images of its variables and what their values become."""
        for number, image, kind in zip(numbers, images, kinds, strict=True):
            answers = self._answers[group.shape, kind.tobytes()]
            if not answers and not kind.any():
                answers.append((group.shape, tuple(range(len(image)))))
            known = next((one for one in answers if self._is_there(group.label, image, one)), None)
            if known is not None:
                # The next event is most often like this one.
                answers.remove(known)
                answers.insert(0, known)
                continue
            other = compared(number)
            if other is None:
                yield number
                continue
            cells, places = self._placed[other].cells, {cell: place for place, cell in enumerate(image.tolist())}
            if cells and places.keys() == set(cells) and len(answers) < TRIED:
                answers.insert(0, (self._placed[other].shape, tuple([places[cell] for cell in cells])))

    def _is_there(self, label: int, images: _Array, answer: _Answer) -> bool:
        shape, places = answer
        return images[list(places)].tobytes() in self._rows.get((shape, label), ())
