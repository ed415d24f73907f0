"""The language of `.gsst` files: systems of processes by their local states, guards and shared variables.

From text to syntax: `syntax.py` and `declarations.py` (what is written), `builder.py`, `parse.py` and
`common_mistakes.py`. From syntax to the model: `scope.py` (what names mean), `numbers.py`, `places.py`, `arithmetic.py`
and `expressions.py`, then `variables.py`, `population.py`, `lines.py`, `transitions.py` and `properties.py`, and
`elaborate.py` over all of them. `text.py` is both. Beside them `naming.py`, `formatting.py` and `highlighting.py`.
"""

from vsym.languages.protocol import Descriptor, Language

LANGUAGE = Language(__name__, Descriptor("gsst", "GSST", (".gsst",), "//"))
