"""Work in processes of their own, for servers whose clients wait: each task can be ended, and has limits.

process.py says what a task is and does one after the other; worker.py starts such a process, and asks it. columns.py
counts columns as the servers' clients do.
"""
