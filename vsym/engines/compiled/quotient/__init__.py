"""Representatives of the orbits of states under a group of literal maps: which way there is for it, as tables in C."""
