/* Representatives of orbits: `canonicalise(state)` makes a state the one of its orbit that is stored, or one of some;
   `orbit_size(state)` says how many states the orbit has. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define THREAD _Thread_local
#ifndef SHARED
#define SHARED static
#endif

typedef unsigned __int128 orbit_t;

/* Whether several representatives of an orbit may be stored: they were not looked for to the end. */
SHARED THREAD int several_stored;
