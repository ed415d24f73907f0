"""Tables of groups in pictures: places and their images under the generators, no more than there is room for."""

from __future__ import annotations

from tests.support.hand_programs import LOCK, RING
from tests.support.loading import load_program
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED
from vsym.checking.findings.table import GroupTable, Room, group_table
from vsym.checking.groups.detecting import ProgramSymmetry, program_symmetry
from vsym.show.program_group import wording

_ROOM = Room(variables=24, arrays=12, of_one=8, values=8)


def _made(text: str, room: Room = _ROOM, **values: int) -> tuple[ProgramSymmetry, GroupTable]:
    symmetry = program_symmetry(load_program(text, values), UNLIMITED)
    words = wording(symmetry.program)
    return symmetry, group_table(symmetry.detected, words.names, words.value, room)


def test_arrays_stand_together_and_what_is_not_moved_is_counted() -> None:
    symmetry, table = _made(LOCK)
    names = [slot.text for slot in symmetry.program.layout.slots]
    shown = [[names[row.cell] for row in array] for array in table.arrays]
    assert shown == [["state[Proc_1]", "state[Proc_2]", "state[Proc_3]"], ["owner"]]
    assert (table.text, table.proved, table.moved, table.fixed) == ("S3", True, 4, 1)
    assert not any(row.more for array in table.arrays for row in array)


def test_literals_have_the_number_of_their_orbit() -> None:
    _, table = _made(LOCK)
    state, (owner,) = table.arrays
    assert len({row.values for row in state}) == 1
    assert len({orbit for _, orbit in state[0].values}) == 3
    undefined, *processes = owner.values
    assert undefined == (0, None)
    assert len({orbit for _, orbit in processes}) == 1
    assert {orbit for _, orbit in processes} & {orbit for _, orbit in state[0].values} == set()


def test_images_are_those_of_a_symmetry_and_variables_that_keep_their_values_go_as_a_whole() -> None:
    symmetry, table = _made(RING)
    (moves,) = table.moves
    assert moves.factor == "C4"
    assert len(moves.images) == 8
    assert all(place != image for place, image in moves.images.items())
    assert all(value is None for place in moves.images.items() for _, value in place)
    assert {*moves.images} == {*moves.images.values()}
    turns = {one.slots for one in symmetry.maps} | {tuple(range(8))}
    slots = tuple(moves.images[(cell, None)][0] for cell in range(8))
    while len(turns) < 4:
        turns |= {tuple(one[two[cell]] for cell in range(8)) for one in turns for two in turns}
    assert slots in turns


def test_values_that_are_exchanged_go_one_by_one() -> None:
    _, table = _made(LOCK)
    images = table.moves[0].images
    owner = {place: image for place, image in images.items() if place[0] == 4}
    assert len(owner) == 2
    assert all(image[0] == 4 and images[image] == place for place, image in owner.items())


def test_of_what_is_too_much_whole_cycles_are_shown() -> None:
    """A reflection of a cube exchanges corners that are far from each other."""
    text = (EXAMPLES / "programs" / "hypercube.m").read_text("utf-8")
    _, table = _made(text, Room(variables=8, arrays=2, of_one=4, values=4), D=3)
    state, (origin,) = table.arrays
    images = table.moves[0].images
    shown = {row.cell for row in state}
    assert (len(shown), len(origin.values), origin.more) == (4, 4, 4)
    assert {images[(cell, None)] for cell in shown} == {(cell, None) for cell in shown}
    values = {value for value, _ in origin.values}
    assert {images[(origin.cell, value)] for value in values} == {(origin.cell, value) for value in values}


def test_there_are_no_more_arrays_and_variables_than_there_is_room_for() -> None:
    _, table = _made(LOCK, Room(variables=2, arrays=1, of_one=8, values=2), N=4)
    (state,) = table.arrays
    assert len(state) == 2
    assert [(len(row.values), row.more) for row in state] == [(2, 1)] * 2
    assert (table.moved, table.fixed) == (5, 1)
