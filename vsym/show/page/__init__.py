"""Results as one HTML page.

values.py defines the contents of a page; page.py makes them, with the particulars of processes from processes.py, paths
from lanes.py and pictures from pictures.py; rendering.py writes the HTML. handout.py makes the page that steps through
a model.
"""
