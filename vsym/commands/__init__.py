"""Each command as a function from a task to an answer, one module each; the command line prints what comes back.

`task` is what is asked and `answer` what comes back. What a command does differently for a kind of model stands in a
table from kinds to functions, with what works for any kind beside it. step/ is the session of `vsym step`, grade/
what is demanded of students' models.
"""
