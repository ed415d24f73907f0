"""A model for many values of its parameters: one row each, measured in parallel processes.

Read axes.py (the values, and how rows are measured), plan.py (what is to be done, checked before), row.py and
measuring.py (one row, as `vsym check` finds it), then pool.py and clustered.py (who measures), sweep.py (rows in order,
and what they amount to) and storing.py (rows in a file, which a sweep goes on from).
"""
