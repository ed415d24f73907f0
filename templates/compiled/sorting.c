/* In a stored state the elements of a multiset that are there come first, in the order of their codes. */
static int goes_after(const slot_t *one, const slot_t *other, uint32_t stride) {
    if (*one != *other) return *one < *other;
    for (uint32_t slot = 1; slot < stride; slot++) {
        if (one[slot] != other[slot]) return one[slot] > other[slot];
    }
    return 0;
}

static inline void order_multisets(slot_t *state) {
    for (int bag = 0; bag < BAGS; bag++) {
        uint32_t size = entries[bag][1], stride = entries[bag][2];
        slot_t *first = state + entries[bag][0], kept[BAGS ? WIDTH : 1];
        for (uint32_t entry = 1; entry < size; entry++) {
            slot_t *place = first + (uint64_t)entry * stride;
            if (!goes_after(place - stride, place, stride)) continue;
            memcpy(kept, place, stride * sizeof *kept);
            do {
                memcpy(place, place - stride, stride * sizeof *kept);
                place -= stride;
            } while (place > first && goes_after(place - stride, kept, stride));
            memcpy(place, kept, stride * sizeof *kept);
        }
    }
}
