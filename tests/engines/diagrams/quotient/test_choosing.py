"""What is tried first where the strategy is left to us."""

from __future__ import annotations

import pytest

from tests.diagrams.symmetric_models import clients_and_servers, philosophers, software_product_line
from vsym.diagrams.symmetry.group import Group
from vsym.engines.diagrams.quotient.strategies.making import chosen


@pytest.mark.parametrize(
    ("group", "names"),
    [
        (software_product_line(3).group, ("after", "within")),
        (clients_and_servers(2, 3).group, ("within", "after")),
        (clients_and_servers(3, 2).group, ("after", "within")),
        (philosophers(4).group, ("full", "representatives")),
    ],
    ids=["members alone", "members that are named", "two that are named", "ring"],
)
def test_the_longer_turns_are_of_what_has_the_smaller_diagrams(group: Group, names: tuple[str, str]) -> None:
    ways = chosen(group, proved=True)
    assert tuple(name for name, _ in sorted(ways, key=lambda way: way[1])) == names
    assert [name for name, _ in chosen(group, proved=False)] == ["full", "representatives"]
