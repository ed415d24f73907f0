"""What engines see: variables with ranges under guarded simultaneous updates, its plain semantics and what is found.

It knows no kind of model, and no engine."""
