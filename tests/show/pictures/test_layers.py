"""Orders of layers: few crossings, and groups that stay together."""

from __future__ import annotations

import itertools

from vsym.show.pictures.layers import ordered


def crossings(layers: tuple[tuple[str, ...], ...], lines: list[tuple[str, str]]) -> int:
    """By the definition, for lines from one layer to the next."""
    place = {name: number for layer in layers for number, name in enumerate(layer)}
    return sum((place[a] - place[c]) * (place[b] - place[d]) < 0 for (a, b), (c, d) in itertools.combinations(lines, 2))


def test_lines_are_untangled() -> None:
    lines = [("a", "z"), ("b", "y"), ("c", "x"), ("d", "w")]
    given = (tuple("abcd"), tuple("wxyz"))
    assert crossings(given, lines) == 6
    found = ordered(given, lines)
    assert [sorted(layer) for layer in found] == [sorted(layer) for layer in given]
    assert crossings(found, lines) == 0


def test_what_is_untangled_stays_as_it_is() -> None:
    given = (("a",), ("b", "c"), ("d", "e"))
    assert ordered(given, [("a", "b"), ("a", "c"), ("b", "d"), ("c", "e"), ("e", "a"), ("d", "e")]) == given


def test_groups_stay_in_order() -> None:
    lines = [("a", "z"), ("b", "y"), ("c", "x"), ("d", "w")]
    group = {name: number for number, names in enumerate(("ab", "cd")) for name in names}
    group |= {name: number for number, names in enumerate(("wx", "yz")) for name in names}
    found = ordered((tuple("abcd"), tuple("wxyz")), lines, group)
    assert [{*layer[:2]} for layer in found] == [{*"ab"}, {*"wx"}]
    assert crossings(found, lines) == 4
