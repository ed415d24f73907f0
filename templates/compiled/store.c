/* States in a row, in the order in which they were found: a state is its index. A hash table leads to the index: an
   entry has the lower half of a state's hash above the index plus one, and the upper half decides where it is looked
   for. States are told apart by their keys: the state itself or, with COMPACT, a hash of it. */
#ifdef COMPACT
#define KEY 1
#define COLUMNS 0
#else
#define KEY WORDS
#ifndef COLUMNS
#define COLUMNS (WORDS > 2)
#endif
#endif
#define MOST 0xFFFFFFF0u
/* So many places of memory are asked for before any of them is needed. */
#define BATCH 64

static uint8_t *states;
static uint32_t *predecessors;
static uint64_t *table;
static uint64_t table_size, memory_limit = INT64_MAX, reserved;
static uint32_t count;
static int full;

/* How many places the table after one of so many has: small ones are soon filled anew, and grow by less. */
static inline uint64_t next_size(uint64_t size) { return size + size / (size < 1 << 16 ? 4 : 2) + 128; }

#if COLUMNS
#include "columns.c"
#else
#define row_bytes ((uint64_t)KEY * 8)
#define column_bytes ((uint64_t)0)
#endif

static uint64_t bytes_used(void) { return (uint64_t)count * (row_bytes + 4) + table_size * 8 + column_bytes; }

static inline void write_row(uint32_t index, const uint64_t *key) {
#if COLUMNS
    write_columns(index, key);
#else
    memcpy(states + index * row_bytes, key, row_bytes);
#endif
}

static inline void read_row(uint32_t index, uint64_t *key) {
#if COLUMNS
    const uint8_t *row = states + index * row_bytes;
    for (int word = 0; word < KEY; word++) key[word] = word_at(row, &columns[word]);
#else
    memcpy(key, states + index * row_bytes, row_bytes);
#endif
}

static inline uint64_t first_place(uint64_t hash) {
    return (uint64_t)(((__uint128_t)hash * table_size) >> 64);
}

static inline uint64_t tag_of(uint64_t hash) { return hash << 32; }

static inline uint64_t next_place(uint64_t at) { return at + 1 == table_size ? 0 : at + 1; }

static inline uint64_t hash_of(uint32_t index) {
    uint64_t key[KEY];
    read_row(index, key);
#ifdef COMPACT
    return *key;
#else
    return hash_packed(key);
#endif
}

/* A table of so many places, filled from the states. */
static void fill(uint64_t size) {
    uint64_t *larger = room(size * 8, 0);
    if (!larger) failed("memory");
    if (table) munmap(table, table_size * 8);
    table_size = size;
    table = larger;
    for (uint32_t from = 0, to; from < count; from = to) {
        uint64_t hashes[BATCH];
        to = count - from < BATCH ? count : from + BATCH;
        for (uint32_t index = from; index < to; index++) {
            uint64_t hash = hashes[index - from] = hash_of(index);
            __builtin_prefetch(table + first_place(hash), 1);
        }
        for (uint32_t index = from; index < to; index++) {
            uint64_t hash = hashes[index - from], at = first_place(hash);
            while (table[at]) at = next_place(at);
            table[at] = tag_of(hash) | (index + 1);
        }
    }
}

static void grow(void) { fill(next_size(table_size)); }

/* Room for some more states: the table grows when four fifths of it are taken. Where the memory does not allow that the
   search ends, and only what is found until then may take up the rest. */
static inline void make_room(uint32_t more) {
    if (LIKELY((uint64_t)(count + more) * 5 <= table_size * 4)) return;
    full |= bytes_used() + (next_size(table_size) - table_size) * 8 > memory_limit;
    if (!full || (uint64_t)(count + more) * 20 > table_size * 19) grow();
    if (count + more > reserved) failed("memory");
}

static void open_store(void) {
    uint64_t least = COLUMNS ? 1 : KEY * 8, slack = 1 << 24;
    reserved = memory_limit / (least + 12) + slack;
    if (reserved > MOST) reserved = MOST;
#if COLUMNS
    rows_reserved = memory_limit + slack * WORDS * 8;
    if (rows_reserved > reserved * WORDS * 8) rows_reserved = reserved * WORDS * 8;
    states = room(rows_reserved, 1);
    for (int word = 0; word < WORDS; word++) make_room_in(&columns[word]);
    align_columns();
#else
    states = room(reserved * row_bytes, 1);
#endif
    predecessors = room(reserved * 4, 1);
    if (!states || !predecessors) failed("memory");
    grow();
}

static inline int same(const uint64_t *one, const uint64_t *other) {
    uint64_t difference = 0;
    for (int word = 0; word < KEY; word++) difference |= one[word] ^ other[word];
    return !difference;
}

static inline int is_row(uint32_t index, const uint64_t *key) {
    uint64_t stored[KEY];
    read_row(index, stored);
    return same(stored, key);
}

/* The index of a state, added where it is new. */
static inline uint32_t number_of(const uint64_t *key, uint64_t hash, uint32_t predecessor, int *fresh) {
    uint64_t tag = tag_of(hash), at = first_place(hash);
    for (;;) {
        uint64_t entry = table[at];
        if (!entry) break;
        if (!((entry ^ tag) >> 32)) {
            uint32_t index = (uint32_t)entry - 1;
            if (LIKELY(is_row(index, key))) {
                *fresh = 0;
                return index;
            }
        }
        at = next_place(at);
    }
    table[at] = tag | (count + 1);
    write_row(count, key);
    predecessors[count] = predecessor;
    *fresh = 1;
    return count++;
}
