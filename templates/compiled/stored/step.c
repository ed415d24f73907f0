#include "libraries.c"
#include "model.c"
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include "basis.c"
#include "stored/checksum.c"
#include "stored/coding.c"
#include "stored/writing.c"
#include "stored/reading.c"
#include "stored/merging.c"
#include "stored/radix.c"
#include "stored/successors.c"
#include "stored/stepping.c"
#include "stored/path.c"
#include "stored/requests.c"
#include "stored/results.c"

#define STACK (100 << 20)
#define OF_A_STREAM ((uint64_t)sizeof(struct reader) + 4096)
#ifndef LEAST_MEMORY
#define LEAST_MEMORY ((uint64_t)4 << 20)
#endif

static void begin_search(void) {
    uint64_t streams = (inbox_count + run_count + 16) * OF_A_STREAM;
    open_successors(memory > streams + LEAST_MEMORY ? memory - streams : LEAST_MEMORY);
}

#if GIVEN_STARTS
static void starts_given(void) {
    uint64_t packed[WORDS];
    FILE *file = fopen(at_path = starts_path, "rb");
    if (!file) file_failed("read");
    while (fread(packed, sizeof packed, 1, file) == 1) {
        if (SYMMETRIC) unpack(packed, W);
        store(packed, NOWHERE, 0);
    }
    fclose(file);
}
#endif

static void do_starts(void) {
    begin_search();
#if GIVEN_STARTS
    starts_given();
#else
    starts();
#endif
    put_result(NULL, NULL, write_outbox());
}

/* One step of the parts that are asked for, each of which has its sections in the files that are written. */
static void do_step(void) {
    begin_search();
    struct writer *level_file = level_path ? open_writer(level_path, parts, 0) : NULL;
    struct writer *merged_file = merged_path ? open_writer(merged_path, parts, 0) : NULL;
    for (uint32_t one = 0; one < asked_count; one++) {
        step_part(asked_parts[one], inboxes, inbox_count, runs, run_count, level_file, merged_file);
    }
    if (level_file) close_writer(level_file, 1);
    if (merged_file) close_writer(merged_file, 1);
    put_result(level_file, merged_file, write_outbox());
}

static void do_seek(void) {
    seeking = 1;
    for (uint32_t one = 0; one < run_count; one++) seek_in(runs[one].source, runs[one].part);
    put_result(NULL, NULL, NULL);
}

int main(int argc, char **argv) {
    const char *work = argc > 1 ? argv[1] : "";
    if (argc > 2) end_with((pid_t)number_in(argv[2], INT32_MAX));
    /* Whoever has started this process ends it, and files that are not done have names that nobody knows. */
    signal(SIGINT, SIG_IGN);
#ifdef SIGXFSZ
    /* A file that may not grow any more is told as a disk that is full. */
    signal(SIGXFSZ, SIG_IGN);
#endif
    /* Routines of a program may call each other a thousand calls deep. */
    struct rlimit limit;
    if (!getrlimit(RLIMIT_STACK, &limit)) {
        limit.rlim_cur = limit.rlim_max < STACK ? limit.rlim_max : STACK;
        setrlimit(RLIMIT_STACK, &limit);
    }
    if (!getrlimit(RLIMIT_NOFILE, &limit)) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    find_nothing(&shown);
    read_requests();
    if (!strcmp(work, "starts")) do_starts();
    else if (!strcmp(work, "step")) do_step();
    else if (!strcmp(work, "seek")) do_seek();
    else if (!strcmp(work, "path")) follow_all();
    else failed("request");
    return 0;
}
