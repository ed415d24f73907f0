"""The shapes of the JSON documents that `--json` prints; `vsym schema` prints their JSON Schema.

Begin with documents.py: a document for each command, made of what the other modules describe.
"""
