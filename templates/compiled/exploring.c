/* Breadth-first search: states are expanded in the order in which they were found. Successors wait in a batch until the
   places of memory that they need have been asked for, so that many are under way at once. What is found counts, however
   the search ends: a state that is not expanded to its end is one that is not expanded. */
#ifndef CHUNK
#define CHUNK 64
#endif
#define ROOM (BATCH + (1u << 18) / (uint32_t)sizeof(struct successor))

struct successor {
    uint64_t packed[WORDS];
    uint64_t hash;
    uint32_t source, rule;
};

/* Some states in a row, from `start` to before `end`, that one thread expands until `current`; the successors that wait,
   what the states have shown, and their atoms. */
struct chunk {
    enum { AT_WORK, FULL, EXPANDED } stage;
    uint32_t start, end, current, waiting;
    struct findings findings;
    uint64_t states[CHUNK][WORDS];
    uint8_t atoms[CHUNK * ((MOST_ATOMS + 7) / 8) + 1];
    struct successor batch[ROOM];
};

static const char *const reasons[] = {"", "time", "keyboard", "memory", "bound", "decided", "error"};

/* The chunk that this thread expands, and whether all before it have been added to the store. */
static THREAD struct chunk *own;
static THREAD int is_next;
static void make_way(void);

/* Some states that this thread has pushed, each where its hash says: a table that stays in the processor's cache. */
#define RECENT (1 + 4096 / (1 + WORDS))
struct recent {
    uint64_t hash, packed[WORDS];
};
static THREAD struct recent recent[RECENT];

static struct findings all;
/* With `spare`, how many states are expanded at least; how minor the property of each question is, and
   whether nothing is wrong where it is violated. */
static uint64_t spare = UINT64_MAX;
static uint8_t minor[MOST_QUESTIONS + 1], harmless[MOST_QUESTIONS + 1];
static uint32_t initial, expanded, level_start, level_end, level, level_bound = NOWHERE;
static double begun, reported;

#ifdef COMPACT
/* The states themselves are kept only until they are expanded: those of this level and of the next. */
static uint64_t *frontier[2];
static inline uint64_t *state_at(uint32_t index) {
    int next = index >= level_end;
    return frontier[next] + (uint64_t)(index - (next ? level_end : level_start)) * WORDS;
}
#endif

static void open_frontier(void) {
#ifdef COMPACT
    frontier[0] = room(reserved * WORDS * 8, 1);
    frontier[1] = room(reserved * WORDS * 8, 1);
    if (!frontier[0] || !frontier[1]) failed("memory");
#endif
}

/* The level that begins with the first state that is not expanded, and ends with the last that has been found. */
static void next_level(void) {
#ifdef COMPACT
    uint64_t *done = frontier[0];
    frontier[0] = frontier[1];
    frontier[1] = done;
    madvise(done, (uint64_t)(level_end - level_start) * WORDS * 8, MADV_DONTNEED);
#endif
    level++;
    level_start = level_end;
    level_end = count;
}

static inline void read_state(uint32_t index, uint64_t *packed) {
#ifdef COMPACT
    memcpy(packed, state_at(index), WORDS * 8);
#else
    read_row(index, packed);
#endif
}

/* Add the successors of a chunk that wait. */
static void settle(struct chunk *chunk) {
    for (uint32_t from = 0; from < chunk->waiting; from += BATCH) {
        const struct successor *begin = chunk->batch + from, *end = begin + BATCH, *last = chunk->batch + chunk->waiting;
        make_room(BATCH);
        if (end > last) end = last;
        for (const struct successor *one = end; one < end + BATCH && one < last; one++) __builtin_prefetch(table + first_place(one->hash));
        for (const struct successor *one = begin; one < end; one++) {
            uint64_t hash = one->hash, entry = table[first_place(hash)];
            if (entry && !((entry ^ tag_of(hash)) >> 32)) __builtin_prefetch(states + (uint64_t)((uint32_t)entry - 1) * row_bytes);
        }
        for (const struct successor *one = begin; one < end; one++) {
            int fresh;
#ifdef COMPACT
            uint32_t target = number_of(&one->hash, one->hash, one->source, &fresh);
            if (fresh) memcpy(state_at(target), one->packed, sizeof one->packed);
#else
            uint32_t target = number_of(one->packed, one->hash, one->source, &fresh);
#endif
            if (graph_folder && one->source != NOWHERE) add_edge(one->source, target, one->rule);
        }
    }
    chunk->waiting = 0;
}

