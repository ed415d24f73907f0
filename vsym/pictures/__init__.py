"""Pictures of models: what is drawn, as values, and how it is written."""
