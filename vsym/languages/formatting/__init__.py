"""Texts in one style: what all languages share."""
