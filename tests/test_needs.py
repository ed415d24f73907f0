"""Tests that start a browser or a cluster are marked, so that `-m` can leave them out."""

from __future__ import annotations

import pytest

from tests.support.needs import NEEDS, needed


def test_a_test_has_the_marker_of_a_fixture_that_it_uses(request: pytest.FixtureRequest) -> None:
    for item in request.session.items:
        for name in NEEDS:
            used = name in getattr(item, "fixturenames", ())
            assert not used or item.get_closest_marker(name) is not None, item.nodeid


@pytest.mark.parametrize("name", NEEDS)
def test_without_its_marker_nothing_of_the_kind_starts(name: str) -> None:
    with pytest.raises(AssertionError, match=f"marked `{name}`"):
        needed(name)


@pytest.mark.cluster
def test_with_its_marker_it_starts() -> None:
    needed("cluster")
    with pytest.raises(AssertionError):
        needed("browser")
