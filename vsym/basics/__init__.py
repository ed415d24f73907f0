"""Tools for every part of vsym; they know no model.

`frozen` makes classes of values, `identity` computes values of objects once, `source` has places in a text, and
`numbers` spells numbers. `limits`, `memory` and `interruption` end work at its limits and on Ctrl-C; `temporary`
removes the folders that ended work leaves. `files` reads the files that users name, `resources` those of the package,
`templates` compiles its templates, and `options` has the values that users choose from.
"""
