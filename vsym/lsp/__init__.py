"""The language server: what editors ask of models while they are written, by the Language Server Protocol."""
