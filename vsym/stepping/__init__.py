"""A model step by step, by its plain semantics: what is possible in a state, what is not and why, and paths by hand.

All of it is values: the command line shows them as text, an exported page as HTML.
"""
