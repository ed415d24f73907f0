"""The parts of a formatted text: words with possible line breaks, the style of a language, and the comments and
empty lines between words.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.basics.source import Source


class Break(IntEnum):
    """The kinds of possible line breaks, loosest first.

    WIDE_OR and WIDE_AND are signs that are looser than OR. BLOCK begins the lines of a block inside an expression, and
    END is the word that closes it.
    """

    CLAUSE = 0
    BODY = 1
    CHOICE = 2
    IFF = 3
    IMPLIES = 4
    WIDE_OR = 5
    WIDE_AND = 6
    OR = 7
    AND = 8
    UNTIL = 9
    COMPARISON = 10
    SUM = 11
    LIST = 12
    BLOCK = 13
    END = 14


OPERATORS = frozenset(kind for kind in Break if Break.IFF <= kind <= Break.SUM)
"""The breaks between two operands."""


@dataclass(frozen=True, order=True)
class Rank:
    """A possible line break: its depth of nesting (0 between the clauses of a statement), and its kind."""

    depth: int
    kind: Break


@frozen
class Word:
    """A token of a source with its first and last (exclusive) character.

    There is a space between two words where the left one has `after` and the right one `before`. A line may be broken
    before a word that has a `rank`, and is broken before one that is `forced`. Words of neighbouring lines with the
    same `stop` may stand below each other.
    """

    text: str
    start: int
    end: int
    before: bool = True
    after: bool = True
    rank: Rank | None = None
    stop: str | None = None
    forced: bool = False


_BLOCK = r"/\*[^*]*\*+(?:[^*/][^*]*\*+)*/"


@frozen
class Style:
    """The comments and words of a language: `line` begins a comment that ends with its line, and `verbatim` one that
    stays as it is; nothing in a match of `strings` is a comment.

    No comment stands left of the words that are `closing`. Words may be aligned at the `stops`, in the order in which
    they stand in a line.
    """

    line: str
    closing: frozenset[str]
    stops: tuple[str, ...] = ()
    strings: str = r"(?!)"
    verbatim: str = "\0"

    @cached_property
    def marks(self) -> re.Pattern[str]:
        """Comments, the group `comment`, and line breaks outside them; strings match so that they are passed over."""
        return re.compile(rf"(?:{self.strings})|(?P<comment>{re.escape(self.line)}[^\n]*|{_BLOCK})|\n")

    def tidy(self, comment: str) -> str:
        """A comment without tabs and without spaces at the ends of its lines; a line comment begins with a space."""
        if comment.startswith(self.verbatim):
            return comment.rstrip()
        if comment.startswith(self.line):
            text = comment[len(self.line) :].lstrip("\t").expandtabs(4).rstrip()
            spaced = text and not text[0].isspace() and text[0] not in self.line
            return f"{self.line}{' ' if spaced else ''}{text}"
        return "\n".join(line.expandtabs().rstrip() for line in comment.split("\n"))

    def comments(self, text: str) -> list[str]:
        """All comments of a text in their order, without the spaces that formatting may change."""
        return ["".join(match["comment"].split()) for match in self.marks.finditer(text) if match["comment"]]


_CLOSING = frozenset({")", "]", ","})


@frozen
class Remark:
    """Comments without a line break between them; `start` is the first character.

    `blank` tells if an empty line stands above. `whole` tells if nothing may follow in the line, as the comments end
    with a line comment or reach over several lines.
    """

    text: str
    start: int
    blank: bool
    whole: bool


@frozen
class Notes:
    """The surroundings of a word: lines `above` it, comments `left` and `right` of it in its line, and one at its
    `end`, after which a new line begins. `blank` tells if an empty line stands above the word itself."""

    above: tuple[Remark, ...] = ()
    blank: bool = False
    left: str = ""
    right: str = ""
    end: Remark | None = None


@frozen
class Margins:
    """The surroundings of a source's words, by the first character of each, and of its end."""

    source: Source
    notes: Mapping[int, Notes]
    style: Style

    def at(self, word: Word) -> Notes:
        """The surroundings of a word."""
        return self.notes.get(word.start, _NOTHING)

    def final(self) -> Notes:
        """The remarks after the last word."""
        return self.notes.get(len(self.source.text), _NOTHING)

    def column(self, offset: int) -> int:
        """The column of a character in the source, from 0, where tabs reach to the next multiple of 8."""
        start = self.source.text.rfind("\n", 0, offset) + 1
        return len(self.source.text[start:offset].expandtabs())

    def same_line(self, left: Word, right: Word) -> bool:
        """True where no line break stands between two words of the source."""
        return "\n" not in self.source.text[left.end : right.start]


