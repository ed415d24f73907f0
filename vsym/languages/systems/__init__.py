"""The language of `.sys` files: a system as engines are given it, for trying them out.

From text to syntax: `parse.py` to the values of `declarations.py`. Their meaning: `expressions.py` and `elaborate.py`.
`text.py` is both. Beside them `formatting.py`, `naming.py` and `highlighting.py`.
"""

from vsym.languages.protocol import Descriptor, Language

LANGUAGE = Language(__name__, Descriptor("systems", "System", (".sys",), "//"))
