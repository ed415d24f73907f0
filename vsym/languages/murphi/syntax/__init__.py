"""A model as written, before any name has a meaning. Every value knows its place in the text."""
