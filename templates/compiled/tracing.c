/* Paths of concrete states: from a start on, at each step the first instance that leads to a state whose stored form is
   the next one on the path. So every step is one of the program, also where states are stored up to symmetry. Where an
   orbit has several stored forms, an element of the group that is kept on the way takes a concrete state to the very
   state whose successors were stored, and the successors of both to each other. */
static uint64_t wanted[KEY];
static slot_t found[PADDED];
static int64_t found_values[MOST_CHOICES + 1];
static uint32_t wanted_rule, found_rule;
static int was_found, found_count;

static int is_wanted(slot_t *state) {
    uint64_t packed[WORDS];
    slot_t copy[PADDED] __attribute__((aligned(64)));
    memcpy(copy, state, sizeof copy);
#if SEVERAL
    turn(copy);
#endif
    if (SYMMETRIC) canonicalise(copy);
    pack(copy, packed);
#ifdef COMPACT
    packed[0] = hash_packed(packed);
#endif
    return same(packed, wanted);
}

static void traced(uint32_t rule, int values, const uint64_t *packed) {
    (void)packed;
    if (was_found || (wanted_rule != NOWHERE && rule != wanted_rule) || !is_wanted(W)) return;
    was_found = 1;
#if SEVERAL
    turn_on();
#endif
    memcpy(found, W, sizeof found);
    memcpy(found_values, V, sizeof found_values);
    found_rule = rule;
    found_count = values;
}

static void put_state(const char *before, const slot_t *state) {
    printf("%s[", before);
    for (int slot = 0; slot < WIDTH; slot++) printf(slot ? ",%" PRIu64 : "%" PRIu64, (uint64_t)state[slot]);
    printf("]");
}

/* A step on to a state by its index; whether there is one. A state without a way on stays where it is. */
static int step(uint32_t index, uint32_t rule, const char *between) {
    read_row(index, wanted);
    wanted_rule = rule;
    was_found = enabled = 0;
    pack(S, P);
    rules();
    if (was_found) {
        memcpy(S, found, sizeof S);
        printf("%s{\"rule\": %" PRIu32 ", \"values\": [", between, found_rule);
        for (int place = 0; place < found_count; place++) printf(place ? ",%" PRId64 : "%" PRId64, found_values[place]);
        put_state("], \"state\": ", S);
        printf("}");
        return 1;
    }
    if (!is_wanted(S)) return 0;
    put_state(between, S);
    return 1;
}

#if GIVEN_STARTS
/* The file of the starts where a path is to begin in one of them: else every state of an orbit that has one is one. */
static const char *begin_path;
#endif

static int begin(uint32_t index) {
    read_row(index, wanted);
    wanted_rule = NOWHERE;
    was_found = 0;
#if SEVERAL
    turn_back();
#endif
#if GIVEN_STARTS
    if (begin_path) {
        uint64_t packed[WORDS];
        FILE *file = fopen(begin_path, "rb");
        if (!file) failed("starts");
        while (!was_found && fread(packed, sizeof packed, 1, file) == 1) {
            unpack(packed, S);
            was_found = is_wanted(S);
        }
        fclose(file);
        if (was_found) put_state("", S);
        return was_found;
    }
    unpack(wanted, S);
    put_state("", S);
    return 1;
#else
    starts();
    memcpy(S, found, sizeof S);
    if (was_found) put_state("", S);
    return was_found;
#endif
}

/* The path along indices, each with the rule that is to lead there (or NOWHERE). With a loop it goes round until the
   concrete state is one in which a round began before: up to symmetry it may take several rounds to come back. */
static void follow(uint32_t (*path)[2], uint32_t length, uint32_t loop) {
    uint32_t rounds = 0, back = NOWHERE, room_for = 1;
    slot_t *begun_rounds = malloc(sizeof S);
    printf("{\"type\": \"path\", \"steps\": [");
    tracing = 1;
#if SEVERAL
    turns_kept = 1;
#endif
    int good = length && begun_rounds && begin(path[0][0]);
    for (uint32_t place = 1; good && place < length; place++) {
        if (place - 1 == loop) memcpy(begun_rounds, S, sizeof S);
        good = step(path[place][0], path[place][1], ",");
    }
    if (loop != NOWHERE && loop + 1 == length) memcpy(begun_rounds, S, sizeof S);
    while (good && loop != NOWHERE) {
        for (uint32_t one = 0; one <= rounds && back == NOWHERE; one++) {
            if (!memcmp(begun_rounds + (uint64_t)one * PADDED, S, sizeof S)) back = loop + one * (length - 1 - loop);
        }
        if (back != NOWHERE) break;
        if (++rounds == room_for) begun_rounds = realloc(begun_rounds, (room_for *= 2) * sizeof S);
        if (!begun_rounds) failed("memory");
        memcpy(begun_rounds + (uint64_t)rounds * PADDED, S, sizeof S);
        for (uint32_t place = loop + 1; good && place < length; place++) {
            good = step(path[place][0], path[place][1], ",");
        }
    }
    tracing = 0;
    free(begun_rounds);
    printf("], \"loop\": %" PRId64 ", \"whole\": %s}\n", back == NOWHERE ? (int64_t)-1 : (int64_t)back, good ? "true" : "false");
    fflush(stdout);
}
