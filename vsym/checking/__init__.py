"""From a model to verdicts: identified → reduced → verified → back. Here alone the stages are put together."""
