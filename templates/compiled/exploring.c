/* Breadth-first search, level by level. Successors wait in a batch until the places of memory that they need have been
   asked for, so that many are under way at once. What is found counts, however the search ends: a state that is not
   expanded to its end is one that is not expanded. */

struct successor {
    uint64_t packed[WORDS];
    uint64_t hash;
    uint32_t source, rule;
};

static const char *const reasons[] = {"", "time", "keyboard", "memory", "bound", "decided", "error"};

static struct successor batch[BATCH];
static int waiting, answers_fresh;
/* With `spare`, how many states are expanded at least; how minor the property of each question is, and
   whether nothing is wrong where it is violated. */
static uint64_t spare = UINT64_MAX;
static uint8_t minor[QUESTIONS + 1], harmless[QUESTIONS + 1];
static uint32_t initial, level_start, level_end, level, level_bound = NOWHERE;
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

/* The level that begins at the state at hand, and ends with the last that was found from the level before. */
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

static void settle(void) {
    make_room(BATCH);
    for (int place = 0; place < waiting; place++) {
        uint64_t hash = batch[place].hash, entry = table[first_place(hash)];
        if (entry && !((entry ^ tag_of(hash)) >> 32)) __builtin_prefetch(states + (uint64_t)((uint32_t)entry - 1) * row_bytes);
    }
    for (int place = 0; place < waiting; place++) {
        struct successor *one = &batch[place];
        int fresh;
#ifdef COMPACT
        uint32_t target = number_of(&one->hash, one->hash, one->source, &fresh);
        if (fresh) memcpy(state_at(target), one->packed, sizeof one->packed);
#else
        uint32_t target = number_of(one->packed, one->hash, one->source, &fresh);
#endif
        if (graph_folder && one->source != NOWHERE) add_edge(one->source, target, one->rule);
    }
    waiting = 0;
}

static int memory_is_full(uint32_t from) {
    uint64_t used = bytes_used() + (graph_folder ? edges * EDGE_BYTES + (uint64_t)count * NODE_BYTES : 0);
#ifdef COMPACT
    used += (uint64_t)(count - from) * WORDS * 8;
#else
    (void)from;
#endif
    return full || used > memory_limit || count + 2 * BATCH > reserved;
}

/* While the batch and the store change, the search is not left. */
static void push(const uint64_t *packed, uint32_t source, uint32_t rule) {
    int inside = within;
    exit_model();
    struct successor *one = &batch[waiting++];
    memcpy(one->packed, packed, sizeof one->packed);
    one->hash = hash_packed(packed);
    one->source = source;
    one->rule = rule;
    __builtin_prefetch(table + first_place(one->hash));
    if (waiting == BATCH) {
        settle();
        if (memory_is_full(level_start)) stopped = MEMORY;
    }
    if (inside) enter_model();
}

static int is_initial(void) { return current < initial; }

static void answer(int question) {
    answers_fresh = 1;
    printf("{\"type\": \"answer\", \"question\": %d, \"depth\": %" PRIu32 ", \"seconds\": %.6f}\n", question, level,
           now() - begun);
    fflush(stdout);
}

static void expand(void) {
    read_state(current, P);
    expand_state();
    if (graph_folder) add_atoms();
}

/* Why the search has to stop now, if it has to. */
static enum reason limit(uint32_t expanded) {
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
    if (first_states[number] != NOWHERE) return question_kinds[number] == REACHED && initial != 1;
    return question_kinds[number] != INITIALLY || current < initial;
}

/* Whether every question has its answer, but for those of properties that are minor beside one that is violated. */
static int decided(void) {
    int least = UINT8_MAX;
    for (int number = 0; number < QUESTIONS; number++) {
        int violated = question_kinds[number] != REACHED && first_states[number] != NOWHERE && !harmless[number];
        if (violated && minor[number] < least) least = minor[number];
    }
    for (int number = 0; number < QUESTIONS; number++) {
        if (is_open(number) && minor[number] <= least) return 0;
    }
    return 1;
}

/* Expand states in their order until all are, or something ends the search. */
static __attribute__((noinline)) enum reason expand_all(void) {
    enum reason reason = level >= level_bound ? BOUND : limit(current);
    while (reason == COMPLETE && current < count) {
        if (current == level_end) {
            if (level + 1 >= level_bound) return BOUND;
            next_level();
        }
        expand();
        current++;
        if (current == count || current == level_end) settle();
        if (error_rule != NOWHERE) return ERROR;
        if (current >= spare && current < count && (answers_fresh || current % 128 == 0) && decided()) return DECIDED;
        answers_fresh = 0;
        if (stopped || current % 128 == 0) reason = limit(current);
    }
    return reason;
}

static enum reason search(void) {
    if (!sigsetjmp(way_out, 1)) return expand_all();
    error_rule = NOWHERE;
    return (enum reason)stopped;
}
