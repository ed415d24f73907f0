"""Text without characters that act on whoever shows it: those of control, of direction, and bytes that are no UTF-8."""

from __future__ import annotations

import re

_ACTING = re.compile(
    "["
    # C0 but for the tab and the line break, DEL, and C1, with which escape sequences begin.
    "\x00-\x08\x0b-\x1f\x7f-\x9f"
    # What turns the direction of text (Unicode's Bidi_Control), and the other separators of lines.
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    # Bytes of file names that are no UTF-8, as Python decodes them, and halves of characters.
    "\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""The text with each such character as JSON escapes it, such as `\u001b`: for terminals, pages and documents.

    All of it can be encoded. What is visible already stays as it is.
    """
    return _ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
