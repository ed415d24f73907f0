"""Texts as they are opened and change."""

from __future__ import annotations

import pytest

from tests.lsp.opened import opened
from vsym.lsp.document import Document

TEXT = "system s\nparam n = 3\n"


@pytest.mark.parametrize(
    ("uri", "language_id", "name"),
    [
        ("file:///models/lock.m", "objective-c", "lock.m"),
        ("file:///models/my%20model.gsst", "plaintext", "my model.gsst"),
        ("untitled:Untitled-1", "murphi", "Untitled-1.m"),
        ("untitled:Untitled-1", "gsst", "Untitled-1.gsst"),
        ("file:///models/lock.murphi", "plaintext", "lock.murphi"),
        ("file:///models/lock.txt", "murphi", "lock.txt.m"),
    ],
)
def test_the_language_is_that_of_the_file_or_else_what_the_editor_says(uri: str, language_id: str, name: str) -> None:
    assert Document.of(uri, language_id, 1, "", "utf-16").source.name == name


def test_a_mark_of_the_byte_order_has_a_column() -> None:
    document = opened("\ufeff" + TEXT)
    assert document.places.position(document.names.names[0].place.start).character == len("\ufeffsystem ")


def test_names_of_a_text_before_are_known_however_many_nobody_has_asked_for() -> None:
    asked = opened(TEXT)
    assert len(asked.naming.names) == 2
    unasked = opened(TEXT.replace("= 3", "= "), before=asked)
    document = opened(TEXT.replace("= 3", "= ["), before=unasked)
    assert [one.name for one in document.names.names] == ["s"]
    assert [one.name for one in document.naming.names] == ["s", "n"]
    assert "naming" not in vars(unasked)
