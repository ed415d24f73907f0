"""The front end: `.gsst` text to a Model, or every diagnostic."""
