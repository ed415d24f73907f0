"""The languages of models. A language is a folder here and a line in `registry.py`; nothing else imports one.

`protocol.py` says what a language offers, `registry.py` which there are, and `reading.py` reads files and keeps what
they say. All languages share a first look at a text (`scanning.py`), the parser (`parsing.py`, with the precedence of
operators in `precedence.py` and regular expressions in `regular.py`, built by `regular_building.py`), what can be read
of a broken text (`recovering.py`), diagnostics with hints (`problems.py`) and how they can be followed (`findings.py`),
the names of a text (`naming.py`), and one style (`formatting/`).
"""
