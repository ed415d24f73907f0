"""Needs of tests beyond Python: a test has a marker for each, by which it can be left out."""

from __future__ import annotations

NEEDS = ("browser", "cluster")
"""Markers that are also names of fixtures: a test that uses the fixture has the marker."""

_markers: frozenset[str] | None = None


def begin(markers: frozenset[str]) -> None:
    """Note the markers of the test that begins."""
    global _markers
    _markers = markers


def needed(marker: str) -> None:
    """Raise AssertionError where the running test lacks the marker of the browser or cluster that it starts."""
    assert _markers is None or marker in _markers, f"what starts a {marker} is marked `{marker}`"
