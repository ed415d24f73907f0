"""From a model and its symmetry to a smaller system, and the way back from a path of it to one of the model."""
