/* Room for what a model has; a search that is compiled apart from it has more. */
#ifndef MOST_RULES
#define MOST_RULES RULES
#define MOST_CHOICES CHOICES
#define MOST_ATOMS ATOMS
#define MOST_CONDITIONS CONDITIONS
#define MOST_QUESTIONS QUESTIONS
#endif

/* The state that is expanded, the one that a rule works on, and the values of the choices of the instance at work. */
SHARED THREAD slot_t S[PADDED] __attribute__((aligned(64)));
SHARED THREAD slot_t W[PADDED] __attribute__((aligned(64)));
SHARED THREAD int64_t V[MOST_CHOICES + 1];

/* The atoms of the formulas in the state that is expanded; FAULTED where a condition ends in an error. */
SHARED THREAD uint8_t atom[MOST_ATOMS + 1];

/* Whether a rule of the state that is expanded has been enabled. */
SHARED THREAD int enabled;

SHARED void fired(uint32_t rule, int values, int status);
SHARED void started(uint32_t start, int values, int status);
SHARED void guard_faulted(void);
SHARED void error_reached(uint32_t rule);
SHARED _Noreturn void failed(const char *what);

static inline int64_t all_undefined(const slot_t *place, uint64_t slots) {
    slot_t any = 0;
    for (uint64_t slot = 0; slot < slots; slot++) any |= place[slot];
    return !any;
}

/* The first entry of a multiset that is free, NULL where there is none. */
static inline slot_t *free_entry(slot_t *place, int size, int stride) {
    for (int entry = 0; entry < size; entry++, place += stride) {
        if (!*place) return place;
    }
    return NULL;
}
