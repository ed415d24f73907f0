"""The language of `.pp` files: population protocols, whose agents meet two at a time, with what they are to compute.

Expressions, parameters and states are those of `.gsst`. From text to syntax: `parse.py` to the values of
`declarations.py`. Their meaning, a model of processes that move with a partner: `inputs.py` (how many agents start
where), `properties.py` (what it means to compute a predicate) and `elaborate.py`. `text.py` is both. Beside them
`formatting.py`, `naming.py` and `highlighting.py`.
"""

from vsym.languages.protocol import Descriptor, Language

LANGUAGE = Language(__name__, Descriptor("pp", "Population protocol", (".pp",), "//"))
