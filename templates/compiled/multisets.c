/* Places in the tables, and the order of multisets. */

/* The next of the places that axes span; 0 after the last. */
static inline int advance(const axis_t *axis, uint32_t axes, element_t *index, uint32_t *offset) {
    for (uint32_t at = axes; at-- > 0;) {
        if (++index[at] < axis[at].size) {
            *offset += axis[at].stride;
            return 1;
        }
        *offset -= axis[at].stride * (axis[at].size - 1u);
        index[at] = 0;
    }
    return 0;
}

/* The order of two entries: those that are there first, then by their codes. */
static inline int entry_before(const slot_t *left, const slot_t *right, uint32_t stride) {
    if (*left != *right) return *left > *right;
    for (uint32_t at = 1; at < stride; at++)
        if (left[at] != right[at]) return left[at] < right[at];
    return 0;
}

static void sort_entries(slot_t *first, uint32_t size, uint32_t stride) {
    for (uint32_t at = 1; at < size; at++)
        for (slot_t *entry = first + at * stride; entry > first && entry_before(entry, entry - stride, stride);) {
            slot_t *before = entry - stride;
            for (uint32_t slot = 0; slot < stride; slot++) {
                slot_t moved = entry[slot];
                entry[slot] = before[slot];
                before[slot] = moved;
            }
            entry = before;
        }
}

/* Puts the entries of every multiset in order, those of inner ones first. */
static void sort_multisets(slot_t *state, const scope_t *scope) {
    for (uint32_t number = 0; number < scope->bags; number++) {
        const bag_t *bag = bags + scope->bag + number;
        element_t index[MOST_AXES] = {0};
        uint32_t offset = bag->base, stride = 1 + bag->width;
        do {
            if (scopes[bag->scope].bags)
                for (uint32_t at = offset; at < offset + bag->size * stride; at += stride)
                    if (state[at]) sort_multisets(state + at + 1, scopes + bag->scope);
            sort_entries(state + offset, bag->size, stride);
        } while (advance(axes + bag->axis, bag->axes, index, &offset));
    }
}
