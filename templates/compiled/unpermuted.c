/* Canonical states where nothing is permuted. */

static void canonicalise(slot_t *state) {
    sort_multisets(state, scopes);
}

static orbit_t orbit_size(const slot_t *state) {
    (void)state;
    return 1;
}
