states A, B // E: VS110 VS111 hint: init A = 3
trans A, B -> A, A
protocol late
protocol again // E: VS110
