"""The language of `.m` files: Murphi, with typed variables, scalarsets, and guarded rules of statements.

From text to syntax: `words.py`, `syntax.py` and `declarations.py` (its values), `builder.py`, `parse.py` and
`common_mistakes.py`. From syntax to the program: `scope.py` (the meanings of names), `typing.py`, `types.py`,
`places.py`, `quantifying.py` and `expressions.py`, then `rules.py`, `temporal.py` and `properties.py`, and
`elaborate.py` over all of them. `text.py` covers the whole way. Beside them stand `naming.py`, `formatting.py` with
`expression_formatting.py`, and `highlighting.py`.
"""

from vsym.languages.protocol import Descriptor, Language

LANGUAGE = Language(__name__, Descriptor("murphi", "Murphi", (".m", ".murphi"), "--", caseless=True))
