"""From a model and its symmetry to a smaller system, and the way back from a path of it to one of the model.

`counters` has the counter abstraction of counted processes, `direct` the plain system and that of orbits; `programs`
runs every instance of a program's rules symbolically, and `process_counters` counts the processes of a program by their
local states.
"""
