"""Tools that every part may use and none has to itself; they know no model.

`frozen` says what a value is, `identity` computes values of objects once, `source` where things stand in a text,
`numbers` how they are spelled. `limits`, `memory` and `interruption` end work where it has to end; `temporary` removes
what it leaves. `files` reads what users name, `resources` what comes with the package, `templates` those of its files
that are filled in, and `options` has the values that users choose from.
"""
