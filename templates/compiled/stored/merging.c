/* Several readers as one, by a heap: their states in ascending order, each once. */
struct merge {
    struct reader **heap;
    uint32_t many, room;
};

static void add_to(struct merge *merge, struct reader *reader) {
    if (!reader) return;
    if (merge->many == merge->room) {
        merge->heap = realloc(merge->heap, (merge->room = merge->room * 2 + 8) * sizeof *merge->heap);
        if (!merge->heap) failed("memory");
    }
    uint32_t at = merge->many++;
    for (; at && compare(reader->state, merge->heap[(at - 1) / 2]->state) < 0; at = (at - 1) / 2) {
        merge->heap[at] = merge->heap[(at - 1) / 2];
    }
    merge->heap[at] = reader;
}

static inline void sift(struct merge *merge) {
    struct reader *moved = merge->heap[0];
    uint32_t at = 0, below;
    while ((below = 2 * at + 1) < merge->many) {
        if (below + 1 < merge->many && compare(merge->heap[below + 1]->state, merge->heap[below]->state) < 0) below++;
        if (compare(merge->heap[below]->state, moved->state) >= 0) break;
        merge->heap[at] = merge->heap[below];
        at = below;
    }
    merge->heap[at] = moved;
}

/* The least state that is left, and past it in every reader that has it; whether there is one. */
static inline int take_least(struct merge *merge, uint64_t *state) {
    if (!merge->many) return 0;
    memcpy(state, merge->heap[0]->state, STATE_BYTES);
    do {
        if (!next_state(merge->heap[0])) {
            free(merge->heap[0]);
            merge->heap[0] = merge->heap[--merge->many];
        }
        if (merge->many > 1) sift(merge);
    } while (merge->many && !compare(merge->heap[0]->state, state));
    return 1;
}
