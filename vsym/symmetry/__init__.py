"""What is symmetric in a model."""
