/* One of several representatives of an orbit: from a state downwards along the moves, as long as one leads to a lesser
   state (Donaldson and Miller 2009, "On the constructive orbit problem", section 4). */

/* The moves of the last descent, where they are kept. */
static THREAD uint32_t *descended;
static THREAD uint32_t descents, descents_room;

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

static void descend(void) {
    descents = 0;
    for (uint32_t move = 0, tried = 0; tried < MOVES; move = (move + 1) % MOVES) {
        const uint32_t *source = moves + (uint64_t)move * DESCENDING;
        if (!leads_down(cells + DESCENT, source)) {
            tried++;
            continue;
        }
        permute(cells + DESCENT, source, DESCENDING);
        tried = 0;
        if (turns_kept) keep_descent(move);
    }
}

static void turn_as_descended(void) {
    for (uint32_t at = 0; at < descents; at++) turn_by(DESCENT, DESCENDING, moves + (uint64_t)descended[at] * DESCENDING);
}
