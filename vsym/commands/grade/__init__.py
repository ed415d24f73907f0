"""`vsym grade`: students' models against the demands of an instructor.

demands.py reads the demands, marking.py marks a model by them, table.py shows the marks of all.
"""
