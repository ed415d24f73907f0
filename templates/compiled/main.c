#define STACK (100 << 20)

static void interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static void numbers(const char *name, const uint32_t *values, int length) {
    printf(", \"%s\": [", name);
    for (int place = 0; place < length; place++) printf(place ? ",%" PRId64 : "%" PRId64, values[place] == NOWHERE ? (int64_t)-1 : (int64_t)values[place]);
    printf("]");
}

static void number(const char *name, uint64_t value, int known) {
    if (known) printf(", \"%s\": %" PRIu64, name, value);
    else printf(", \"%s\": null", name);
}

static void say_result(enum reason reason) {
    printf("{\"type\": \"result\"");
    number("states", count, 1);
    number("initial", initial, 1);
    number("expanded", current, 1);
    number("depth", level + (count > level_end), 1);
    number("fired", fired_count, 1);
    number("deadlocks", deadlocked, 1);
    number("deadlock", first_deadlocked, first_deadlocked != NOWHERE);
    number("fault", first_fault, first_fault != NOWHERE);
    number("start_fault", start_fault, start_fault != NOWHERE);
    number("error", error_rule, error_rule != NOWHERE);
#if SYMMETRIC && ORBIT_SIZES
    if (!several_stored)
        printf(", \"represented\": [%" PRIu64 ", %" PRIu64 "]", (uint64_t)(represented >> 64), (uint64_t)represented);
#endif
#if SYMMETRIC
    number("several", 1, several_stored);
#endif
    number("bytes", bytes_used(), 1);
    number("written", edges, graph_folder != NULL);
    number("complete", reason == COMPLETE, 1);
    printf(", \"reason\": \"%s\", \"seconds\": %.6f", reasons[reason], now() - begun);
    numbers("answers", first_states, QUESTIONS);
    numbers("last_fired", last_fired, RULES);
    printf(", \"faulty_conditions\": [");
    for (int one = 0; one < CONDITIONS; one++) printf(one ? ",%d" : "%d", condition_faulted[one]);
    printf("]}\n");
    fflush(stdout);
}

#if GIVEN_STARTS
static void read_starts(const char *path) {
    FILE *file = fopen(path, "rb");
    uint64_t packed[WORDS];
    if (!file) failed("starts");
    while (fread(packed, sizeof packed, 1, file) == 1) {
        if (SYMMETRIC) unpack(packed, W);
        store(packed, NOWHERE, 0);
    }
    fclose(file);
}
#endif

int main(int argc, char **argv) {
    const char *graph = NULL, *given = NULL;
    int always = 0, with_states = 0;
    begun = checkpointed = now();
    for (int place = 1; place + 1 < argc; place += 2) {
        const char *option = argv[place], *value = argv[place + 1];
        if (!strcmp(option, "memory")) memory_limit = strtoull(value, NULL, 10);
        else if (!strcmp(option, "seconds")) deadline = begun + strtod(value, NULL);
        else if (!strcmp(option, "bound")) level_bound = (uint32_t)strtoul(value, NULL, 10);
        else if (!strcmp(option, "first")) stop_at_first = atoi(value);
        else if (!strcmp(option, "graph")) graph = value;
        else if (!strcmp(option, "always")) always = atoi(value);
        else if (!strcmp(option, "with-states")) with_states = atoi(value);
        else if (!strcmp(option, "starts")) given = value;
        else if (!strcmp(option, "checkpoint")) checkpoint_path = value;
        else if (!strcmp(option, "resume")) resume_path = value;
        else if (!strcmp(option, "every")) checkpoint_seconds = strtod(value, NULL);
        else if (!strcmp(option, "model")) model_hash = strtoull(value, NULL, 16);
    }
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGINT, interrupt);
    /* Routines of a program may call each other a thousand calls deep. */
    struct rlimit stack;
    if (!getrlimit(RLIMIT_STACK, &stack)) {
        stack.rlim_cur = stack.rlim_max < STACK ? stack.rlim_max : STACK;
        setrlimit(RLIMIT_STACK, &stack);
    }
    open_store();
    memset(last_fired, 0xFF, sizeof last_fired);
    memset(first_states, 0xFF, sizeof first_states);
    open_frontier();
    if (resume_path) {
        load();
    } else {
        level_end = NOWHERE;
#if GIVEN_STARTS
        read_starts(given);
#else
        (void)given;
        starts();
#endif
        settle();
        initial = level_end = count;
    }
    if (graph && (always || initial != 1)) {
        graph_folder = graph;
        open_graph();
        again();
    }
    enum reason reason = search();
    settle();
    if (checkpoint_path) save();
    if (graph_folder) close_graph(current, with_states);
    say_result(reason);
    serve();
    return 0;
}
