protocol outputs
states A, B, C // E: VS370 hint: output false: else
init A = 2, B = 1
output true: A, B
output false: B // E: VS370
