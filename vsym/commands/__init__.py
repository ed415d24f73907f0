"""Each command as a function from a task to an answer, one module each; the command line prints the answer.

`task` has the input of a command and `answer` its result. Where a command differs between kinds of models, it has a
table from kinds to functions, with a default for any other kind. step/ is the session of `vsym step`, grade/ the
marking of students' models.
"""
