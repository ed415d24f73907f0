"""Changes of texts as editors send them."""

from __future__ import annotations

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp

from tests.support.drawn import many
from vsym.lsp.workspace import changed

ENCODINGS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
UNITS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}

TEXTS = st.text(st.sampled_from("ab\n\r \f\u2028ü\N{GRINNING FACE}"), max_size=12)


def lines(text: str) -> list[str]:
    """The lines of a text with their line ends."""
    pieces = text.replace("\r\n", "\r\n\0").replace("\r", "\r\0").replace("\r\0\n", "\r\n")
    return "".join(one + "\0" if one == "\n" else one for one in pieces).replace("\0\0", "\0").split("\0")


def cut(text: str, position: lsp.Position, encoding: str) -> int:
    """The offset of a place, unit by unit."""
    known = lines(text)
    if position.line >= len(known):
        return len(text)
    offset = sum(map(len, known[: position.line]))
    units = 0
    for character in known[position.line].rstrip("\r\n"):
        units += len(character.encode(ENCODINGS[encoding])) // UNITS[encoding]
        if units > position.character:
            break
        offset += 1
    return offset


@settings(max_examples=many(60), phases=[Phase.generate])
@given(TEXTS, st.lists(st.tuples(*[st.integers(0, 4)] * 4, TEXTS), max_size=3), st.sampled_from(sorted(ENCODINGS)))
def test_a_change_replaces_what_is_between_two_places(
    text: str, edits: list[tuple[int, int, int, int, str]], encoding: str
) -> None:
    changes, expected = [], text
    for line, column, later, last, new in edits:
        start, end = lsp.Position(line, column), lsp.Position(line + later, last + (column if later == 0 else 0))
        changes.append(lsp.TextDocumentContentChangePartial(lsp.Range(start, end), new))
        begun, ended = cut(expected, start, encoding), cut(expected, end, encoding)
        expected = expected[:begun] + new + expected[ended:]
    assert changed(text, changes, encoding) == expected
    assert changed(text, [*changes, lsp.TextDocumentContentChangeWholeDocument("all")], encoding) == "all"
