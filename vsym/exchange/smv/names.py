"""Names for another tool: legal there, close to the user's, and no two alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

SMV_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
    ABF ABG AF AG ASSIGN ASYNC AX BU COMPASSION COMPID COMPUTE COMPWFF CONSTANTS CONSTARRAY CONSTRAINT CONVERT CTLSPEC
    CTLWFF DEFINE EBF EBG EF EG EX FAIRNESS FALSE FROZENVAR FUN IN INIT INVAR INVARSPEC ISA IVAR JUSTICE LTLSPEC LTLWFF
    MAX MDEFINE MIN MIRROR MODULE NAME NEXTWFF PARSYNTH PRED PREDICATES PSLSPEC PSLWFF READ SIMPWFF SPEC SYNTAX TRANS
    TRUE URGENT VALID VAR WRITE
    A E F G H O R S T U V W X Y Z
    Integer Real Word abs acos always and array asin assert assume atan before bool boolean case clock cos count default
    esac eventually exp extend floor forall fell finally forever global in init inf integer itype ln main max min mod
    never next next_a next_e next_event nondet not noncontinuous of once or pi pow process real report resize restrict
    rose self sequence signed sin since sizeof sqrt strong swconst tan time toint toreal typeof union unsigned until
    uwconst vmode vprop vunit weak with within word word1 xnor xor
    """,
    )
)
"""The words that NuSMV 2.5 to 2.7 or nuXmv, in one of their modes, do not take for a name."""


class Names:
    """Gives out names that are legal in SMV, each once; later ones make way for earlier ones by a number."""

    def __init__(self, *reserved: str) -> None:
        self._taken = {*SMV_WORDS, *reserved}

    def claim(self, wanted: str) -> str:
        """A fresh name like `wanted`: `L[3]` becomes `L_3`, the reserved word `T` becomes `T_`."""
        base = re.sub(r"[^A-Za-z0-9]+", "_", wanted).strip("_") or "unnamed"
        base = base if base[0].isalpha() else f"_{base}"
        name = base
        if name in self._taken:
            name, number = f"{base}_", 2
            while name in self._taken:
                name, number = f"{base}_{number}", number + 1
        self._taken.add(name)
        return name

    def claim_words(self, kinds: Iterable[tuple[str, ...]]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """Fresh names for the values of each kind that has named values; variables of one kind share them."""
        return {words: tuple(self.claim(word) for word in words) for words in dict.fromkeys(kinds) if words}
