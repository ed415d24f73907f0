"""Properties without listing states: bounded model checking, k-induction, Spacer, and certificates of proofs.

Read system.py and linear.py (systems and terms as formulas), problem.py (the task), portfolio.py (falsification and
proof in turn) with state_equation.py and acceleration.py (paths) and proofs.py with invariants.py and z3_queries.py
(proofs), and conclusions.py. certificate.py, certificate_reading.py and certificate_model.py write proofs, read them
back and compare them with a model. open_sizes.py, schedules.py and schedule_proof.py are about all sizes at once,
coverability/ searches backwards, liveness/ is about progress; engine.py puts all of it together.
"""
