"""The languages of models. A language is a folder here and a line in `registry.py`; nothing else imports one.

`protocol.py` says what a language offers, `registry.py` lists the languages, and `reading.py` reads files and caches
their parsed texts. All languages share the scan for declarations (`scanning.py`), the parser (`parsing.py`, with the
precedence of operators in `precedence.py` and regular expressions in `regular.py`, built by `regular_building.py`), the
readable parts of broken texts (`recovering.py`), diagnostics with hints (`problems.py`) and fixes (`findings.py`), the
names of a text (`naming.py`), and one style (`formatting/`).
"""
