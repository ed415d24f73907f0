"""Scalarsets of programs: whether their elements are interchangeable. Knows programs; neither engines nor the text."""
