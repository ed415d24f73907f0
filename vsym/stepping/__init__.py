"""A model step by step, by its plain semantics: possible steps, the reasons against the others, and paths by hand.

All results are values: the command line shows them as text, an exported page as HTML.
"""
