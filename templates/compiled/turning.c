/* For paths, where an orbit may have several representatives: the element that takes the concrete states on a path to the
   states whose representatives are stored, as the source of each cell. */
static THREAD uint32_t turned_from[CELLS];
static __attribute__((unused)) int turns_kept;

static void turn_back(void) {
    for (uint32_t cell = 0; cell < CELLS; cell++) turned_from[cell] = cell;
}

/* Every one of so many cells gets what is in its source. */
static void permute(slot_t *first, const uint32_t *source, uint32_t length) {
    slot_t before[CELLS];
    memcpy(before, first, length * sizeof *first);
    for (uint32_t cell = 0; cell < length; cell++) first[cell] = before[source[cell]];
}

/* What the element that was found on the way makes of a state. */
static void turn(slot_t *state) {
    fill_cells(state);
    permute(cells, turned_from, CELLS);
    empty_cells(state);
}

/* The element on the way, and after it one that permutes the cells of a factor. */
static void turn_by(uint32_t start, uint32_t length, const uint32_t *source) {
    uint32_t before[CELLS];
    memcpy(before, turned_from + start, length * sizeof *before);
    for (uint32_t cell = 0; cell < length; cell++) turned_from[start + cell] = before[source[cell]];
}
