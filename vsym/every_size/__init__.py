"""A model for all sizes at once: from a model with open parameters to what holds whatever their values."""
