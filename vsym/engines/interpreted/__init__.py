"""Programs state by state with their plain semantics: slow, and it needs no compiler."""
