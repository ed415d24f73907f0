"""Words in lines, and where a line may be cut."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from vsym.languages.formatting.remarks import Margins, Remark
from vsym.languages.formatting.words import Rank, Word

WIDTH = 100
"""How many columns a line should have at most."""

INDENT = 2
_UNPADDED: Mapping[int, int] = MappingProxyType({})


def flat(words: Sequence[Word], margins: Margins, padding: Mapping[int, int] = _UNPADDED) -> str:
    """All words in one line, without what ends the line.

    `padding` says how many more spaces stand before words, by their first characters.
    """
    parts: list[str] = []
    space = False
    for word in words:
        notes = margins.at(word)
        if parts and ((space and word.before) or notes.left):
            parts.append(" ")
        parts.append(" " * padding.get(word.start, 0))
        parts.append(f"{notes.left}{' ' if word.before else ''}{word.text}" if notes.left else word.text)
        space = word.after
        if notes.right:
            parts.append(f" {notes.right}")
            space = True
    return "".join(parts)


def fits(words: Sequence[Word], indent: int, margins: Margins) -> bool:
    """Whether the words can stand in one line that begins with `indent` spaces."""
    if any(margins.at(word).end for word in words[:-1]):
        return False
    if any(word.forced or margins.at(word).above for word in words[1:]):
        return False
    return indent + len(flat(words, margins)) <= WIDTH


def ended(words: Sequence[Word], indent: int, margins: Margins) -> str:
    """The line of some words with what ends it."""
    end = margins.at(words[-1]).end
    return " " * indent + flat(words, margins) + (f"  {end.text}" if end else "")


def remark_lines(remark: Remark, indent: int, margins: Margins) -> list[str]:
    """The lines of a remark above a word; further lines of a comment keep their place below its first one."""
    first, *others = remark.text.split("\n")
    moved = indent - margins.column(remark.start)
    lines = [" " * indent + first]
    for line in others:
        text = line.lstrip(" ")
        lines.append(" " * max(0, len(line) - len(text) + moved) + text if text else "")
    return lines


def cut(words: Sequence[Word], breaks: Callable[[Rank], bool]) -> list[Sequence[Word]]:
    """The words cut before each that has a rank of which `breaks` is true."""
    inside = range(1, len(words))
    return _cut_at(words, [place for place in inside if (rank := words[place].rank) is not None and breaks(rank)])


def cut_at_comments(words: Sequence[Word], margins: Margins) -> list[Sequence[Word]]:
    """The words cut where a comment needs a line break."""
    inside = range(1, len(words))
    return _cut_at(words, [p for p in inside if margins.at(words[p]).above or margins.at(words[p - 1]).end])


def filled(pieces: Sequence[Sequence[Word]], indent: int, following: int, margins: Margins) -> list[Sequence[Word]]:
    """The pieces, as many in one line as fit, where lines after the first are indented as `following` says."""
    lines: list[Sequence[Word]] = [pieces[0]]
    for piece in pieces[1:]:
        joined = [*lines[-1], *piece]
        if fits(joined, following if len(lines) > 1 else indent, margins):
            lines[-1] = joined
        else:
            lines.append(piece)
    return lines


def _cut_at(words: Sequence[Word], places: Sequence[int]) -> list[Sequence[Word]]:
    return [words[start:end] for start, end in itertools.pairwise([0, *places, len(words)])]
