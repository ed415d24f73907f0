"""`vsym step`: a session in which a person, or a script, goes through a model step by step."""
