"""`vsym step`: a session in which a person, or a script, goes through a model step by step.

session.py is what a session works at and where one stands in it; interpreting.py is what each command means.
"""
