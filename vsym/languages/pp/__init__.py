"""The language of `.pp` files: population protocols, whose agents meet two at a time, and the predicates that they
compute.

Expressions, parameters and states are those of `.gsst`. From text to syntax: `parse.py` to the values of
`declarations.py`. Their meaning, a model of processes that move with a partner: `inputs.py` (the initial states and
their numbers of agents), `properties.py` (the computation of a predicate) and `elaborate.py`. `text.py` covers the
whole way. Beside them stand `formatting.py`, `naming.py` and `highlighting.py`.
"""

from vsym.languages.protocol import Descriptor, Language

LANGUAGE = Language(__name__, Descriptor("pp", "Population protocol", (".pp",), "//"))
