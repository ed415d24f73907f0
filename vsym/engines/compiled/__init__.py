"""Programs and systems as C: generated, compiled by the machine's compiler, and explored in a process of its own."""
