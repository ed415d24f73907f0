"""Scalarsets of programs: whether their elements are interchangeable. It knows programs; neither engines nor the text.

`soundness` asks it of a whole program, over `effects` (what loops do, and whether their order matters) and `aliasing`
(which places may be the same); `formulas` says which elements a property names.
"""
