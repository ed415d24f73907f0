"""Results as text, pages, pictures and JSON, from values alone: nothing here runs anything.

The texts on a model of any kind come from its own words (models/protocol.py) and from the one answer
(checking/answer.py). Where a kind has more to show, the module has a table from kinds to it.

Begin with text/story.py, then record.py (JSON, whose types are in shapes/). notebook.py shows the same as values of
Python. groups.py describes any group of symmetries, counter_group.py and program_group.py name its variables and
values. movers.py names the processes that move in a step; sarif.py is for tools of code review.
"""
