"""The symmetry of a model: three theories, of which a model meets one or two.

`virtual` decides for counted processes, relation by relation, whether their symmetry is virtual; `declared` asks of a
program whether anything tells the elements of its scalarsets apart; `detected` finds the symmetries of a system without
annotations, by the automorphisms of a graph, and proves each.
"""
