"""Systems as models of their own: variables with ranges, events with guards and updates, as engines are given them.

`model.py` has the value, its definition and its words, `ranges.py` what the ranges of variables say of terms.
"""
