"""The laboratory: a page for the browser, served on this machine alone, in which a model is written and looked at."""
