/* States of factors as cells, which elements permute: a slot is one, with a value, and so is each literal that may leave
   its slot: there 0 says that the slot has it. */

static THREAD slot_t cells[CELLS];

static void fill_cells(const slot_t *state) {
    for (uint32_t cell = 0; cell < CELLS; cell++) cells[cell] = 1;
    for (uint32_t at = 0; at < PLACES; at++) {
        uint32_t value = into[places[at].into + state[places[at].slot]];
        cells[places[at].cell] = value & MARK ? 0 : (slot_t)value;
        if (value & MARK) cells[value & ~MARK] = 0;
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
        while (cells[mark->cell]) mark++;
        state[place->slot] = (slot_t)mark->code;
    }
}
