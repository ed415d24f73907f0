/* One of several representatives of an orbit: from a state downwards along the moves, as long as one leads to a lesser
   state (Donaldson and Miller 2009, "On the constructive orbit problem", section 4). */

/* For paths: the element that takes the concrete states on a path to the states whose representatives are stored. */
static THREAD uint32_t turned_from[DESCENDING];
static THREAD uint32_t *descended;
static THREAD uint32_t descents, descents_room;
static int descents_kept;

static void keep_descent(uint32_t move) {
    if (descents == descents_room) {
        descents_room = descents_room ? 2 * descents_room : 64;
        descended = realloc(descended, descents_room * sizeof *descended);
        if (!descended) abort();
    }
    descended[descents++] = move;
}

static int leads_down(const slot_t *here, const uint32_t *source) {
    for (uint32_t cell = 0; cell < DESCENDING; cell++)
        if (here[source[cell]] != here[cell]) return here[source[cell]] < here[cell];
    return 0;
}

/* Every cell gets what is in its source. */
static void permute(const uint32_t *source) {
    slot_t before[DESCENDING];
    memcpy(before, cells + DESCENT, sizeof before);
    for (uint32_t cell = 0; cell < DESCENDING; cell++) cells[DESCENT + cell] = before[source[cell]];
}

static void descend(void) {
    descents = 0;
    for (uint32_t move = 0, tried = 0; tried < MOVES; move = (move + 1) % MOVES) {
        const uint32_t *source = moves + (uint64_t)move * DESCENDING;
        if (!leads_down(cells + DESCENT, source)) {
            tried++;
            continue;
        }
        permute(source);
        tried = 0;
        if (descents_kept) keep_descent(move);
    }
}

static void turn_back(void) {
    for (uint32_t cell = 0; cell < DESCENDING; cell++) turned_from[cell] = cell;
}

/* What the element that was found on the way makes of a state. */
static void turn(slot_t *state) {
    fill_cells(state);
    permute(turned_from);
    empty_cells(state);
}

/* The element on the way, and after it the moves of the last descent. */
static void turn_on(void) {
    uint32_t before[DESCENDING];
    for (uint32_t at = 0; at < descents; at++) {
        const uint32_t *source = moves + (uint64_t)descended[at] * DESCENDING;
        memcpy(before, turned_from, sizeof before);
        for (uint32_t cell = 0; cell < DESCENDING; cell++) turned_from[cell] = before[source[cell]];
    }
}
