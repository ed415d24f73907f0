"""One style for the texts of every language: it means the same and has the same comments.

`words.py` has what a text is made of, words with possible line breaks and the comments between them, and `blocks.py`
makes lines of words, statements of lines, and a text of statements. The statements of `clauses.py` are those of every
language but Murphi. What the words of a language are, it says itself.
"""
