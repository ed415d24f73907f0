/* One of several representatives of an orbit: from a state downwards along the moves, as long as one leads to a lesser
   state (Donaldson and Miller 2009, "On the constructive orbit problem", section 4). */

/* For paths: the element that takes the concrete states on a path to the states whose representatives are stored. */
static THREAD uint32_t turned_from[DESCENDING];
static THREAD slot_t turned_into[DESCENT_LITERALS];
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

static int leads_down(uint32_t move, const slot_t *vector) {
    for (uint32_t place = 0; place < DESCENDING; place++) {
        slot_t code = image_at(&descending, move, vector, place);
        if (code != vector[place]) return code < vector[place];
    }
    return 0;
}

static void descend(slot_t *state) {
    slot_t vector[2][DESCENDING];
    int here = 0;
    gather(vector[0], &descending, state);
    descents = 0;
    for (uint32_t move = 0, tried = 0; tried < MOVES; move = (move + 1) % MOVES) {
        if (!leads_down(move, vector[here])) {
            tried++;
            continue;
        }
        make_image(vector[!here], &descending, move, vector[here]);
        here = !here;
        tried = 0;
        if (descents_kept) keep_descent(move);
    }
    scatter(state, &descending, vector[here]);
}

static void turn_back(void) {
    for (uint32_t place = 0; place < DESCENDING; place++) {
        turned_from[place] = place;
        uint32_t coded = coded_from[descending.slots + place], next = code_counts[place];
        for (uint32_t code = 0; coded != KEPT && code < next; code++) turned_into[coded + code] = (slot_t)code;
    }
}

/* What the element that was found on the way makes of a state. */
static void turn(slot_t *state) {
    slot_t vector[DESCENDING], image[DESCENDING];
    gather(vector, &descending, state);
    for (uint32_t place = 0; place < DESCENDING; place++) {
        uint32_t from = turned_from[place], coded = coded_from[descending.slots + from];
        image[place] = coded == KEPT ? vector[from] : turned_into[coded + vector[from]];
    }
    scatter(state, &descending, image);
}

/* The element on the way, and after it the moves of the last descent. */
static void turn_on(void) {
    for (uint32_t at = 0; at < descents; at++) {
        uint32_t from[DESCENDING];
        for (uint32_t place = 0; place < DESCENDING; place++) {
            uint32_t between = sources[descending.sources + descended[at] * DESCENDING + place];
            uint32_t first = from[place] = turned_from[between];
            uint32_t coded = coded_from[descending.slots + first], then = coded_from[descending.slots + between];
            if (coded == KEPT) continue;
            for (uint32_t code = 0; code < code_counts[first]; code++)
                turned_into[coded + code] = (slot_t)recodings[descending.recodings + descended[at] * descending.literals + then
                                                               + turned_into[coded + code]];
        }
        memcpy(turned_from, from, sizeof from);
    }
}
