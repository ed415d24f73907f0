"""From a model and its symmetry to a smaller system, and the way back from a path of it to one of the model.

`protocol` is the interface of every reduction, `evidence` checks returning paths against the model, and `registry`
lists reductions by kind of model. `counters` has the counter abstraction of counted processes, `direct` their plain
system and that of orbits; `programs` runs every instance of a program's rules symbolically, and `process_counters`
counts the processes of a program by their local states; `identity` leaves systems as they are.
"""
