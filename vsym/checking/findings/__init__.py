"""The findings on a model's symmetry beside a verdict: its group by name, what properties leave of it, near misses.

`program` puts it together for programs. `description` and `table` name a group and its factors, `types` says which
types are alike and could be scalarsets, `near_misses` what would be a symmetry but for few rules.
"""
