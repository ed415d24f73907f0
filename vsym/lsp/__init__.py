"""The language server: what editors ask of models while they are written, by the Language Server Protocol.

Read serving.py (the messages on standard input and output), server.py (a function for each request), then what answers
them: document.py (a text with its names and its columns), outline.py (what stands in it, and what
can be written), navigation.py (where names are, and what is said of them), findings.py (what is wrong, and what stands
above declarations). What takes longer than an editor waits is in jobs.py, done in other processes; workspace.py holds
the texts that are open and the work on them.
"""
