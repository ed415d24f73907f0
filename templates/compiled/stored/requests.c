/* What is to be done, line by line: figures, the files to be read and written, and for each part its runs. The section
   of a part in a file is that of its number. */
static struct source **inboxes;
static uint32_t inbox_count, run_count, run_room, asked_count, *asked_parts;
static struct run *runs;
static const char *level_path, *merged_path, *starts_path;
static uint64_t memory = 256 << 20;

static const char *rest_of(char *line, int from) {
    line[strcspn(line, "\n")] = 0;
    return strdup(line + from);
}

static void read_state_in(const char *text, uint64_t *state) {
    for (int word = 0, used; word < WORDS; word++, text += used) {
        if (sscanf(text, "%" SCNx64 "%n", &state[word], &used) != 1) failed("request");
    }
}

/* A file that several lines name is opened once. */
static struct source *source_of(const char *path, uint32_t sum) {
    static struct source **open_files;
    static uint32_t many, places;
    for (uint32_t one = 0; one < many; one++) {
        if (!strcmp(open_files[one]->path, path)) return open_files[one];
    }
    if (many == places) open_files = realloc(open_files, (places = 2 * places + 16) * sizeof *open_files);
    if (!open_files) failed("memory");
    return open_files[many++] = open_source(path, -1, sum);
}

static void read_run(char *line, int merged) {
    uint32_t sum;
    int from;
    if (run_count == run_room) runs = realloc(runs, (run_room = 2 * run_room + 16) * sizeof *runs);
    if (!runs || !asked_count || sscanf(line, "%*s %u %n", &sum, &from) != 1) failed("request");
    runs[run_count++] = (struct run){asked_parts[asked_count - 1], (uint32_t)merged, source_of(rest_of(line, from), sum)};
}

/* A request without its `end` is refused: its sender was interrupted while writing it. */
static void read_requests(void) {
    char *line = NULL, word[16];
    size_t size = 0;
    uint32_t sum;
    int from, whole = 0;
    while (!whole && getline(&line, &size, stdin) > 0) {
        if (sscanf(line, "%15s %n", word, &from) != 1) failed("request");
        if (!strcmp(word, "parts")) {
            parts = (uint32_t)number_in(rest_of(line, from), NOWHERE);
            asked_parts = memory_for(parts * sizeof *asked_parts);
        } else if (!strcmp(word, "memory")) memory = number_in(rest_of(line, from), INT64_MAX);
        else if (!strcmp(word, "level")) level = (uint32_t)number_in(rest_of(line, from), NOWHERE);
        else if (!strcmp(word, "new")) level_path = rest_of(line, from);
        else if (!strcmp(word, "merged")) merged_path = rest_of(line, from);
        else if (!strcmp(word, "outbox")) outbox_path = rest_of(line, from);
        else if (!strcmp(word, "starts")) starts_path = rest_of(line, from);
        else if (!strcmp(word, "sought")) read_state_in(line + from, sought);
        else if (!strcmp(word, "inbox")) {
            if (sscanf(line, "%*s %u %n", &sum, &from) != 1) failed("request");
            inboxes = realloc(inboxes, (inbox_count + 1) * sizeof *inboxes);
            if (!inboxes) failed("memory");
            inboxes[inbox_count++] = source_of(rest_of(line, from), sum);
        } else if (!strcmp(word, "part") && asked_count < parts) asked_parts[asked_count++] = (uint32_t)number_in(rest_of(line, from), parts - 1);
        else if (!strcmp(word, "keep")) read_run(line, 0);
        else if (!strcmp(word, "merge")) read_run(line, 1);
        else if (!strcmp(word, "state")) {
            path_states = realloc(path_states, (path_length + 1) * STATE_BYTES);
            if (!path_states) failed("memory");
            read_state_in(line + from, path_states[path_length++]);
        } else if (!strcmp(word, "end")) whole = 1;
        else failed("request");
    }
    if (!whole) failed("request");
}
