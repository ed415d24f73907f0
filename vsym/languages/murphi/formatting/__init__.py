"""A program's text in one style."""
