"""`vsym grade`: students' models held against what an instructor demands of them.

demands.py reads the demands, marking.py holds a model against them, table.py shows the marks of all.
"""
