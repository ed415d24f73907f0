"""Work on other machines, or in other processes, by the schedulers and workers of Dask; it knows no model.

Read address.py (where a cluster is), task.py (what a worker runs), connection.py (tasks out, results back); embedded.py
is a cluster of this machine alone.
"""
