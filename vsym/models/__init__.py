"""The kinds of model that there are, each with its plain semantics: what all else is held against.

`protocol.py` says what every model can do, `text.py` what stands for a model before its parameters have values, and
`registry.py` where a model finds its definition. The kinds are processes that are counted (`counting/`), programs
(`program/`), and systems as engines are given them (`transition/`).
"""
