"""The language of `.ta` files: threshold automata, as ByMC reads them, which become models of counted processes.

From text to syntax: `parse.py` to the values of `syntax.py`. Their meaning: names and formulas in `expressions.py`,
parameters without a value in `parameters.py`, the start in `starts.py`, the growth of shared variables in `growth.py`,
and the model in `elaborate.py`. `text.py` covers the whole way. Beside them stand `formatting.py`, `naming.py` and
`highlighting.py`.

Source: Konnov, Veith, Widder: On the completeness of bounded model checking for threshold-based distributed algorithms:
reachability, Information and Computation 252 (2017); Konnov, Widder: ByMC: Byzantine model checker, ISoLA 2018.
"""

from vsym.languages.protocol import Descriptor, Language

LANGUAGE = Language(__name__, Descriptor("ta", "Threshold automaton", (".ta",), "//"))
