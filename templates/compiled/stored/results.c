/* What a step has come to, as a line of JSON. */
static void put_stored(const char *name, const uint64_t *state, int there) {
    printf(", \"%s\": ", name);
    if (!there) printf("null");
    for (int word = 0; there && word < WORDS; word++) printf(word ? " %" PRIx64 : "\"%" PRIx64, state[word]);
    if (there) printf("\"");
}

static void put_file(const char *name, const struct writer *writer) {
    printf(", \"%s\": ", name);
    if (!writer) {
        printf("null");
        return;
    }
    printf("{\"bytes\": %" PRIu64 ", \"checksum\": %" PRIu32 ", \"states\": [", writer->offset, writer->checksum);
    for (uint32_t part = 0; part < writer->sections; part++) printf(part ? ",%" PRIu64 : "%" PRIu64, writer->of[part].states);
    printf("]}");
}

static void put_flags(const char *name, int many, int (*flag)(int)) {
    printf(", \"%s\": \"", name);
    for (int one = 0; one < many; one++) putchar(flag(one) ? '1' : '0');
    printf("\"");
}

static int rule_fired(int rule) { return shown.last_fired[rule] != NOWHERE; }
static int condition_failed(int condition) { return shown.condition_faulted[condition]; }

static void put_result(const struct writer *level_file, const struct writer *merged_file, const struct writer *outbox) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    printf("{\"type\": \"result\", \"fired\": %" PRIu64 ", \"deadlocks\": %" PRIu64 ", \"start_fault\": %s", shown.fired,
           shown.deadlocks, start_fault ? "true" : "false");
    put_stored("deadlock", deadlock, (int)has_deadlock);
    put_stored("error_state", error_state, (int)has_error);
    put_stored("before", found_before, (int)is_hit);
    printf(", \"error\": %" PRIu32 ", \"answers\": [", error_event);
    for (int question = 0; question < QUESTIONS; question++) {
        printf(question ? ", {\"number\": %d" : "{\"number\": %d", question);
        put_stored("state", answers[question], is_answered[question]);
        printf("}");
    }
    printf("]");
    put_flags("rules", RULES, rule_fired);
    put_flags("faulty_conditions", CONDITIONS, condition_failed);
    put_file("level", level_file);
    put_file("merged", merged_file);
    put_file("outbox", outbox);
#if SYMMETRIC && ORBIT_SIZES
    printf(", \"represented\": [%" PRIu64 ", %" PRIu64 "]", (uint64_t)(shown.represented >> 64), (uint64_t)shown.represented);
#else
    printf(", \"represented\": null");
#endif
#if SYMMETRIC
    printf(", \"several\": %s", several_stored ? "true" : "false");
#else
    printf(", \"several\": false");
#endif
    printf(", \"spilled\": %" PRIu64 ", \"seconds\": %.3f}\n", spilled_bytes, seconds);
    fflush(stdout);
}
