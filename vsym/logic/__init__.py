"""Terms, formulas and their meaning on paths; this package knows neither systems nor models.

Read `terms` (linear terms over opaque atoms), `formula` and `folding` (the one way to walk a formula) first. `ctl`
brings branching time to a basis of three operators. `ltl` brings linear time to a normal form, from which
`automaton_tableau` and `automaton` (over `components`) make Büchi automata; `branching` finds the LTL that CTL can
express. `observer` makes deterministic automata of regular expressions. `properties` has the questions to a system;
`reachability` and `progress` recognise questions of reachability and of progress, once for every engine. `explaining`
leads from sets of states to a path that explains a verdict, and `lasso_semantics` evaluates a formula on one path.
"""
