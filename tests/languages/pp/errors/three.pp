protocol three
states A, B
init A = 2, B = 1
trans A, B, B -> A, A, A // E: VS105 hint: two agents meet
trans A -> B // E: VS105 hint: two agents meet
trans A, B -> A, A if #A >= 1 // E: VS105 hint: no guard
trans A, B -> B
trans B, B -> A, A // E: VS105 hint: two agents meet
