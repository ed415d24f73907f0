"""The laboratory: a page for the browser, served on this machine alone, in which a user writes and studies a model.

Read protocol.py (the requests of the page, with places in a text) and verbs.py, whose answers colouring.py, linting.py
(which also explains words), checking.py, walking.py and picturing.py make. states.py writes states and paths for the
page and reads them back; lessons.py is the tutorial. shapes.py and step_shapes.py describe every field of an answer.
Two modules call the verbs: server.py, with laboratory.py (who answers) and workers.py (the process that does it); and
browser.py, in a page that static.py writes and that runs Python itself.
"""
