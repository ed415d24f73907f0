"""Neighbouring lines whose parts stood below each other in the source, and do so again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.languages.formatting.lines import WIDTH, flat
from vsym.languages.formatting.remarks import Margins
from vsym.languages.formatting.words import Word


def paddings(lines: Sequence[tuple[Word, ...] | None], indent: int, margins: Margins) -> Mapping[int, int]:
    """How many more spaces stand before words, and before comments at the ends of lines, by their first characters.

    `lines` are the words of each line, None for what no line is aligned with. Parts of the same kind are aligned where
    they were so in the source, unless a line would become too long by it.
    """
    padding: dict[int, int] = {}
    for stop in margins.style.stops:
        for run in _runs([_stopped(words, stop, margins) for words in lines]):
            _align(run, indent, margins, padding)
    for run in _runs([_commented(words, margins) for words in lines]):
        _align(run, indent, margins, padding)
    return padding


@frozen
class _Stop:
    """A place to be aligned: the words left of it and right of it, its first character and its column in the source."""

    left: tuple[Word, ...]
    right: tuple[Word, ...]
    start: int
    column: int


def _stopped(words: tuple[Word, ...] | None, stop: str, margins: Margins) -> _Stop | None:
    for place, word in enumerate(words or ()):
        if words and word.stop == stop and margins.same_line(words[0], word):
            return _Stop(words[:place], words[place:], word.start, margins.column(word.start))
    return None


def _commented(words: tuple[Word, ...] | None, margins: Margins) -> _Stop | None:
    end = margins.at(words[-1]).end if words else None
    if not words or end is None:
        return None
    return _Stop(words, (), end.start, margins.column(end.start))


def _runs(stops: Sequence[_Stop | None]) -> Iterator[list[_Stop]]:
    """The longest runs of neighbouring stops in one column."""
    run: list[_Stop] = []
    for stop in stops:
        if run and (stop is None or stop.column != run[-1].column):
            yield run
            run = []
        if stop is not None:
            run.append(stop)
    if run:
        yield run


def _align(run: Sequence[_Stop], indent: int, margins: Margins, padding: dict[int, int]) -> None:
    widths = [len(flat(stop.left, margins, padding)) for stop in run]
    widest = max(widths)
    missing = [widest - width for width in widths]
    lengths = [
        indent + len(flat((*stop.left, *stop.right), margins, {**padding, stop.start: more}))
        for stop, more in zip(run, missing, strict=True)
    ]
    if max(lengths) <= WIDTH:
        padding.update((stop.start, more) for stop, more in zip(run, missing, strict=True) if more)
