"""Systems up to symmetry on decision diagrams: strategies that find representatives, and verdicts from these.

Read recognition.py and symmetries.py (which groups act on the levels), strategies.py (how representatives are found),
stepping.py (from orbit to orbit, and paths back), orbits.py (CTL on representatives), search.py (verdicts on the way),
verdicts.py and verifying.py (the whole). pictures.py has the drawings.
"""
