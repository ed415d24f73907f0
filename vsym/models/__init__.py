"""The kinds of model, each with its plain semantics, the reference for all else.

`protocol.py` has the abilities of every model, `text.py` the form of a model before its parameters have values, and
`registry.py` finds the definition of a model. The kinds are counted processes (`counting/`), programs (`program/`), and
systems in the form that engines take (`transition/`).
"""
