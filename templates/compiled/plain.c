/* States that are stored as they are. */
#define SEVERAL 0
#define ORBIT_SIZES 0
typedef unsigned __int128 orbit_t;
SHARED __attribute__((unused)) THREAD int several_stored;
static void canonicalise(slot_t *state) { (void)state; }
