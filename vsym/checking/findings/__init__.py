"""The findings on a model's symmetry beside a verdict: its group by name, subgroups for properties, near misses.

`program` puts it together for programs. `description` and `table` name a group and its factors, `types` says which
types are alike and could be scalarsets, `near_misses` has the permutations that would be symmetries but for few rules.
"""
