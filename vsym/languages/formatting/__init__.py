"""One style for the texts of every language: formatting changes neither the meaning of a text nor its comments.

`words.py` has the parts of a text: words with possible line breaks, and the comments between them. `blocks.py` makes
lines of words, statements of lines, and a text of statements. The statements of `clauses.py` are those of every
language but Murphi. Each language defines its own words.
"""
