/* A step of some parts: what came for a part and was never there is its part of the new level, judged and expanded at
   once. What was there is read as it is needed; runs that are to be one are read whole, and written as one. */
#define KEEPS_LOOPS 0
#include "judging.c"

struct run { uint32_t part, merged; struct source *source; };

static uint64_t answers[QUESTIONS + 1][WORDS], deadlock[WORDS], error_state[WORDS], sought[WORDS], found_before[WORDS];
static uint8_t is_answered[QUESTIONS + 1];
static uint32_t has_deadlock, has_error, error_event, level, seeking, is_hit;
static uint64_t new_states;
static double reported;

static int is_initial(void) { return !level; }

/* Of the states that show the same, the least is kept, whichever part has it. */
static void keep_least(uint64_t *kept, int there) {
    if (!there || compare(P, kept) < 0) memcpy(kept, P, STATE_BYTES);
}

static void answer(int question) {
    keep_least(answers[question], is_answered[question]);
    is_answered[question] = 1;
}

static void push(const uint64_t *packed, uint32_t source, uint32_t rule) {
    (void)source, (void)rule;
    if (seeking) is_hit |= !compare(packed, sought);
    else keep_successor(packed);
}

static void begin_part(void) {
    memset(shown.first_states, 0xFF, sizeof shown.first_states);
    shown.deadlocked = shown.error_rule = NOWHERE;
}

static void expand_next(void) {
    expand_state();
    if (shown.deadlocked == current) {
        keep_least(deadlock, (int)has_deadlock);
        has_deadlock = 1;
    }
    if (UNLIKELY(shown.error_rule != NOWHERE)) {
        if (!has_error || compare(P, error_state) < 0) error_event = shown.error_rule;
        keep_least(error_state, (int)has_error);
        has_error = 1;
        shown.error_rule = NOWHERE;
    }
    if (UNLIKELY(++current == NOWHERE)) current = 0;
    new_states++;
    if (new_states % 4096 || now() - reported < 0.2) return;
    reported = now();
    printf("{\"type\": \"progress\", \"states\": %" PRIu64 "}\n", new_states);
    fflush(stdout);
}

static void step_part(uint32_t part, struct source **inboxes, uint32_t many, struct run *runs, uint32_t run_count,
                      struct writer *level_file, struct writer *merged_file) {
    struct merge candidates = {NULL, 0, 0}, old = {NULL, 0, 0};
    struct reader **kept = memory_for(run_count * sizeof *kept);
    uint32_t kept_count = 0;
    uint64_t next[WORDS];
    begin_part();
    for (uint32_t one = 0; one < many; one++) add_to(&candidates, open_section(inboxes[one], part));
    for (uint32_t one = 0; one < run_count; one++) {
        if (runs[one].part != part) continue;
        struct reader *reader = open_section(runs[one].source, part);
        if (runs[one].merged) add_to(&old, reader);
        else if (reader) kept[kept_count++] = reader;
    }
    if (level_file) begin_section(level_file, part);
    if (merged_file) begin_section(merged_file, part);
    int left = take_least(&old, next);
    while (take_least(&candidates, P)) {
        int known = 0;
        for (; left && compare(next, P) <= 0; left = take_least(&old, next)) {
            known |= !compare(next, P);
            put_state_in(merged_file, next);
        }
        for (uint32_t one = kept_count; one-- && !known;) known = next_from(kept[one], P) && !compare(kept[one]->state, P);
        if (known) continue;
        if (level_file) put_state_in(level_file, P);
        expand_next();
    }
    for (; left; left = take_least(&old, next)) put_state_in(merged_file, next);
    for (uint32_t one = 0; one < kept_count; one++) free(kept[one]);
    free(kept);
    free(candidates.heap);
    free(old.heap);
}

/* The least state of a section that has the sought one among its successors. */
static void seek_in(struct source *source, uint32_t section) {
    struct merge states = {NULL, 0, 0};
    begin_part();
    add_to(&states, open_section(source, section));
    while (take_least(&states, P)) {
        int before = (int)is_hit;
        is_hit = 0;
        expand_next();
        if (is_hit) keep_least(found_before, before);
        is_hit |= (uint32_t)before;
        if (is_hit && compare(P, found_before) >= 0) break;
    }
}
