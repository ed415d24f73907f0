"""Results as pictures.

picture.py defines a picture; local_states.py, quotient.py, witness.py, adaptive_tree.py, group.py, programs.py and
program_witness.py make pictures, and registry.py lists those of each kind of model. drawing.py draws them by dot.py and
graphviz.py, mermaid.py writes them for Markdown.
"""
