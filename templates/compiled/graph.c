/* The graph, written as it is found: for each expanded state the number of its edges and the bits of its atoms, and for
   each edge where it leads and by which rule. */
#define ATOM_BYTES ((ATOMS + 7) / 8)
#define EDGE_BYTES 36
#define NODE_BYTES 64

static const char *graph_folder;
static FILE *degree_file, *target_file, *rule_file, *atom_file;
static uint64_t edges;
static uint32_t degree;
static uint32_t degrees_written;

static FILE *graph_file(const char *name) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", graph_folder, name) >= (int)sizeof path) failed("graph");
    FILE *file = fopen(path, "wb");
    if (!file) failed("graph");
    return file;
}

static void put(const void *data, uint64_t size, uint64_t number, FILE *file, const char *what) {
    if (number && fwrite(data, size, number, file) != number) failed(what);
}

static void finish(FILE *file, const char *what) {
    if (fflush(file) || fclose(file)) failed(what);
}

static void open_graph(void) {
    degree_file = graph_file("degrees");
    target_file = graph_file("targets");
    rule_file = graph_file("rules");
    atom_file = graph_file("atoms");
}

/* The edges of all states before `source` are known. */
static void close_degrees(uint32_t source) {
    while (degrees_written < source) {
        put(&degree, 4, 1, degree_file, "graph");
        degree = 0;
        degrees_written++;
    }
}

static void add_edge(uint32_t source, uint32_t target, uint32_t rule) {
    close_degrees(source);
    put(&target, 4, 1, target_file, "graph");
    put(&rule, 4, 1, rule_file, "graph");
    degree++;
    edges++;
}

/* The atoms of the state that is expanded, as bits. */
static void pack_atoms(uint8_t *bits) {
    memset(bits, 0, ATOM_BYTES);
    for (int number = 0; number < ATOMS; number++) bits[number / 8] |= (atom[number] == 1) << (number % 8);
}

static void add_atoms(const uint8_t *bits, uint64_t of_states) { put(bits, 1, of_states * ATOM_BYTES, atom_file, "graph"); }

/* The files, with where each state was found from and, where Python is to read the states, these. */
static void close_graph(uint32_t expanded, int with_states) {
    close_degrees(expanded);
    finish(degree_file, "graph");
    finish(target_file, "graph");
    finish(rule_file, "graph");
    finish(atom_file, "graph");
    FILE *file = graph_file("predecessors");
    put(predecessors, 4, count, file, "graph");
    finish(file, "graph");
    if (with_states) {
        file = graph_file("states");
        for (uint32_t index = 0; index < count; index++) {
            uint64_t packed[KEY];
            read_row(index, packed);
            put(packed, sizeof packed, 1, file, "graph");
        }
        finish(file, "graph");
    }
}
