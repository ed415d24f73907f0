"""From a question about a model to an answer: the only part that joins reductions and engines.

Begin with `question` and `answer`, then `check` (which road a kind of model takes) and `attempt` (how any reduction
is put to any engine, and what comes back). `processes` (over `stages`, `adaptive`, `sizes`, `ranks`), `programs`
(over `ways` and `runs`), `process_counters` and `plain` are the roads. `choice`, `portfolio`, `race` and `settling`
are the engine `auto`. `bounds` decides properties of processes before exact blocks are looked for. `observed`
checks regular safety properties beside their observers. `cross_check` makes every attempt of a road; `vacuity` finds
results that hold by accident.

groups/ chooses the symmetries up to which a model is explored, findings/ describes its symmetry, views/ has the
values of pictures.
"""
