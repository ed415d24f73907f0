/* What the search in memory and the steps of a search on disk have in common, before either knows a state. */
#define NOWHERE UINT32_MAX

SHARED _Noreturn void failed(const char *what) {
    printf("{\"type\": \"failure\", \"number\": %d, \"what\": \"%s\"}\n", errno, what);
    fflush(stdout);
    exit(3);
}

/* A request that cannot be carried out; a letter that JSON would have to escape is left out of it. */
static _Noreturn void refuse(const char *text) {
    printf("{\"type\": \"failure\", \"number\": 0, \"what\": \"request\", \"message\": \"");
    for (; *text; text++) {
        if (*text >= ' ' && *text <= '~' && *text != '"' && *text != '\\') putchar(*text);
    }
    printf("\"}\n");
    fflush(stdout);
    exit(3);
}

static inline uint64_t number_in(const char *text, uint64_t most) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || number > most) refuse(text);
    return number;
}

static inline double seconds_in(const char *text) {
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    if (end == text || *end || errno || !(number >= 0)) refuse(text);
    return number;
}

/* End with the process that asks, which may have gone already. */
static void end_with(pid_t owner) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != owner) exit(1);
}

static inline uint64_t hash_packed(const uint64_t *packed) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (int word = 0; word < WORDS; word++) {
        __uint128_t product = (__uint128_t)(hash ^ packed[word]) * 0xD6E8FEB86659FD93u;
        hash = (uint64_t)product ^ (uint64_t)(product >> 64) ^ 0xA0761D6478BD642Fu;
    }
    hash ^= hash >> 29;
    hash *= 0xE7037ED1A0B428DBu;
    return hash ^ hash >> 32;
}

static void *room(uint64_t bytes, int sparse) {
    void *place = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | (sparse ? MAP_NORESERVE : 0), -1, 0);
    if (place == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
    madvise(place, bytes, MADV_HUGEPAGE);
#endif
    return place;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}
