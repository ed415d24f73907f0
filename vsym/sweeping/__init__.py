"""A model for many values of its parameters: one row each, measured in parallel processes."""