_NOTHING = Notes()


def margins(source: Source, words: Sequence[Word], style: Style) -> Margins:
    """The surroundings of words, which are all words of a source in their order, except for `;`."""
    notes: dict[int, Notes] = {}
    ends = [0, *(word.end for word in words)]
    starts = [*(word.start for word in words), len(source.text)]
    for place, (start, end) in enumerate(zip(ends, starts, strict=True)):
        if source.text[start:end] in ("", " "):
            continue
        remarks, newlines = _remarks(source.text[start:end], start, style)
        following = Notes(blank=newlines > 1)
        # A comment that begins in the line of the word before belongs to that word, one that ends in the line of the
        # next word to that one. All others stand in lines of their own. A second formatting finds the same places.
        if remarks and place and "\n" not in source.text[start : remarks[0].start]:
            previous = words[place - 1].start
            notes[previous] = _ended(notes.get(previous, _NOTHING), remarks.pop(0))
        closing = place == len(words) or words[place].text in style.closing
        if remarks and not newlines and not remarks[-1].whole and not closing:
            following = Notes(blank=remarks[-1].blank, left=remarks.pop().text)
        if remarks or following != _NOTHING:
            notes[end] = replace(following, above=tuple(remarks))
    _let_close(notes, words)
    _let_lead(notes, words)
    return Margins(source, notes, style)


def _let_close(notes: dict[int, Notes], words: Sequence[Word]) -> None:
    """Move comments that end a line behind the brackets and commas that the next line begins with.

    The last comment moves first, so that each comes as far as it ever will.
    """
    for place in reversed(range(len(words) - 1)):
        moving = place
        while moving + 1 < len(words) and _lets_pass(notes, words[moving], words[moving + 1]):
            word, following = words[moving], words[moving + 1]
            notes[following.start] = replace(notes.get(following.start, _NOTHING), end=notes[word.start].end)
            notes[word.start] = replace(notes[word.start], end=None)
            moving += 1


def _let_lead(notes: dict[int, Notes], words: Sequence[Word]) -> None:
    """Move comments that end a line from an operator to the operand before it, as operators begin lines."""
    for left, word in itertools.pairwise(words):
        here, before = notes.get(word.start, _NOTHING), notes.get(left.start, _NOTHING)
        moves = word.rank is not None and word.rank.kind in OPERATORS and here == Notes(end=here.end, blank=here.blank)
        if moves and here.end is not None and not before.right and before.end is None:
            notes[left.start] = replace(before, end=here.end)
            notes[word.start] = replace(here, end=None)


def _lets_pass(notes: Mapping[int, Notes], word: Word, following: Word) -> bool:
    """True where the comment at the end of a word can as well stand after the next word."""
    after = notes.get(following.start, _NOTHING)
    free = not (after.above or after.left or after.right or after.end)
    return notes.get(word.start, _NOTHING).end is not None and following.text.rstrip(";") in _CLOSING and free


def _ended(notes: Notes, remark: Remark) -> Notes:
    return replace(notes, end=remark) if remark.whole else replace(notes, right=remark.text)


def _remarks(gap: str, offset: int, style: Style) -> tuple[list[Remark], int]:
    """The remarks in the gap between two words, and the number of line breaks after the last of them."""
    remarks: list[Remark] = []
    newlines = 0
    for match in style.marks.finditer(gap):
        comment = match["comment"]
        if comment is None:
            newlines += 1
            continue
        text = style.tidy(comment)
        whole = comment.startswith(style.line) or "\n" in comment
        if remarks and not newlines:
            last = remarks[-1]
            remarks[-1] = replace(last, text=f"{last.text} {text}", whole=last.whole or whole)
        else:
            remarks.append(Remark(text, offset + match.start(), newlines > 1, whole))
        newlines = 0
    return remarks, newlines
