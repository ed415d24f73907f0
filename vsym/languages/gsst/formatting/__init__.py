"""A model's text in one style."""
