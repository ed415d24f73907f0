/* What a search that is compiled apart from its model needs of that. */
struct model {
    int width, rule_count, condition_count, atom_count, question_count, fair_count;
    int stuttering, deadlocks, assuming, symmetric, orbit_sizes;
    const uint32_t *fair;
    const uint8_t *question_kinds;
    void (*starts)(void), (*rules)(void), (*conditions)(void);
    int (*assumptions)(slot_t *), (*asked)(int);
    void (*pack)(const slot_t *, uint64_t *), (*unpack)(const uint64_t *, slot_t *);
    void (*order_multisets)(slot_t *), (*canonicalise)(slot_t *);
    orbit_t (*orbit_size)(const slot_t *);
};
extern const struct model model;
