"""Programs and systems as C: generated, compiled by the machine's compiler, and explored in a process of its own.

Generation, from the smallest piece on: value_code.py (codes and operators), expressions.py, statements.py, rules.py and
source.py for programs, system_source.py for systems, over packing.py and model.py (the templates' input). Symmetry:
tables.py (scalarsets) and quotient/ (literal maps), put together by canonical.py. At work: compiler.py, process.py,
search.py (a search's questions and figures, and the properties it decides by itself) and takeover.py (which program
searches). Then verdicts: graph_files.py for the other properties, verdicts.py (programs), systems.py (systems),
engine.py.
"""
