"""Results as one HTML page.

values.py says what a page is; page.py makes it, with the particulars of processes from processes.py, paths from
lanes.py and pictures from pictures.py; rendering.py writes it. handout.py is the page that goes through a model.
"""
