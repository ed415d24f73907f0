"""Programs: typed finite variables and guarded rules, with scalarsets, statements and a plain semantics."""
