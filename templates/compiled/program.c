#include "libraries.c"
#include "model.c"
#include "search.c"
