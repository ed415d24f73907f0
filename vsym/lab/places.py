"""Places of a text as a browser counts them: in UTF-16 units, of which characters beyond the first 65,536 take two."""

from __future__ import annotations

from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.basics.source import Span

_TWO = 0x10000


@frozen
class Places:
    """The places of a text."""

    text: str

    @cached_property
    def _plain(self) -> bool:
        return all(ord(character) < _TWO for character in self.text)

    def units(self, offset: int) -> int:
        """How many units stand before an offset."""
        return offset if self._plain else offset + sum(ord(one) >= _TWO for one in self.text[:offset])

    def offset(self, units: int) -> int:
        """The offset of the character with so many units before it, at most the text's end."""
        if self._plain:
            return min(units, len(self.text))
        for offset, character in enumerate(self.text):
            if units <= 0:
                return offset
            units -= 1 + (ord(character) >= _TWO)
        return len(self.text)

    def stretch(self, span: Span) -> dict[str, int]:
        """A stretch, as `from` and `to`."""
        return {"from": self.units(span.start), "to": self.units(span.end)}
