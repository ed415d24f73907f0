"""Places of a text as a browser counts them: in units of UTF-16."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.working.columns import units, within


@frozen
class Places:
    """The places of a text."""

    text: str

    def units(self, offset: int) -> int:
        """How many units stand before an offset."""
        return units(self.text[:offset])

    def offset(self, number: int) -> int:
        """The offset of the character with so many units before it, at most the text's end; of one inside a character,
        the offset of that."""
        return within(self.text, number)

    def stretch(self, span: Span) -> dict[str, int]:
        """A stretch, as `from` and `to`."""
        return {"from": self.units(span.start), "to": self.units(span.end)}
