"""Coloured graphs and their automorphisms, which other people's tools find and every one of which is checked here.

graph.py has graphs and the check, automorphisms.py asks bliss or, where that is not there, nauty.
"""
