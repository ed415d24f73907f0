"""`vsym step`: a session in which a person, or a script, goes through a model step by step.

session.py has the model of a session and the present walk; interpreting.py has the commands.
"""
