"""Programs and systems as C: generated, compiled by the machine's compiler, and explored in a process of its own.

Generation, from the smallest piece on: value_code.py (codes and operators), expressions.py, statements.py, rules.py and
source.py for programs, system_source.py for systems, over packing.py and model.py (what the templates are given).
Symmetry: tables.py (scalarsets) and quotient/ (literal maps), put together by canonical.py. At work: compiler.py,
process.py and search.py (what is asked of a search, which properties it decides by itself, what it has come to). Then
verdicts: graph_files.py for the other properties, verdicts.py (programs), systems.py (systems), engine.py.
"""
