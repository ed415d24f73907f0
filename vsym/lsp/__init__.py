"""The language server, which answers the requests of editors about a model, by the Language Server Protocol.

Read serving.py (the messages on standard input and output), server.py (a function for each request), then the modules
with the answers: document.py (a text with its names and columns), outline.py (its declarations, and completions),
navigation.py (the places of names, and hovers) and findings.py (errors, and lenses above declarations). jobs.py has the
work that takes longer than an editor waits, done in other processes. workspace.py holds the open texts and the work on
them.
"""
