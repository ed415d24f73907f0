"""What is said of the word at a place: its declaration, and the handbook's page."""

from __future__ import annotations

import re

from vsym.basics import resources
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.lab.protocol import Places, Record
from vsym.languages import registry

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_MOST = 400
"""How many characters of a declaration are shown."""


def answer(source: Source, values: Record, budget: Budget) -> Record:
    """The word, what it names and the title of the page that explains it; `word` is None where there is none."""
    places = Places(source.text)
    offset = places.offset(values["offset"])
    word = next((one for one in _WORD.finditer(source.text) if one.start() <= offset <= one.end()), None)
    if word is None:
        return {"word": None}
    named = registry.language(source.name).named(source, budget.of_processor(2.0)).at(offset)
    kind = None if named is None else named[0].kind
    page = resources.find(word.group()) or (None if kind is None else resources.find(kind))
    return {
        "word": word.group(),
        "from": places.units(word.start()),
        "to": places.units(word.end()),
        "kind": kind,
        "declaration": None if named is None else named[0].whole.text[:_MOST],
        "page": None if page is None else page.names[0],
        "said": None if page is None else page.text.split("\n\n")[0],
    }
