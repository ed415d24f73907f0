/* The search as a file between two states that it expands, from which it goes on later: the figures, the rows and
   their predecessors, the columns where there are such, and a checksum at the end. */
#define MAGIC UINT64_C(0x767379636B707432)
#ifdef COMPACT
#define FORM 1
#else
#define FORM (COLUMNS ? 2 : 0)
#endif

struct figures {
    uint64_t magic, model, form, count, current, initial, level_start, level_end, level, fired, deadlocked,
        first_deadlocked, start_fault, first_fault, represented[2], several;
};

static const char *checkpoint_path, *resume_path;
static double checkpoint_seconds = 60, checkpointed;
static uint64_t model_hash;
static int replaying;

static uint64_t sum_of(uint64_t sum, const void *data, uint64_t size) {
    const uint8_t *bytes = data;
    uint64_t word;
    for (; size >= 8; size -= 8, bytes += 8) {
        memcpy(&word, bytes, 8);
        sum = (sum ^ word) * 0x9FB21C651E98DF25u;
        sum ^= sum >> 32;
    }
    for (; size; size--) sum = (sum ^ *bytes++) * 0x9FB21C651E98DF25u;
    return sum;
}

#if COLUMNS
/* The columns of so many states: how many words each has, and these. */
static uint64_t each_column(uint64_t sum, uint64_t many, FILE *file, int (*pass)(FILE *, void *, uint64_t)) {
    for (struct column *column = columns; column < columns + WORDS; column++) {
        if (!pass(file, &column->count, sizeof column->count)) return 0;
        sum = sum_of(sum, &column->count, sizeof column->count);
        if (column->count == IS_PLAIN) continue;
        if (column->count > many) return 0;
        if (column->count > column->room) extend_column(column, column->count);
        if (!pass(file, column->words, (uint64_t)column->count * 8)) return 0;
        sum = sum_of(sum, column->words, (uint64_t)column->count * 8);
    }
    align_columns();
    if ((many + 1) * row_bytes + 8 > rows_reserved) failed("memory");
    return sum | 2;
}
#endif

/* Everything that a checkpoint holds, part by part, in the order of the file. */
static uint64_t each_part(struct figures *figures, FILE *file, int (*pass)(FILE *, void *, uint64_t)) {
    uint64_t sum = 0;
    struct { void *data; uint64_t size; } parts[] = {
        {figures, sizeof *figures},
        {last_fired, sizeof last_fired},
        {condition_faulted, sizeof condition_faulted},
        {first_states, sizeof first_states},
    };
    for (unsigned part = 0; part < sizeof parts / sizeof *parts; part++) {
        if (!pass(file, parts[part].data, parts[part].size)) return 0;
        sum = sum_of(sum, parts[part].data, parts[part].size);
        if (!part && (figures->magic != MAGIC || figures->model != model_hash || figures->form != FORM)) return 1;
        if (!part && figures->count + 2 * BATCH > reserved) failed("memory");
    }
    uint64_t many = figures->count;
#if COLUMNS
    if (!(sum = each_column(sum, many, file, pass))) return 0;
#endif
    if (!pass(file, states, many * row_bytes) || !pass(file, predecessors, many * 4)) return 0;
    sum = sum_of(sum_of(sum, states, many * row_bytes), predecessors, many * 4);
#ifdef COMPACT
    level_start = (uint32_t)figures->level_start;
    level_end = (uint32_t)figures->level_end;
    for (uint32_t index = (uint32_t)figures->current; index < many; index++) {
        if (!pass(file, state_at(index), WORDS * 8)) return 0;
        sum = sum_of(sum, state_at(index), WORDS * 8);
    }
#endif
    return sum | 2;
}

static int written(FILE *file, void *data, uint64_t size) { return !size || fwrite(data, size, 1, file) == 1; }
static int is_read(FILE *file, void *data, uint64_t size) { return !size || fread(data, size, 1, file) == 1; }

