/* What the rules do to the state in S, what is known of that state once they have fired, and the questions that it
   answers. Whoever searches defines what becomes of a stored successor (`push`), of an answer (`answer`), where the first
   state of something is (`current`) and whether steps that change nothing are kept (`KEEPS_LOOPS`).

   A single guard, loop or start state may take for ever. A signal can therefore leave the model's own code at any place,
   for `way_out`: from `enter_model()` to `exit_model()`. Everything else is done to its end. */
enum reason { COMPLETE, TIME, KEYBOARD, MEMORY, BOUND, DECIDED, ERROR };

static _Atomic int stopped;
static THREAD volatile sig_atomic_t within;
static THREAD sigjmp_buf way_out;

static inline void exit_model(void) {
    within = 0;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static inline void leave_model(void) {
    exit_model();
    depth = 0;
    siglongjmp(way_out, 1);
}

static inline void enter_model(void) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    within = 1;
    if (UNLIKELY(stopped)) leave_model();
}

/* What expanded states have shown; the first of them that is deadlocked, and that answers each question. */
struct findings {
    uint64_t fired, deadlocks;
    orbit_t represented;
    uint32_t deadlocked, error_rule, last_fired[MOST_RULES + 1], first_states[MOST_QUESTIONS + 1];
    uint8_t condition_faulted[MOST_CONDITIONS + 1];
};

static int tracing, start_fault;
static THREAD int moved, guard_fault, faulty;
static THREAD uint64_t P[WORDS];
static THREAD uint32_t current;
static THREAD struct findings shown;

static void find_nothing(struct findings *findings) {
    *findings = (struct findings){.deadlocked = NOWHERE, .error_rule = NOWHERE};
    memset(findings->last_fired, 0xFF, sizeof findings->last_fired);
    memset(findings->first_states, 0xFF, sizeof findings->first_states);
}

static void push(const uint64_t *packed, uint32_t source, uint32_t rule);
static void traced(uint32_t rule, int values, const uint64_t *packed);
static int is_initial(void);
static void answer(int question);

/* Where W, at the end of a rule, may be a state: whether the assumptions hold there. */
static int assumed(void) {
    int holds = assumptions(W);
    return holds == 1 ? DONE : holds == FAULTED ? FAULTED : DROPPED;
}

static inline void store(uint64_t *packed, uint32_t source, uint32_t rule) {
    if (SYMMETRIC) {
        canonicalise(W);
        pack(W, packed);
    }
    push(packed, source, rule);
}

SHARED void fired(uint32_t rule, int values, int status) {
    uint64_t packed[WORDS], difference = 0;
    enabled = 1;
    if (UNLIKELY(status == DROPPED)) return; /* An `assume` statement is false: the instance does not fire. */
    if (LIKELY(status == DONE)) {
        order_multisets(W);
        pack(W, packed);
        for (int word = 0; word < WORDS; word++) difference |= packed[word] ^ P[word];
        if (ASSUMPTIONS && difference) status = assumed();
    }
    if (UNLIKELY(tracing)) {
        if (status == DONE) traced(rule, values, packed);
        return;
    }
    shown.fired++;
    shown.last_fired[rule] = current;
    if (LIKELY(status == DONE)) {
        moved |= !STUTTERING || difference != 0;
        if (difference || KEEPS_LOOPS) store(packed, current, rule);
        return;
    }
    moved = 1;
    if (status == FAULTED) faulty = 1;
}

SHARED void guard_faulted(void) {
    guard_fault = faulty = 1;
}

/* An event that is an error, and that is enabled in the state at hand, ends the search. */
SHARED void error_reached(uint32_t rule) {
    if (!tracing && shown.error_rule == NOWHERE) shown.error_rule = rule;
}

SHARED void started(uint32_t start, int values, int status) {
    uint64_t packed[WORDS];
    if (status == DONE) {
        order_multisets(W);
        pack(W, packed);
        if (ASSUMPTIONS) status = assumed();
    }
    if (UNLIKELY(tracing)) {
        if (status == DONE) traced(start, values, packed);
        return;
    }
    if (status == FAULTED) start_fault = 1;
    if (status == DONE) store(packed, NOWHERE, start);
}

/* The atoms of the state in S, whose rules have fired, and the questions that it answers. */
static void judge(void) {
    conditions();
    exit_model();
    for (int number = 0; number < CONDITIONS; number++) {
        if (atom[number] == FAULTED) shown.condition_faulted[number] = faulty = 1;
    }
    int stuck = DEADLOCKS && !guard_fault && !moved;
    shown.deadlocks += (uint64_t)stuck;
    if (stuck && shown.deadlocked == NOWHERE) shown.deadlocked = current;
    if (ATOMS) {
        atom[CONDITIONS] = (uint8_t)stuck;
        atom[CONDITIONS + 1] = (uint8_t)faulty;
    }
    for (int number = 0; number < FAIR; number++) atom[CONDITIONS + 2 + number] = shown.last_fired[fair[number]] == current;
    for (int number = 0; number < QUESTIONS; number++) {
        if (shown.first_states[number] != NOWHERE || (question_kinds[number] == INITIALLY && !is_initial())) continue;
        if (asked(number) != 1) continue;
        shown.first_states[number] = current;
        answer(number);
    }
}

/* Let the rules fire in the state that is packed in P, and judge it. */
static void expand_state(void) {
    unpack(P, S);
    enabled = moved = guard_fault = faulty = 0;
    enter_model();
    rules();
    judge();
    if (SYMMETRIC && ORBIT_SIZES) shown.represented += orbit_size(S);
}
