/* Colours of elements: what a state says of each, as seen from the others. They are invariants: two states that are
   permutations of each other have the same. */

#define MIXED 0x9E3779B97F4A7C15u
#define TARGET 0xD6E8FEB86659FD93u
#define SELF 0xA0761D6478BD642Fu

static inline uint64_t mixed(uint64_t value) {
    value ^= value >> 32;
    value *= MIXED;
    value ^= value >> 29;
    return value;
}

/* What the axes' elements add to the hash of what is at a place. */
static inline uint64_t place_hash(const axis_t *axis, uint32_t axes, const element_t *index, const uint64_t *colour) {
    uint64_t hash = 0;
    for (uint32_t at = 0; at < axes; at++) {
        hash = hash * MIXED + colour[axis[at].first + index[at]];
        for (uint32_t other = 0; other < at; other++) {
            int same = axis[other].first == axis[at].first && index[other] == index[at];
            if (same) hash += SELF * (at * axes + other + 1);
        }
    }
    return hash;
}

/* Adds what the slots of a family say of the elements that they relate, and returns a hash of them all. */
static uint64_t relate(
    const slot_t *state, const family_t *family, uint64_t salt, const uint64_t *colour, uint64_t *sums
) {
    const axis_t *axis = axes + family->axis;
    element_t index[MOST_AXES] = {0};
    uint32_t offset = family->base;
    uint64_t total = 0;
    do {
        uint64_t place = salt + family->weight + place_hash(axis, family->axes, index, colour);
        for (uint32_t at = 0; at < family->length; at++) {
            slot_t code = state[offset + at];
            element_t target = value_element(family->kind, code);
            uint64_t hash = place + at * TARGET;
            if (target == NONE) {
                hash += (code + 1u) * SELF;
            } else {
                hash = hash * MIXED + colour[target];
                for (uint32_t dimension = 0; dimension < family->axes; dimension++)
                    if (axis[dimension].first + index[dimension] == target) hash += SELF * (dimension + 1);
            }
            hash = mixed(hash);
            total += hash;
            if (!sums) continue;
            for (uint32_t dimension = 0; dimension < family->axes; dimension++)
                sums[axis[dimension].first + index[dimension]] += mixed(hash + dimension);
            if (target != NONE) sums[target] += mixed(hash + TARGET);
        }
    } while (advance(axis, family->axes, index, &offset));
    return total;
}

static void relate_entries(const slot_t *, const bag_t *, uint64_t, const uint64_t *, uint64_t *, uint64_t *);

/* Adds what an entry of a multiset says of elements, and returns a hash of it. */
static uint64_t relate_scope(
    const slot_t *state, const scope_t *scope, uint64_t salt, const uint64_t *colour, uint64_t *sums
) {
    uint64_t total = 0;
    for (uint32_t at = 0; at < scope->families; at++)
        total += relate(state, families + scope->family + at, salt, colour, sums);
    for (uint32_t at = 0; at < scope->bags; at++)
        relate_entries(state, bags + scope->bag + at, salt, colour, sums, &total);
    return total;
}

static void relate_entries(
    const slot_t *state, const bag_t *bag, uint64_t salt, const uint64_t *colour, uint64_t *sums, uint64_t *total
) {
    const axis_t *axis = axes + bag->axis;
    element_t index[MOST_AXES] = {0};
    uint32_t offset = bag->base;
    do {
        uint64_t place = mixed(salt + bag->weight + place_hash(axis, bag->axes, index, colour));
        const slot_t *entry = state + offset;
        for (uint32_t at = 0; at < bag->size; at++, entry += 1 + bag->width) {
            if (!*entry) continue;
            uint64_t hash = mixed(place + relate_scope(entry + 1, scopes + bag->scope, 0, colour, NULL));
            *total += hash;
            if (!sums) continue;
            relate_scope(entry + 1, scopes + bag->scope, hash, colour, sums);
            for (uint32_t dimension = 0; dimension < bag->axes; dimension++)
                sums[axis[dimension].first + index[dimension]] += mixed(hash + dimension);
        }
    } while (advance(axis, bag->axes, index, &offset));
}

/* A family of values that belong to one element each, and name none. */
static void own_values(const slot_t *state, const family_t *family, uint64_t *sums) {
    const axis_t *axis = axes + family->axis;
    for (uint32_t at = 0; at < family->length; at++) {
        const slot_t *slot = state + family->base + at;
        for (element_t element = 0; element < axis->size; element++, slot += axis->stride)
            sums[axis->first + element] = (sums[axis->first + element] + *slot) * MIXED;
    }
}

/* A family of values that belong to two elements each, and name none. */
static void pair_values(const slot_t *state, const family_t *family, const uint64_t *colour, uint64_t *sums) {
    const axis_t *outer = axes + family->axis, *inner = outer + 1;
    int square = outer->first == inner->first;
    for (uint32_t at = 0; at < family->length; at++) {
        uint64_t weight = family->weight + at * TARGET;
        for (element_t left = 0; left < outer->size; left++) {
            const slot_t *slot = state + family->base + at + left * outer->stride;
            uint64_t sum = 0;
            for (element_t right = 0; right < inner->size; right++, slot += inner->stride) {
                uint64_t value = (*slot + 1u) * SELF + weight;
                if (square && left == right) {
                    sum += mixed(value);
                    continue;
                }
                sum += mixed(value + colour[inner->first + right]);
                sums[inner->first + right] += mixed(value + TARGET + colour[outer->first + left]);
            }
            sums[outer->first + left] += sum;
        }
    }
}

/* A family of one element's values that may name another. */
static void pointers(const slot_t *state, const family_t *family, const uint64_t *colour, uint64_t *sums) {
    const axis_t *axis = axes + family->axis;
    for (uint32_t at = 0; at < family->length; at++) {
        uint64_t weight = family->weight + at * TARGET;
        const slot_t *slot = state + family->base + at;
        for (element_t element = axis->first; element < axis->first + axis->size; element++, slot += axis->stride) {
            element_t target = value_element(family->kind, *slot);
            if (target == NONE) {
                sums[element] += mixed(weight + (*slot + 1u) * SELF);
            } else if (target == element) {
                sums[element] += mixed(weight);
            } else {
                sums[element] += mixed(weight + colour[target]);
                sums[target] += mixed(weight + TARGET + colour[element]);
            }
        }
    }
}

/* Adds up what the state says of every element under the colours of the others; from the first family and bag on. */
static void add_up(const slot_t *state, uint32_t family, uint32_t bag, const uint64_t *colour, uint64_t *sums) {
    uint64_t total = 0;
    for (; family < scopes[0].families; family++) {
        const family_t *one = families + family;
        if (one->axes == 1 && one->kind == 0) own_values(state, one, sums);
        else if (one->axes == 1) pointers(state, one, colour, sums);
        else if (one->axes == 2 && one->kind == 0) pair_values(state, one, colour, sums);
        else relate(state, one, 0, colour, sums);
    }
    for (; bag < scopes[0].bags; bag++)
        relate_entries(state, bags + scopes[0].bag + bag, 0, colour, sums, &total);
}