/* Write into a file of another name first: there is always a whole one. */
static void save(void) {
    char beside[4096];
    struct figures figures = {MAGIC, model_hash, FORM, count, current, initial, level_start, level_end, level,
                              fired_count, deadlocked, first_deadlocked, start_fault, first_fault, {0, 0}, 0};
#if SYMMETRIC
    figures.several = (uint64_t)several_stored;
#endif
#if SYMMETRIC && ORBIT_SIZES
    figures.represented[0] = (uint64_t)(represented >> 64);
    figures.represented[1] = (uint64_t)represented;
#endif
    if (snprintf(beside, sizeof beside, "%s.part", checkpoint_path) >= (int)sizeof beside) failed("checkpoint");
    FILE *file = fopen(beside, "wb");
    if (!file) failed("checkpoint");
    uint64_t sum = each_part(&figures, file, written);
    if (!sum || !written(file, &sum, sizeof sum) || fflush(file) || fsync(fileno(file)) || fclose(file) ||
        rename(beside, checkpoint_path)) {
        int number = errno;
        unlink(beside);
        errno = number;
        failed("checkpoint");
    }
    checkpointed = now();
}

static void load(void) {
    struct figures figures;
    FILE *file = fopen(resume_path, "rb");
    if (!file) failed("resume");
    uint64_t sum = each_part(&figures, file, is_read), stored;
    if (sum == 1) failed("other");
    if (!sum || !is_read(file, &stored, sizeof stored) || stored != sum || fgetc(file) != EOF) failed("broken");
    fclose(file);
    count = (uint32_t)figures.count;
    current = (uint32_t)figures.current;
    initial = (uint32_t)figures.initial;
    level_start = (uint32_t)figures.level_start;
    level_end = (uint32_t)figures.level_end;
    level = (uint32_t)figures.level;
    fired_count = figures.fired;
    deadlocked = (uint32_t)figures.deadlocked;
    first_deadlocked = (uint32_t)figures.first_deadlocked;
    start_fault = (uint32_t)figures.start_fault;
    first_fault = (uint32_t)figures.first_fault;
#if SYMMETRIC
    several_stored = (int)figures.several;
#endif
#if SYMMETRIC && ORBIT_SIZES
    represented = (orbit_t)figures.represented[0] << 64 | figures.represented[1];
#endif
#if COLUMNS
    for (struct column *column = columns; column < columns + WORDS; column++) {
        if (column->count != IS_PLAIN) fill_column(column, column->count + column->count / 2 + 4);
    }
#endif
    fill(count + count / 2 + 1024);
}

/* A graph needs the edges of all states: those that are known are expanded once more. */
static void again(void) {
    if (!resume_path) return;
    replaying = 1;
    current = level_start = level = deadlocked = 0;
    level_end = initial;
    fired_count = 0;
    first_deadlocked = first_fault = NOWHERE;
    memset(last_fired, 0xFF, sizeof last_fired);
    memset(first_states, 0xFF, sizeof first_states);
    memset(condition_faulted, 0, sizeof condition_faulted);
#if SYMMETRIC && ORBIT_SIZES
    represented = 0;
#endif
}

static void open_frontier(void) {
#ifdef COMPACT
    frontier[0] = room(reserved * WORDS * 8, 1);
    frontier[1] = room(reserved * WORDS * 8, 1);
    if (!frontier[0] || !frontier[1]) failed("memory");
#endif
}

/* The level that begins at the state at hand, and ends with the last that was found from the level before. */
static void next_level(void) {
    uint32_t end = count;
    if (replaying) {
        for (end = level_end; end < count && predecessors[end] < level_end; end++) {}
    }
#ifdef COMPACT
    uint64_t *done = frontier[0];
    frontier[0] = frontier[1];
    frontier[1] = done;
    madvise(done, (uint64_t)(level_end - level_start) * WORDS * 8, MADV_DONTNEED);
#endif
    level++;
    level_start = level_end;
    level_end = end;
    if (checkpoint_path && now() - checkpointed >= checkpoint_seconds) save();
}
