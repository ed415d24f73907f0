"""The kinds of model that there are, each with its plain semantics: what all else is held against."""
