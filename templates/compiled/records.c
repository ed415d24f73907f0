/* Representatives for factors that are all symmetries of a tree: the parts of alike nodes are sorted, innermost first. */

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

static void sort_records(void) {
    for (uint32_t at = 0; at < ROWS; at++) sort_row(records + at);
}

/* In how many orders what stands in the rows can be, which are in order. */
static inline orbit_t records_orbit(void) {
    orbit_t orders = 1;
    for (uint32_t at = 0; at < ROWS; at++) {
        const slot_t *first = cells + records[at].start;
        uint32_t width = records[at].width;
        for (uint32_t node = 1, alike = 1; node < records[at].count; node++) {
            int same = !memcmp(first + node * width, first + (node - 1) * width, width * sizeof *first);
            alike = same ? alike + 1 : 1;
            orders = orders * (node + 1) / alike;
        }
    }
    return orders;
}
