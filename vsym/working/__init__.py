"""Work in processes of their own, for servers whose clients wait: each task can be ended, and has limits."""
