"""Results on a terminal.

story.py tells all of it, by parts from the others: lines.py, verdicts.py, ranks.py, explorations.py and traces.py for
any model, symmetry.py, witnesses.py and processes.py for processes, programs.py for programs. confirming.py is of cross
checks and certificates, stepping.py of `vsym step`, progress.py of work under way. fitting.py lays all of it out.
"""
