"""The counter abstraction: one counter for each block of processes and local state.

`abstraction` is the value, `reduce` makes it of an exact partition. Its `guards` are projections, by Hoffman's theorem
or a union of boxes (`project`), written as a person would (`simplify`); `certified` has those for all sizes. `lowering`
makes the system that engines see, `back` brings a path of it back to processes, and `reduced` is the reduction: all of
this in one value. `bounds` are two counter systems of blocks that need not be exact: one of possible steps, and one of
certain steps. `bounded` makes the systems that engines see of them.
"""
