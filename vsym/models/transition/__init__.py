"""Systems as models of their own, in the form that engines take: variables with ranges, events with guards and updates.

`model.py` has the bounds of terms over ranges of variables, the model, its definition and its words.
"""
