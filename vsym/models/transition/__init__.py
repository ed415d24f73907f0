"""Systems as models of their own: variables with ranges, events with guards and updates, as engines are given them.

`model.py` has what ranges of variables say of terms, the value, its definition and its words.
"""
