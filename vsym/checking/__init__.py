"""From a question about a model to an answer: here alone reductions and engines are put together.

Begin with `question` and `answer`, then `check` (which road a kind of model takes) and `attempt` (how any reduction
is put to any engine, and what comes back). `processes` (over `stages`, `adaptive`, `sizes`, `ranks`), `programs`
(over `ways` and `runs`), `process_counters` and `plain` are the roads. `choice`, `portfolio`, `race` and `settling`
are the engine `auto`. `cross_check` asks every attempt of a road; `vacuity` says what is true by accident.

groups/ says up to which symmetries a model is explored, findings/ what is said of its symmetry, views/ what pictures
show.
"""
