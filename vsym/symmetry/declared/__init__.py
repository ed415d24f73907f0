"""The check that the elements of a program's scalarsets are interchangeable. It knows programs, but neither engines nor
the text. `soundness` checks a whole program, over `effects` (of loops, and whether their order matters) and `aliasing`
(places that may be the same); `formulas` finds the elements that a property names.
"""
