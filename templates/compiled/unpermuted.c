/* Canonical states where nothing is permuted. */

static void permute_scalarsets(slot_t *state) {
    sort_multisets(state, scopes);
}

static inline orbit_t scalarsets_orbit(const slot_t *state) {
    (void)state;
    return 1;
}
