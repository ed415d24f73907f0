"""The language of `.gsst` files: systems of processes by their local states, guards and shared variables.

From text to syntax: `syntax.py` and `declarations.py` (its values), `builder.py`, `parse.py` and `common_mistakes.py`.
From syntax to the model: `scope.py` (the meanings of names), `numbers.py`, `places.py`, `arithmetic.py` and
`expressions.py`, then `variables.py`, `population.py`, `lines.py`, `transitions.py` and `properties.py`, and
`elaborate.py` over all of them. `text.py` covers the whole way. Beside them stand `naming.py`, `formatting.py` and
`highlighting.py`.
"""

from vsym.languages.protocol import Descriptor, Language

LANGUAGE = Language(__name__, Descriptor("gsst", "GSST", (".gsst",), "//"))
