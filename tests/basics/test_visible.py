"""What acts on a terminal is shown as JSON escapes it, and nothing else changes."""

from __future__ import annotations

import json
import os
import unicodedata

from vsym.basics.visible import visible


def test_what_acts_is_escaped_and_the_rest_stays() -> None:
    assert visible("\x1b[31m\x7f\x9b1m\u202e\r") == r"\u001b[31m\u007f\u009b1m\u202e\u000d"
    assert visible("tab\tline\nÄ ¬ ∀ 🙂 עברית") == "tab\tline\nÄ ¬ ∀ 🙂 עברית"
    assert visible(visible("\x1b")) == visible("\x1b")


def test_every_character_of_control_and_direction_is_escaped() -> None:
    turning = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    for number in range(0x10000):
        character = chr(number)
        acts = unicodedata.category(character) in ("Cc", "Cs") or unicodedata.bidirectional(character) in turning
        if acts and character not in "\t\n":
            assert visible(character) == f"\\u{number:04x}"


def test_documents_keep_their_values() -> None:
    name = os.fsdecode(b"na\xefve\x1b\x9b.gsst") + "\u202e\x85"
    written = visible(json.dumps(name, ensure_ascii=False))
    assert written.encode().isascii()
    assert json.loads(written) == name
