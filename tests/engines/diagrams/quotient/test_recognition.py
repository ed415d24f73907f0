"""Groups are known again by their generators, however these are written."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tests.diagrams.symmetric_models import clients_and_servers, philosophers, sale_store, software_product_line
from vsym.diagrams import Action, Cyclic, Generated, Group, Members, Product, Symmetric, compose
from vsym.engines.diagrams.quotient.recognition import recognised


def _parts(group: Group) -> list[type[Group]]:
    return [type(part) for part in (group.factors if isinstance(group, Product) else (group,))]


def _swaps(members: Members) -> list[Action]:
    return [members.swapped(number, number + 1) for number in range(members.count - 1)]


@pytest.mark.parametrize("count", [2, 3, 5])
def test_all_permutations_of_members_that_have_levels_and_are_named(count: int) -> None:
    """Blocks of two levels, a level that names a member or nobody, and an array of names of members."""
    sizes = (2, count + 1, 3, *(2, count + 1) * count)
    blocks = [(3 + 2 * member, 4 + 2 * member) for member in range(count)]
    family = tuple(range(1, count + 1))
    references = {1: [family], **{4 + 2 * member: [family] for member in range(count)}}
    members = Members.of(sizes, blocks, references)
    rotation = members.renamed(range(1, count + 1))
    for generators in (_swaps(members), [members.swapped(0, 1), rotation]):
        found = recognised(sizes, generators)
        assert isinstance(found, Symmetric), generators
        assert found.order == Symmetric(members).order
        assert all(generator in found for generator in generators)


def test_data_symmetry_has_members_that_are_values_alone() -> None:
    sizes = (4, 4)
    members = Members.of(sizes, references={0: [(1, 2, 3)], 1: [(1, 2, 3)]})
    found = recognised(sizes, _swaps(members))
    assert isinstance(found, Symmetric)
    assert found.order == 6


@pytest.mark.parametrize(
    ("group", "parts"),
    [
        (software_product_line(4).group, [Symmetric, Symmetric]),
        (philosophers(5).group, [Cyclic]),
        (clients_and_servers(3, 3).group, [Symmetric, Symmetric]),
        (sale_store(3).group, [Symmetric, Generated]),
    ],
    ids=["two kinds", "ring", "servers named by clients", "bags"],
)
def test_models_of_the_papers(group: Group, parts: Sequence[type[Group]]) -> None:
    generators = [*group.generators]
    Random(1).shuffle(generators)
    found = recognised(group.sizes, generators)
    assert sorted(map(str, _parts(found))) == sorted(map(str, parts))
    assert found.order == group.order
    assert all(generator in found for generator in generators)


def test_what_is_no_swap_is_generated() -> None:
    """Two exchanges of pairs that do not commute, of four levels: no orbit has all permutations."""
    sizes = (2,) * 4
    turn, turned = Action.of((1, 2, 3, 0)), Action.of((3, 2, 1, 0))
    assert compose(turn, turned) != compose(turned, turn)
    found = recognised(sizes, [turn, turned])
    assert isinstance(found, Generated)
    assert found.order == 8


def test_no_generator_leaves_the_identity() -> None:
    assert recognised((2, 3), [Action.identity(2)]).order == 1


@pytest.mark.parametrize("clients", [3, 8])
def test_what_moves_clients_has_no_part_in_what_renames_gifts(clients: int) -> None:
    """Detection finds generators that do both at once, and so nothing that commutes."""
    group = sale_store(clients).group
    moving = [one for one in group.generators if one.moves_levels]
    renaming = [one for one in group.generators if not one.moves_levels]
    mixed = [*moving, *(compose(one, moving[number % 2]) for number, one in enumerate(renaming))]
    found = recognised(group.sizes, mixed)
    assert sorted(_parts(found), key=str) == [Generated, Symmetric]
    assert found.order == group.order
    assert found.minimal
    assert all(one in found for one in mixed)
