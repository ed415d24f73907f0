/* Concrete paths along stored states, which are given one by one. */
#define KEY WORDS

static uint64_t (*path_states)[WORDS];
static uint64_t path_length;

static inline int same(const uint64_t *one, const uint64_t *other) { return !compare(one, other); }

static inline void read_row(uint32_t index, uint64_t *packed) { memcpy(packed, path_states[index], STATE_BYTES); }
#include "tracing.c"

static void follow_all(void) {
    uint32_t (*path)[2] = memory_for(path_length * sizeof *path);
    for (uint32_t place = 0; place < path_length; place++) path[place][0] = place, path[place][1] = NOWHERE;
    follow(path, (uint32_t)path_length, NOWHERE);
}
