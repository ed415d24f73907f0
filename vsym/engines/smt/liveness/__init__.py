"""Progress without listing states: ranks that every step lowers, strategies that lead to a goal, and loops that do
not."""
