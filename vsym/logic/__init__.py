"""Temporal logic: normal forms and automata."""