static int memory_is_full(uint32_t from) {
    uint64_t used = bytes_used() + (graph_folder ? edges * EDGE_BYTES + (uint64_t)count * NODE_BYTES : 0);
#ifdef COMPACT
    used += (uint64_t)(count - from) * WORDS * 8;
#else
    (void)from;
#endif
    return full || used > memory_limit || count + 2 * ROOM > reserved;
}

/* Whether this thread has pushed a state lately; now it has. */
static inline int is_recent(const uint64_t *packed, uint64_t hash) {
    struct recent *one = &recent[(uint64_t)(((__uint128_t)hash * RECENT) >> 64)];
    if (one->hash == hash && !memcmp(one->packed, packed, sizeof one->packed)) return 1;
    one->hash = hash;
    memcpy(one->packed, packed, sizeof one->packed);
    return 0;
}

/* While the batch and the store change, the search is not left. What is pushed again within a short time, as happens with
   rules that commute, is in the store already or waits to come there: it matters only as an edge of the graph. */
static void push(const uint64_t *packed, uint32_t source, uint32_t rule) {
    int inside = within;
    exit_model();
    uint64_t hash = hash_packed(packed);
    if (graph_folder || !is_recent(packed, hash)) {
        struct successor *one = &own->batch[own->waiting++];
        memcpy(one->packed, packed, sizeof one->packed);
        one->hash = hash;
        one->source = source;
        one->rule = rule;
        if (is_next) __builtin_prefetch(table + first_place(hash));
        if (own->waiting == (is_next ? BATCH : ROOM)) make_way();
    }
    if (inside) enter_model();
}

static int is_initial(void) { return current < initial; }

/* Answers are announced in the order of the states. */
static void answer(int question) { (void)question; }

static void announce(int question) {
    printf("{\"type\": \"answer\", \"question\": %d, \"depth\": %" PRIu32 ", \"seconds\": %.6f}\n", question, level,
           now() - begun);
    fflush(stdout);
}

/* What a chunk has shown, after those before it. */
static void add_findings(const struct findings *more) {
    all.fired += more->fired;
    all.deadlocks += more->deadlocks;
    if (all.deadlocked == NOWHERE) all.deadlocked = more->deadlocked;
    all.error_rule = more->error_rule;
    all.represented += more->represented;
    for (int rule = 0; rule < RULES; rule++) {
        if (more->last_fired[rule] != NOWHERE) all.last_fired[rule] = more->last_fired[rule];
    }
    for (int number = 0; number < CONDITIONS; number++) all.condition_faulted[number] |= more->condition_faulted[number];
    for (int number = 0; number < QUESTIONS; number++) {
        if (all.first_states[number] != NOWHERE || more->first_states[number] == NOWHERE) continue;
        all.first_states[number] = more->first_states[number];
        announce(number);
    }
}

/* Why the search has to stop now, if it has to. */
static enum reason limit(void) {
    if (memory_is_full(level_start)) return MEMORY;
    if (stopped) return (enum reason)stopped;
    double time = now();
    if (time - reported > 0.1) {
        reported = time;
        printf("{\"type\": \"progress\", \"states\": %" PRIu32 ", \"frontier\": %" PRIu32 ", \"depth\": %" PRIu32
               ", \"seconds\": %.2f}\n", count, count - expanded, level, time - begun);
        fflush(stdout);
    }
    return COMPLETE;
}

static int is_open(int number) {
    if (all.first_states[number] != NOWHERE) return question_kinds[number] == REACHED && initial != 1;
    return question_kinds[number] != INITIALLY || expanded < initial;
}

/* Whether every question has its answer, but for those of properties that are minor beside one that is violated. */
static int decided(void) {
    int least = UINT8_MAX;
    for (int number = 0; number < QUESTIONS; number++) {
        int violated = question_kinds[number] != REACHED && all.first_states[number] != NOWHERE && !harmless[number];
        if (violated && minor[number] < least) least = minor[number];
    }
    for (int number = 0; number < QUESTIONS; number++) {
        if (is_open(number) && minor[number] <= least) return 0;
    }
    return 1;
}
