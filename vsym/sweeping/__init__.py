"""A model for many values of its parameters: one row each, measured in parallel processes.

Read axes.py (the values, and how rows are measured), plan.py (the plan, checked beforehand), row.py and measuring.py
(one row, as `vsym check` finds it), then pool.py and clustered.py (the processes that measure), sweep.py (rows in
order, and their summary) and storing.py (rows in a file, from which a sweep continues).
"""
