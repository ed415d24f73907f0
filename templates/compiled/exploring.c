/* Breadth-first search, level by level. Successors wait in a batch until the places of memory that they need have been
   asked for, so that many are under way at once. */
#define BATCH 64
#define NOWHERE UINT32_MAX

struct successor {
    uint64_t packed[WORDS];
    uint64_t hash;
    uint32_t source, rule;
};

enum reason { COMPLETE, TIME, KEYBOARD, MEMORY, BOUND, FIRST, ERROR };
static const char *const reasons[] = {"", "time", "keyboard", "memory", "bound", "first", "error"};

static struct successor batch[BATCH];
static int waiting, tracing, moved, guard_fault, faulty, stop_at_first;
static uint64_t P[WORDS], fired_count;
static uint32_t current, initial, level_start, level_end, level, level_bound = NOWHERE, deadlocked, first_deadlocked = NOWHERE;
#if SYMMETRIC && ORBIT_SIZES
static orbit_t represented;
#endif
static uint32_t start_fault = NOWHERE, first_fault = NOWHERE, error_rule = NOWHERE;
static uint32_t last_fired[RULES + 1];
static uint8_t condition_faulted[CONDITIONS + 1];
static uint32_t first_states[QUESTIONS + 1];
static volatile sig_atomic_t interrupted;
static double deadline = 1e300, begun, reported;

static void traced(uint32_t rule, int values, const uint64_t *packed);
static void next_level(void);

#ifdef COMPACT
/* The states themselves are kept only until they are expanded: those of this level and of the next. */
static uint64_t *frontier[2];
static inline uint64_t *state_at(uint32_t index) {
    int next = index >= level_end;
    return frontier[next] + (uint64_t)(index - (next ? level_end : level_start)) * WORDS;
}
#endif

static inline void read_state(uint32_t index, uint64_t *packed) {
#ifdef COMPACT
    memcpy(packed, state_at(index), WORDS * 8);
#else
    read_row(index, packed);
#endif
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
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

static inline void push(const uint64_t *packed, uint32_t source, uint32_t rule) {
    struct successor *one = &batch[waiting++];
    memcpy(one->packed, packed, sizeof one->packed);
    one->hash = hash_packed(packed);
    one->source = source;
    one->rule = rule;
    __builtin_prefetch(table + first_place(one->hash));
    if (waiting == BATCH) settle();
}

/* Where W, at the end of a rule, may be a state: whether the assumptions hold there. */
static int assumed(void) {
    int holds = assumptions(W);
    return holds == 1 ? DONE : holds == FAULTED ? FAULTED : DROPPED;
}

static inline void store(uint64_t *packed, uint32_t source, uint32_t rule) {
    if (SYMMETRIC) {
        canonicalise(W);
        pack(W, packed);
    }
    push(packed, source, rule);
}

static void fired(uint32_t rule, int values, int status) {
    uint64_t packed[WORDS], difference = 0;
    enabled = 1;
    if (LIKELY(status == DONE)) {
        order_multisets(W);
        pack(W, packed);
        for (int word = 0; word < WORDS; word++) difference |= packed[word] ^ P[word];
        if (ASSUMPTIONS && difference) status = assumed();
    }
    if (UNLIKELY(tracing)) {
        if (status == DONE) traced(rule, values, packed);
        return;
    }
    fired_count++;
    last_fired[rule] = current;
    if (LIKELY(status == DONE)) {
        moved |= difference != 0;
        if (difference || graph_folder) store(packed, current, rule);
        return;
    }
    moved = 1;
    if (status == FAULTED) {
        faulty = 1;
        if (first_fault == NOWHERE) first_fault = fault_site;
    }
}

static void guard_faulted(void) {
    guard_fault = faulty = 1;
    if (first_fault == NOWHERE && !tracing) first_fault = fault_site;
}

/* An event that is an error, and that is enabled in the state at hand, ends the search. */
static void error_reached(uint32_t rule) {
    if (!tracing && error_rule == NOWHERE) error_rule = rule;
}

static void started(uint32_t start, int values, int status) {
    uint64_t packed[WORDS];
    if (status == DONE) {
        order_multisets(W);
        pack(W, packed);
        if (ASSUMPTIONS) status = assumed();
    }
    if (UNLIKELY(tracing)) {
        if (status == DONE) traced(start, values, packed);
        return;
    }
    if (status == FAULTED && start_fault == NOWHERE) start_fault = fault_site;
    if (status == DONE) store(packed, NOWHERE, start);
}

/* The atoms of the state in S, whose rules have fired, and the questions that it answers. */
static void judge(void) {
    conditions();
    for (int number = 0; number < CONDITIONS; number++) {
        if (atom[number] == FAULTED) condition_faulted[number] = faulty = 1;
    }
    if (faulty && first_fault == NOWHERE) first_fault = condition_site;
    int stuck = DEADLOCKS && !guard_fault && !(STUTTERING ? moved : enabled);
    deadlocked += (uint32_t)stuck;
    if (stuck && first_deadlocked == NOWHERE) first_deadlocked = current;
#if ATOMS
    atom[CONDITIONS] = (uint8_t)stuck;
    atom[CONDITIONS + 1] = (uint8_t)faulty;
    for (int number = 0; number < FAIR; number++) atom[CONDITIONS + 2 + number] = last_fired[fair[number]] == current;
#endif
    for (int number = 0; number < QUESTIONS; number++) {
        if (first_states[number] != NOWHERE || (question_kinds[number] == INITIALLY && current >= initial)) continue;
        if (asked(number) != 1) continue;
        first_states[number] = current;
        printf("{\"type\": \"answer\", \"question\": %d, \"depth\": %" PRIu32 "}\n", number, level);
        fflush(stdout);
    }
}

static void expand(void) {
    read_state(current, P);
    unpack(P, S);
    enabled = moved = guard_fault = faulty = 0;
    rules();
    judge();
    if (graph_folder) add_atoms();
#if SYMMETRIC && ORBIT_SIZES
    represented += orbit_size(S);
#endif
}

/* Why the search has to stop now, if it has to. */
static enum reason limit(uint32_t expanded) {
    uint64_t used = bytes_used() + (graph_folder ? edges * EDGE_BYTES + (uint64_t)count * NODE_BYTES : 0);
#ifdef COMPACT
    used += (uint64_t)(count - level_start) * WORDS * 8;
#endif
    if (used > memory_limit || count + 2 * BATCH > reserved) return MEMORY;
    if (interrupted) return KEYBOARD;
    double time = now();
    if (time > deadline) return TIME;
    if (time - reported > 0.1) {
        reported = time;
        printf("{\"type\": \"progress\", \"states\": %" PRIu32 ", \"frontier\": %" PRIu32 ", \"depth\": %" PRIu32
               ", \"seconds\": %.2f}\n", count, count - expanded, level, time - begun);
        fflush(stdout);
    }
    return COMPLETE;
}

static int answered(void) {
    for (int number = 0; number < QUESTIONS; number++) {
        if (question_kinds[number] != REACHED && first_states[number] != NOWHERE) return 1;
    }
    return 0;
}

/* Expand states in their order until all are, or something ends the search. */
static enum reason search(void) {
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
        if (full) return MEMORY;
        if (stop_at_first && answered()) return FIRST;
        if (current % 128 == 0) reason = limit(current);
    }
    return reason;
}
