/* The successors of a step: those that came lately are dropped at once, the others are sorted in memory, and on disk
   where they are too many for it. At the end each part's are in a section of one file, each once. */
/* How many states are remembered at most: as many as a processor's cache holds, as one of them is looked at each time. */
#define RECENT (1 << 13)

static uint64_t (*recent)[WORDS], (*buffer)[WORDS], (*scratch)[WORDS];
static uint64_t recent_places, buffered, buffer_room, spilled_bytes, *bounds;
static uint32_t parts, spills, spill_room;
static struct writer **spilled;
static const char *outbox_path;

static inline uint32_t owner(uint64_t hash) { return (uint32_t)(((__uint128_t)hash * parts) >> 64); }

static void open_successors(uint64_t bytes) {
    if (bytes < 16 * STATE_BYTES) bytes = 16 * STATE_BYTES;
    recent_places = bytes / 16 / STATE_BYTES;
    if (recent_places > RECENT) recent_places = RECENT;
    buffer_room = (bytes - recent_places * STATE_BYTES) / 2 / STATE_BYTES;
    recent = room(recent_places * STATE_BYTES, 1);
    buffer = room(buffer_room * STATE_BYTES, 1);
    scratch = room(buffer_room * STATE_BYTES, 1);
    bounds = memory_for((parts + 1) * sizeof *bounds);
    if (!recent || !buffer || !scratch) failed("memory");
}

/* The states of the buffer by their parts, whose bounds are noted, and in order in each. */
static void order_buffer(void) {
    memset(bounds, 0, (parts + 1) * sizeof *bounds);
    if (parts > 1) {
        for (uint64_t one = 0; one < buffered; one++) bounds[owner(hash_packed(buffer[one])) + 1]++;
        for (uint32_t part = 0; part < parts; part++) bounds[part + 1] += bounds[part];
        for (uint64_t one = 0; one < buffered; one++) {
            memcpy(scratch[bounds[owner(hash_packed(buffer[one]))]++], buffer[one], STATE_BYTES);
        }
        memmove(bounds + 1, bounds, parts * sizeof *bounds);
        bounds[0] = 0;
        void *kept = buffer;
        buffer = scratch;
        scratch = kept;
    }
    bounds[parts] = buffered;
    for (uint32_t part = 0; part < parts; part++) {
        sort_states(buffer + bounds[part], scratch + bounds[part], bounds[part + 1] - bounds[part], 0);
    }
}

static void write_buffer(struct writer *writer) {
    order_buffer();
    for (uint32_t part = 0; part < parts; part++) {
        begin_section(writer, part);
        for (uint64_t one = bounds[part]; one < bounds[part + 1]; one++) {
            if (one == bounds[part] || compare(buffer[one - 1], buffer[one])) put_state_in(writer, buffer[one]);
        }
    }
    buffered = 0;
}

static void spill(void) {
    char *path = memory_for(strlen(outbox_path) + 16);
    sprintf(path, "%s.%u", outbox_path, spills);
    struct writer *writer = open_writer(path, parts, 1);
    write_buffer(writer);
    close_writer(writer, 0);
    spilled_bytes += writer->offset;
    if (spills == spill_room) spilled = realloc(spilled, (spill_room = 2 * spill_room + 8) * sizeof *spilled);
    if (!spilled) failed("memory");
    spilled[spills++] = writer;
}

static inline void keep_successor(const uint64_t *packed) {
    uint64_t any = 0, difference = 0;
    uint64_t *place = recent[((__uint128_t)hash_packed(packed) * recent_places) >> 64];
    for (int word = 0; word < WORDS; word++) {
        any |= packed[word];
        difference |= packed[word] ^ place[word];
    }
    /* Empty places look like the state 0, which is kept each time. */
    if (!difference && any) return;
    memcpy(place, packed, STATE_BYTES);
    if (UNLIKELY(buffered == buffer_room)) spill();
    memcpy(buffer[buffered++], packed, STATE_BYTES);
}

/* All successors as one file. */
static struct writer *write_outbox(void) {
    struct writer *writer;
    uint64_t state[WORDS];
    if (spills && buffered) spill();
    writer = open_writer(outbox_path, parts, 0);
    if (!spills) {
        write_buffer(writer);
    } else {
        struct merge merge = {NULL, 0, 0};
        struct source **sources = memory_for(spills * sizeof *sources);
        for (uint32_t one = 0; one < spills; one++) {
            sources[one] = open_source(spilled[one]->path, spilled[one]->file, spilled[one]->checksum);
        }
        for (uint32_t part = 0; part < parts; part++) {
            begin_section(writer, part);
            for (uint32_t one = 0; one < spills; one++) add_to(&merge, open_section(sources[one], part));
            while (take_least(&merge, state)) put_state_in(writer, state);
        }
    }
    close_writer(writer, 1);
    return writer;
}
