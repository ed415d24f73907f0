"""Linear integer arithmetic and the dialogue with a solver. It knows no model."""
