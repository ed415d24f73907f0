/* Canonical states: individualisation and refinement (McKay and Piperno 2014, "Practical graph isomorphism, II").
   Where colours leave a choice, all elements that could stand next are tried, but only one of each class of twins (a
   transposition of twins leaves the state as it is), and the least state that results is the canonical one. A collision
   of hashes costs time only. */

static THREAD slot_t leaf_state[WIDTH], best_state[WIDTH];
static THREAD uint64_t best_trace[ELEMENTS + 1], best_leaves;
static THREAD partition_t best_partition;
static THREAD int has_best;

/* Cuts cells until the elements of each see the same of the others; returns an invariant of what was seen. */
static uint64_t refine(const slot_t *state, partition_t *partition) {
    uint64_t trace = 0;
    while (open_cell(partition) < ELEMENTS) {
        uint64_t colour[ELEMENTS], sums[ELEMENTS] = {0};
        for (uint32_t element = 0; element < ELEMENTS; element++)
            colour[element] = mixed((partition->cell[element] + 1u) * TARGET);
        add_up(state, FIXED_FAMILIES, FIXED_BAGS, colour, sums);
        int cut = split(partition, sums);
        for (uint32_t at = 0; at < ELEMENTS; at++) {
            element_t element = partition->order[at];
            trace = mixed(trace + sums[element] + partition->size[partition->cell[element]]);
        }
        if (!cut) break;
    }
    return trace;
}

/* The state that the order of the elements makes. */
static void make_leaf(slot_t *to, const slot_t *state, const partition_t *partition) {
    for (uint32_t at = 0; at < ELEMENTS; at++) permutation[partition->order[at]] = (element_t)at;
    memcpy(to, state, WIDTH * sizeof(slot_t));
    rename_scope(to, state, scopes);
}

/* The least leaf below a partition: by what refinement saw on the way to it, then by its state. */
static void branch(const slot_t *state, partition_t *partition, uint32_t depth) {
    uint64_t trace = refine(state, partition);
    uint32_t start = open_cell(partition);
    trace = trace << 1 | (start == ELEMENTS);
    if (has_best && trace > best_trace[depth]) return;
    if (!has_best || trace < best_trace[depth]) {
        has_best = 0;
        best_trace[depth] = trace;
    }
    if (start == ELEMENTS) {
        make_leaf(leaf_state, state, partition);
        int order = has_best ? memcmp(leaf_state, best_state, sizeof leaf_state) : -1;
        if (order < 0) {
            memcpy(best_state, leaf_state, sizeof leaf_state);
            best_partition = *partition;
            best_leaves = 0;
            has_best = 1;
        }
        best_leaves += order <= 0;
        return;
    }
    uint32_t size = partition->size[start];
    for (uint32_t at = start; at < start + size; at++) {
        element_t chosen = partition->order[at];
        if (twin_of[chosen] != chosen) continue;
        partition_t below = *partition;
        uint32_t front = start;
        for (uint32_t from = start; from < start + size; from++)
            if (twin_of[partition->order[from]] == chosen) below.order[front++] = partition->order[from];
        uint32_t class_size = front - start;
        for (uint32_t from = start; from < start + size; from++)
            if (twin_of[partition->order[from]] != chosen) {
                below.cell[partition->order[from]] = (element_t)(start + class_size);
                below.order[front++] = partition->order[from];
            }
        below.size[start] = (element_t)class_size;
        below.size[start + class_size] = (element_t)(size - class_size);
        branch(state, &below, depth + 1);
    }
}

/* The coarsest partition, cut by what a state says of each element by itself; with the twins. */
static void set_up(const slot_t *state, partition_t *partition) {
    uint64_t colour[ELEMENTS], sums[ELEMENTS] = {0};
    for (uint32_t element = 0; element < ELEMENTS; element++) {
        partition->order[element] = (element_t)element;
        partition->cell[element] = set_start[set_of[element]];
        colour[element] = mixed((partition->cell[element] + 1u) * TARGET);
    }
    for (uint32_t set = 0; set < SETS; set++) partition->size[set_start[set]] = set_start[set + 1] - set_start[set];
    add_up(state, 0, 0, colour, sums);
    split(partition, sums);
    find_twins(state, partition);
}

/* Makes a state the canonical one of its orbit; its multisets are put in order. */
static void permute_scalarsets(slot_t *state) {
    partition_t partition;
    sort_multisets(state, scopes);
    set_up(state, &partition);
    if (open_cell(&partition) == ELEMENTS) {
        make_leaf(leaf_state, state, &partition);
        memcpy(state, leaf_state, sizeof leaf_state);
        return;
    }
    has_best = 0;
    branch(state, &partition, 0);
    memcpy(state, best_state, sizeof best_state);
}

/* How many permutations leave a state, whose multisets are in order, as it is. */
static inline orbit_t stabiliser_order(const slot_t *state) {
    partition_t partition;
    set_up(state, &partition);
    has_best = 0;
    branch(state, &partition, 0);
    orbit_t order = best_leaves;
    for (uint32_t start = 0; start < ELEMENTS; start += best_partition.size[start])
        for (uint32_t factor = 2; factor <= best_partition.size[start]; factor++) order *= factor;
    return order;
}

/* How many states the orbit of a state has: those that its permutations are; its multisets are in order. */
static inline orbit_t scalarsets_orbit(const slot_t *state) {
    orbit_t permutations = 1;
    for (uint32_t set = 0; set < SETS; set++)
        for (uint32_t factor = 2; set_start[set] + factor <= set_start[set + 1]; factor++) permutations *= factor;
    return permutations / stabiliser_order(state);
}
