"""The laboratory: a page for the browser, served on this machine alone, in which a user writes and studies a model.

Read protocol.py (what the page asks, with places in a text) and verbs.py, whose answers are made by colouring.py,
linting.py (which also says what a word is), checking.py, walking.py and picturing.py. states.py is how states and paths
go to the page and come back, lessons.py the tutorial. shapes.py and step_shapes.py describe every field of an answer.
Two modules call the verbs: server.py, with laboratory.py (who answers) and workers.py (the process that does it); and
browser.py, in a page that static.py writes and that runs Python itself.
"""
