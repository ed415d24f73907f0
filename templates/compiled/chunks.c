/* Chunks of states in the order of the states. Any thread expands the next one that nobody has taken; the first thread
   alone adds what comes of them to the store, chunk by chunk. So states have the numbers, and are found from the states,
   that a single thread gives them, and the others need nothing of the store. */
#ifndef MANY_STATES
/* So many states are enough for several threads. */
#define MANY_STATES (4 * CHUNK)
#endif
_Static_assert(MANY_STATES >= CHUNK, "chunks are the same whatever their threads");
#define MOST_THREADS 64
/* Chunks for each thread. */
#define AHEAD 4
/* Routines of a program may call each other a thousand calls deep. */
#define STACK (100 << 20)

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_t threads[MOST_THREADS];
static volatile sig_atomic_t thread_count = 1;
static uint32_t threads_wanted = 1;

/* The chunks that were made, taken by threads, and added to the store, and the first state that is in none. */
static struct chunk *ring;
static uint64_t ring_size, made, taken, added;
static uint32_t next_state;
static int is_over;
static enum reason end_reason;
static int several;

static struct chunk *chunk_at(uint64_t number) { return ring + number % ring_size; }

/* The first chunk has the start states. */
static void open_chunks(void) {
    ring_size = threads_wanted == 1 ? 1 : AHEAD * threads_wanted;
    ring = malloc(ring_size * sizeof *ring);
    if (!ring) failed("memory");
    own = ring;
    own->waiting = 0;
    is_next = 1;
}

static void leave(int signal) {
    (void)signal;
    if (within) leave_model();
}

/* Make the other threads leave the model's code, as `stopped` says. */
static void call_others(void) {
    for (int one = 1; one < thread_count; one++) pthread_kill(threads[one], SIGUSR1);
}

static void set_stage(struct chunk *chunk, int stage) {
    pthread_mutex_lock(&gate);
    chunk->stage = stage;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&gate);
}

static void end_search(enum reason reason) {
    end_reason = reason;
    if (reason != COMPLETE) stopped = (int)reason;
    pthread_mutex_lock(&gate);
    is_over = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&gate);
    call_others();
}

static __attribute__((noinline)) void expand_states(void) {
    for (; current < own->end && shown.error_rule == NOWHERE; current++) {
        memcpy(P, own->states[current - own->start], sizeof P);
        expand_state();
        if (graph_folder) pack_atoms(own->atoms + (current - own->start) * ATOM_BYTES);
    }
}

static void expand_chunk(void) {
    current = own->start;
    shown = own->findings;
    if (sigsetjmp(way_out, 0)) shown.error_rule = NOWHERE;
    else expand_states();
    own->findings = shown;
    own->current = current;
    set_stage(own, EXPANDED);
}

static void *help(void *unused) {
    for (;;) {
        pthread_mutex_lock(&gate);
        while (!is_over && taken == made) pthread_cond_wait(&changed, &gate);
        if (is_over) break;
        own = chunk_at(taken++);
        pthread_mutex_unlock(&gate);
        expand_chunk();
    }
    several |= several_stored;
    pthread_mutex_unlock(&gate);
    return unused;
}

/* The other threads, as many as can be had. They leave signals to the first one. */
static void start_threads(void) {
    sigset_t signals, before;
    pthread_attr_t attributes;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    while ((uint32_t)thread_count < threads_wanted && !pthread_create(&threads[thread_count], &attributes, help, NULL)) thread_count++;
    threads_wanted = (uint32_t)thread_count;
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The next chunk, which ends with its level at the latest. */
static void make_chunk(void) {
    struct chunk *chunk = chunk_at(made);
    uint32_t known_end = next_state < level_end ? level_end : count;
    chunk->start = chunk->current = next_state;
    chunk->end = next_state = known_end - next_state < CHUNK ? known_end : next_state + CHUNK;
    chunk->waiting = 0;
    chunk->stage = AT_WORK;
    for (uint32_t index = chunk->start; index < chunk->end; index++) read_state(index, chunk->states[index - chunk->start]);
    find_nothing(&chunk->findings);
    memcpy(chunk->findings.first_states, all.first_states, sizeof all.first_states);
}

/* Chunks for all threads, or a single one where there are few states. */
static void make_chunks(void) {
    if (made - added > ring_size / 2) return;
    while (next_state < count && made - added < ring_size && (made == added || count - next_state >= MANY_STATES)) {
        int alone = count - next_state < MANY_STATES;
        if (!alone && (uint32_t)thread_count < threads_wanted) start_threads();
        make_chunk();
        pthread_mutex_lock(&gate);
        made++;
        if (!alone) pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&gate);
    }
}

/* Why the search ends after a chunk. */
static enum reason reason_to_end(void) {
    if (all.error_rule != NOWHERE) return ERROR;
    if (expanded >= spare && expanded < count && decided()) return DECIDED;
    enum reason reason = limit();
    if (reason != COMPLETE || expanded < level_end || count == level_end) return reason;
    if (level + 1 >= level_bound) return BOUND;
    next_level();
    return COMPLETE;
}

static void add_chunk(struct chunk *chunk) {
    add_findings(&chunk->findings);
    if (graph_folder) add_atoms(chunk->atoms, chunk->current - chunk->start);
    expanded = chunk->current;
    added++;
    enum reason reason = reason_to_end();
    if (reason != COMPLETE) end_search(reason);
}

/* Add the oldest chunk, or what has come of it as far as there was room. */
static void add_oldest(void) {
    struct chunk *oldest = chunk_at(added);
    pthread_mutex_lock(&gate);
    while (oldest->stage == AT_WORK) pthread_cond_wait(&changed, &gate);
    pthread_mutex_unlock(&gate);
    settle(oldest);
    if (oldest->stage == EXPANDED) return add_chunk(oldest);
    if (memory_is_full(level_start)) stopped = MEMORY;
    set_stage(oldest, AT_WORK);
}

/* Room for more successors of the chunk at hand: the chunks before it are to be added first. */
static void make_way(void) {
    if (!pthread_equal(threads[0], pthread_self())) {
        pthread_mutex_lock(&gate);
        own->stage = FULL;
        pthread_cond_broadcast(&changed);
        while (own->stage == FULL && !is_over) pthread_cond_wait(&changed, &gate);
        pthread_mutex_unlock(&gate);
        return;
    }
    while (!is_over && chunk_at(added) != own) add_oldest();
    if (is_over) return;
    is_next = 1;
    settle(own);
    if (memory_is_full(level_start)) stopped = MEMORY;
}

/* Whether there is a chunk for the first thread to expand. The oldest one is more urgent, once it is expanded. */
static int take_chunk(void) {
    pthread_mutex_lock(&gate);
    struct chunk *oldest = chunk_at(added);
    int takes = oldest->stage == AT_WORK && taken < made;
    if (takes) own = chunk_at(taken++);
    pthread_mutex_unlock(&gate);
    is_next = own == oldest;
    return takes;
}

/* Expand states in their order until all are, or something ends the search. */
static enum reason search(void) {
    enum reason reason = level >= level_bound ? BOUND : limit();
    if (reason != COMPLETE) end_search(reason);
    while (!is_over) {
        make_chunks();
        if (made == added) end_search(COMPLETE);
        else if (take_chunk()) expand_chunk();
        else add_oldest();
    }
    for (int others = thread_count; --others;) pthread_join(threads[others], NULL);
    several |= several_stored;
    return end_reason;
}
