"""The laboratory: a page for the browser, served on this machine alone, in which a model is written and looked at.

Read protocol.py (what the page asks, with places in a text), server.py, laboratory.py (who answers) and workers.py (the
process that does it). Verbs are answered by colouring.py, linting.py (which also says what a word is), checking.py,
walking.py and picturing.py; states.py is how states and paths go to the page and come back, lessons.py the tutorial.
shapes.py and step_shapes.py describe every field of an answer.
"""
