/* Cells of elements in a row, and twins: elements whose transposition leaves the state as it is. */

typedef struct {
    element_t order[ELEMENTS]; /* the elements, cell by cell */
    element_t cell[ELEMENTS];  /* where the cell of an element begins */
    element_t size[ELEMENTS];  /* of the cell that begins here */
} partition_t;

static THREAD element_t twin_of[ELEMENTS];

/* Cuts cells where the sums differ, the parts in the order of the sums; returns whether it did. */
static int split(partition_t *partition, const uint64_t *sums) {
    int cut = 0;
    for (uint32_t start = 0, end; start < ELEMENTS; start = end) {
        end = start + partition->size[start];
        if (end == start + 1) continue;
        element_t *order = partition->order;
        for (uint32_t at = start + 1; at < end; at++) {
            element_t moved = order[at];
            uint32_t to = at;
            for (; to > start && sums[order[to - 1]] > sums[moved]; to--) order[to] = order[to - 1];
            order[to] = moved;
        }
        if (sums[order[start]] == sums[order[end - 1]]) continue;
        cut = 1;
        uint32_t part = start;
        for (uint32_t at = start; at < end; at++) {
            if (at > start && sums[order[at]] != sums[order[at - 1]]) {
                partition->size[part] = (element_t)(at - part);
                part = at;
            }
            partition->cell[order[at]] = (element_t)part;
        }
        partition->size[part] = (element_t)(end - part);
    }
    return cut;
}

/* Whether the permutation, a transposition of two elements of a scalarset, leaves a family as it is. */
static int family_stays(const slot_t *state, const family_t *family, element_t left, element_t right) {
    const axis_t *axis = axes + family->axis;
    if (family->axes == 1 && family->kind == 0) {
        const slot_t *one = state + family->base + (uint32_t)(left - axis->first) * axis->stride;
        const slot_t *other = state + family->base + (uint32_t)(right - axis->first) * axis->stride;
        for (uint32_t at = 0; at < family->length; at++)
            if (one[at] != other[at]) return 0;
        return 1;
    }
    element_t index[MOST_AXES] = {0};
    uint32_t offset = family->base;
    do {
        uint32_t image = image_offset(family->base, axis, family->axes, index);
        if (family->kind) {
            for (uint32_t at = 0; at < family->length; at++)
                if (image_code(family->kind, state[offset + at]) != state[image + at]) return 0;
        } else if (image != offset) {
            for (uint32_t at = 0; at < family->length; at++)
                if (state[offset + at] != state[image + at]) return 0;
        }
    } while (advance(axis, family->axes, index, &offset));
    return 1;
}

static int bag_stays(const slot_t *state, const bag_t *bag) {
    const axis_t *axis = axes + bag->axis;
    element_t index[MOST_AXES] = {0};
    uint32_t offset = bag->base;
    do {
        rename_entries(bag_image, state + offset, bag);
        const slot_t *there = state + image_offset(bag->base, axis, bag->axes, index);
        if (memcmp(bag_image, there, bag->size * (1 + bag->width) * sizeof(slot_t))) return 0;
    } while (advance(axis, bag->axes, index, &offset));
    return 1;
}

/* Whether a transposition of two elements of a scalarset leaves the state as it is. The permutation is the identity. */
static int are_twins(const slot_t *state, element_t left, element_t right) {
    uint64_t set = 1ull << set_of[left];
    int same = 1;
    permutation[left] = right;
    permutation[right] = left;
    for (uint32_t at = 0; same && at < scopes[0].families; at++)
        if (families[at].sets & set) same = family_stays(state, families + at, left, right);
    for (uint32_t at = 0; same && at < scopes[0].bags; at++) {
        const bag_t *bag = bags + scopes[0].bag + at;
        if (bag->sets & set) same = bag_stays(state, bag);
    }
    permutation[left] = left;
    permutation[right] = right;
    return same;
}

/* One element of each class of twins within the cells of a partition, for each element. */
static void find_twins(const slot_t *state, const partition_t *partition) {
    for (uint32_t element = 0; element < ELEMENTS; element++)
        permutation[element] = twin_of[element] = (element_t)element;
    for (uint32_t start = 0; start < ELEMENTS; start += partition->size[start])
        for (uint32_t at = start + 1; at < start + partition->size[start]; at++) {
            element_t element = partition->order[at];
            for (uint32_t earlier = start; earlier < at; earlier++) {
                element_t other = partition->order[earlier];
                if (twin_of[other] != other || !are_twins(state, other, element)) continue;
                twin_of[element] = other;
                break;
            }
        }
}

/* Whether elements of some cell are not all twins; where the first such cell begins, or ELEMENTS. */
static uint32_t open_cell(const partition_t *partition) {
    for (uint32_t start = 0; start < ELEMENTS; start += partition->size[start])
        for (uint32_t at = start + 1; at < start + partition->size[start]; at++)
            if (twin_of[partition->order[at]] != twin_of[partition->order[start]]) return start;
    return ELEMENTS;
}
