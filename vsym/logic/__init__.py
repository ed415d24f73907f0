"""Terms, formulas and what they mean on paths; it knows neither systems nor models.

Read `terms` (linear terms over atoms of which nothing is known), `formula` and `folding` (the one way to walk a
formula) first. `ctl` brings branching time to a basis of three operators; `ltl` brings linear time to a normal form, of
which `automaton_tableau` and `automaton` (over `components`) make Büchi automata; `branching` finds the LTL that CTL
can say. `observer` makes deterministic automata of regular expressions. `properties` has the questions to a
system; `reachability` and `progress` recognise questions of what can be reached and of what happens eventually, once
for every engine. `explaining` leads from sets of states to a path that explains a verdict, and `lasso_semantics`
evaluates a formula on one path.
"""
