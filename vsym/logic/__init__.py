"""Temporal logic: normal forms."""
