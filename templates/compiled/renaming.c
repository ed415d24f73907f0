/* How a permutation of elements acts on a state. */

static THREAD element_t permutation[ELEMENTS];
static THREAD slot_t bag_image[LARGEST_BAG];

static inline element_t value_element(uint32_t kind, slot_t code) {
    return kind ? element_of[kind_start[kind] + code] : NONE;
}

/* Where the place that an index gives goes under the permutation. */
static inline uint32_t image_offset(uint32_t base, const axis_t *axis, uint32_t count, const element_t *index) {
    for (uint32_t at = 0; at < count; at++)
        base += (uint32_t)(permutation[axis[at].first + index[at]] - axis[at].first) * axis[at].stride;
    return base;
}

static inline slot_t image_code(uint32_t kind, slot_t code) {
    element_t element = value_element(kind, code);
    return element == NONE ? code : (slot_t)(code + permutation[element] - element);
}

static void rename_scope(slot_t *, const slot_t *, const scope_t *);

/* A multiset with its entries renamed and in order. */
static void rename_entries(slot_t *to, const slot_t *from, const bag_t *bag) {
    uint32_t stride = 1 + bag->width;
    memcpy(to, from, bag->size * stride * sizeof(slot_t));
    for (uint32_t at = 0; at < bag->size; at++)
        if (from[at * stride]) rename_scope(to + at * stride + 1, from + at * stride + 1, scopes + bag->scope);
    sort_entries(to, bag->size, stride);
}

/* A family of values that belong to one element each, and name none: what is moved in a copy. */
static inline void rename_own(slot_t *to, const slot_t *from, const family_t *family) {
    const axis_t *axis = axes + family->axis;
    const element_t *place = permutation + axis->first;
    uint32_t stride = axis->stride, length = family->length;
    from += family->base;
    to += family->base;
    for (uint32_t element = 0; element < axis->size; element++, from += stride) {
        slot_t *image = to + (uint32_t)(place[element] - axis->first) * stride;
        for (uint32_t at = 0; at < length; at++) image[at] = from[at];
    }
}

/* Renames what stands in a copy: all that belongs to elements or names them. */
static void rename_scope(slot_t *to, const slot_t *from, const scope_t *scope) {
    for (uint32_t number = 0; number < scope->families; number++) {
        const family_t *family = families + scope->family + number;
        const axis_t *axis = axes + family->axis;
        if (family->axes == 1 && family->kind == 0) {
            rename_own(to, from, family);
            continue;
        }
        element_t index[MOST_AXES] = {0};
        uint32_t offset = family->base;
        do {
            uint32_t image = image_offset(family->base, axis, family->axes, index);
            if (family->kind)
                for (uint32_t at = 0; at < family->length; at++)
                    to[image + at] = image_code(family->kind, from[offset + at]);
            else if (image != offset)
                for (uint32_t at = 0; at < family->length; at++) to[image + at] = from[offset + at];
        } while (advance(axis, family->axes, index, &offset));
    }
    for (uint32_t number = 0; number < scope->bags; number++) {
        const bag_t *bag = bags + scope->bag + number;
        const axis_t *axis = axes + bag->axis;
        element_t index[MOST_AXES] = {0};
        uint32_t offset = bag->base;
        do rename_entries(to + image_offset(bag->base, axis, bag->axes, index), from + offset, bag);
        while (advance(axis, bag->axes, index, &offset));
    }
}
