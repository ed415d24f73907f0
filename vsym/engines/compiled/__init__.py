"""Programs and systems as C: generated, compiled by the machine's compiler, and explored in a process of its own.

Generation, from the smallest piece on: value_code.py (codes and operators), expressions.py, statements.py, rules.py and
source.py for programs, system_source.py for systems, over packing.py and model.py (what the templates are given).
Symmetry: tables.py (scalarsets) and quotient/ (literal maps), put together by canonical.py. At work: compiler.py,
process.py and search.py (what a search has come to). Then verdicts: questions.py (which properties a search decides by
itself), graph_files.py with structure.py for the others, verdicts.py (programs), systems.py (systems), engine.py.
"""
