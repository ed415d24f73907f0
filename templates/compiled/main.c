#define LONGEST 1e9

static int all_initial;

/* Of several reasons to stop, the first counts. */
static void stop(int signal) {
    if (!stopped) stopped = signal == SIGALRM ? TIME : KEYBOARD;
    call_others();
    leave(signal);
}

/* Be stopped by Ctrl-C, and after some seconds. */
static void heed_limits(double seconds) {
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    struct sigaction leaving = {.sa_handler = leave, .sa_flags = SA_RESTART | SA_NODEFER};
    sigemptyset(&leaving.sa_mask);
    sigaction(SIGUSR1, &leaving, NULL);
    if (seconds >= LONGEST) return;
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)seconds}};
    timer.it_value.tv_usec = (suseconds_t)((seconds - (double)timer.it_value.tv_sec) * 1e6);
    if (!timer.it_value.tv_sec && !timer.it_value.tv_usec) timer.it_value.tv_usec = 1;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
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
    number("all_initial", (uint64_t)all_initial, 1);
    number("expanded", expanded, 1);
    number("depth", level + (count > level_end), 1);
    number("fired", all.fired, 1);
    number("deadlocks", all.deadlocks, 1);
    number("deadlock", all.deadlocked, all.deadlocked != NOWHERE);
    number("start_fault", (uint64_t)start_fault, 1);
    number("error", all.error_rule, all.error_rule != NOWHERE);
    if (SYMMETRIC && ORBIT_SIZES && !several)
        printf(", \"represented\": [%" PRIu64 ", %" PRIu64 "]", (uint64_t)(all.represented >> 64), (uint64_t)all.represented);
    if (SYMMETRIC) number("several", 1, several);
    number("bytes", bytes_used(), 1);
    number("written", edges, graph_folder != NULL);
    number("complete", reason == COMPLETE, 1);
    printf(", \"reason\": \"%s\", \"seconds\": %.6f", reasons[reason], now() - begun);
    numbers("answers", all.first_states, QUESTIONS);
    numbers("last_fired", all.last_fired, RULES);
    printf(", \"faulty_conditions\": [");
    for (int one = 0; one < CONDITIONS; one++) printf(one ? ",%d" : "%d", all.condition_faulted[one]);
    printf("]}\n");
    fflush(stdout);
}

#if GIVEN_STARTS
static void read_starts(const char *path) {
    FILE *file = fopen(path, "rb");
    uint64_t packed[WORDS];
    if (!file) failed("starts");
    while (!stopped && fread(packed, sizeof packed, 1, file) == 1) {
        if (SYMMETRIC) unpack(packed, W);
        store(packed, NOWHERE, 0);
    }
    all_initial = !stopped;
    fclose(file);
}
#else
static void make_starts(void) {
    if (sigsetjmp(way_out, 1)) return;
    enter_model();
    starts();
    exit_model();
    all_initial = 1;
}
#endif

/* A digit for each question. */
static void digits_in(const char *text, uint8_t *digits) {
    if (strlen(text) != (size_t)QUESTIONS) refuse(text);
    for (int number = 0; number < QUESTIONS; number++) digits[number] = (uint8_t)(text[number] - '0');
}

int main(int argc, char **argv) {
    const char *graph = NULL, *given = NULL;
    int always = 0, with_states = 0;
    double seconds = LONGEST;
    begun = now();
    for (int place = 1; place < argc; place += 2) {
        const char *option = argv[place], *value = place + 1 < argc ? argv[place + 1] : "";
        if (!strcmp(option, "memory")) memory_limit = number_in(value, INT64_MAX);
        else if (!strcmp(option, "seconds")) seconds = seconds_in(value);
        else if (!strcmp(option, "bound")) level_bound = (uint32_t)number_in(value, NOWHERE);
        else if (!strcmp(option, "threads")) threads_wanted = (uint32_t)number_in(value, MOST_THREADS);
        else if (!strcmp(option, "spare")) spare = number_in(value, INT64_MAX);
        else if (!strcmp(option, "minor")) digits_in(value, minor);
        else if (!strcmp(option, "harmless")) digits_in(value, harmless);
        else if (!strcmp(option, "graph")) graph = value;
        else if (!strcmp(option, "always")) always = (int)number_in(value, 1);
        else if (!strcmp(option, "with-states")) with_states = (int)number_in(value, 1);
        else if (!strcmp(option, "starts")) given = value;
#if GIVEN_STARTS
        else if (!strcmp(option, "begin")) begin_path = value;
#endif
        else if (!strcmp(option, "owner")) end_with((pid_t)number_in(value, INT32_MAX));
        else refuse(option);
    }
    threads[0] = pthread_self();
    heed_limits(seconds);
    struct rlimit stack;
    if (!getrlimit(RLIMIT_STACK, &stack)) {
        stack.rlim_cur = stack.rlim_max < STACK ? stack.rlim_max : STACK;
        setrlimit(RLIMIT_STACK, &stack);
    }
    open_store();
    open_chunks();
    find_nothing(&all);
    open_frontier();
    level_end = NOWHERE;
#if GIVEN_STARTS
    read_starts(given);
#else
    (void)given;
    make_starts();
#endif
    settle(own);
    initial = level_end = count;
    if (graph && (always || initial != 1 || !all_initial)) {
        graph_folder = graph;
        open_graph();
    }
    enum reason reason = search();
    if (graph_folder) close_graph(expanded, with_states);
    say_result(reason);
    serve();
    return 0;
}
