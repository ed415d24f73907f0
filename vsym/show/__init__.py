"""Results as text, pages, pictures and JSON, from values alone: nothing here runs anything.

What is shown of a model of any kind comes from its own words (models/protocol.py) and from the one answer
(checking/answer.py). Where a kind has more to show, a table from kinds to that stands in the module.

Begin with text/story.py, then record.py (JSON, whose types are in shapes/). notebook.py shows the same as values of
Python. groups.py has what is said of any group of symmetries, counter_group.py and program_group.py whose it is.
movers.py says who moves in a step of processes; sarif.py is for tools of code review.
"""
