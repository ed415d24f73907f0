"""The language of `.sys` files: a system in the form that engines take, for trying them out.

From text to syntax: `parse.py` to the values of `declarations.py`. Their meaning: `expressions.py` and `elaborate.py`.
`text.py` covers the whole way. Beside them stand `formatting.py`, `naming.py` and `highlighting.py`.
"""

from vsym.languages.protocol import Descriptor, Language

LANGUAGE = Language(__name__, Descriptor("systems", "System", (".sys",), "//"))
