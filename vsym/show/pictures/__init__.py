"""Results as pictures.

picture.py says what a picture is; local_states.py, quotient.py, witness.py, adaptive_tree.py, group.py, programs.py and
program_witness.py make some, and registry.py knows which there are of a kind of model. drawing.py draws them by dot.py
and graphviz.py, mermaid.py writes them for Markdown.
"""
