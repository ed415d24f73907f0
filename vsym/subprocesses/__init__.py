"""Work in processes of their own, for servers whose clients wait: each task can be ended, and has limits.

process.py defines a task and does one after the other; worker.py starts such a process and gives it tasks. columns.py
counts columns as the servers' clients do.
"""
