"""From a question about a model to an answer: the only part that joins reductions and engines.

Begin with `question` and `answer`, then `check` (the road for each kind of model) and `attempt` (any reduction, decided
by any engine, and its answer). `processes` (over `stages`, `adaptive`, `sizes`, `ranks`), `programs` (over `ways` and
`runs`), `process_counters` and `plain` are the roads. `choice`, `portfolio`, `race` and `settling` are the engine
`auto`. `bounds` decides properties of processes before vsym looks for exact blocks. `observed` checks regular safety
properties beside their observers. `cross_check` makes every attempt of a road; `vacuity` finds results that hold by
accident.

groups/ chooses the symmetries up to which a model is explored, findings/ describes its symmetry, views/ has the
values of pictures.
"""
