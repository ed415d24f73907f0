"""Programs whose processes are counted: of each local state, how many elements of a scalarset are in it."""
