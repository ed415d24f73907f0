/* Elements of a factor as tables: what they make of the vector of the slots that the factor touches. */

/* The image's code at a place: where it comes from, and what becomes of it there. */
static inline slot_t image_at(const factor_t *factor, uint32_t element, const slot_t *vector, uint32_t place) {
    uint32_t source = sources[factor->sources + element * factor->length + place];
    uint32_t coded = coded_from[factor->slots + source];
    slot_t code = vector[source];
    if (coded == KEPT) return code;
    return (slot_t)recodings[factor->recodings + element * factor->literals + coded + code];
}

static void make_image(slot_t *to, const factor_t *factor, uint32_t element, const slot_t *vector) {
    for (uint32_t place = 0; place < factor->length; place++) to[place] = image_at(factor, element, vector, place);
}

static void gather(slot_t *vector, const factor_t *factor, const slot_t *state) {
    for (uint32_t place = 0; place < factor->length; place++) vector[place] = state[touched_slots[factor->slots + place]];
}

static void scatter(slot_t *state, const factor_t *factor, const slot_t *vector) {
    for (uint32_t place = 0; place < factor->length; place++) state[touched_slots[factor->slots + place]] = vector[place];
}
