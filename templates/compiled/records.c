/* Representatives for factors that are all symmetries of a tree: the parts of alike nodes are sorted, innermost first.
   A slot is a cell of its node; a literal that has another node is a bit there. */

static THREAD slot_t cells[CELLS];

static void fill_cells(const slot_t *state) {
    memset(cells, 0, sizeof cells);
    for (uint32_t at = 0; at < PLACES; at++) {
        uint32_t value = into[places[at].into + state[places[at].slot]];
        if (value & MARK) cells[value & ~MARK] = 1;
        else cells[places[at].cell] = (slot_t)value;
    }
}

static void empty_cells(slot_t *state) {
    for (uint32_t at = 0; at < PLACES; at++) {
        const place_t *place = places + at;
        slot_t value = cells[place->cell];
        if (value || !place->marks) {
            state[place->slot] = (slot_t)codes_of[place->values + value];
            continue;
        }
        const mark_t *mark = marks + place->mark;
        while (!cells[mark->cell]) mark++;
        state[place->slot] = (slot_t)mark->code;
    }
}

static void sort_row(const row_t *row) {
    slot_t kept[CELLS], *first = cells + row->start;
    uint32_t width = row->width;
    uint64_t bytes = width * sizeof *kept;
    for (uint32_t at = 1; at < row->count; at++) {
        slot_t *place = first + at * width;
        if (memcmp(place - width, place, bytes) <= 0) continue;
        memcpy(kept, place, bytes);
        do {
            memcpy(place, place - width, bytes);
            place -= width;
        } while (place > first && memcmp(place - width, kept, bytes) > 0);
        memcpy(place, kept, bytes);
    }
}

static void sort_records(slot_t *state) {
    fill_cells(state);
    for (uint32_t at = 0; at < ROWS; at++) sort_row(rows + at);
    empty_cells(state);
}

/* In how many orders what stands in a state's rows can be, which are in order. */
static orbit_t records_orbit(const slot_t *state) {
    orbit_t orders = 1;
    fill_cells(state);
    for (uint32_t at = 0; at < ROWS; at++) {
        const slot_t *first = cells + rows[at].start;
        uint32_t width = rows[at].width;
        for (uint32_t node = 1, alike = 1; node < rows[at].count; node++) {
            int same = !memcmp(first + node * width, first + (node - 1) * width, width * sizeof *first);
            alike = same ? alike + 1 : 1;
            orders = orders * (node + 1) / alike;
        }
    }
    return orders;
}
