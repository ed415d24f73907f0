/* The states of a section, one after the other, or from a state on: then blocks that cannot have it are passed over. */
struct reader {
    int file;
    const char *path;
    uint64_t blocks, block, left, state[WORDS];
    const struct entry *index;
    const uint8_t *at, *end;
    uint8_t bytes[sizeof(struct block_head) + BLOCK_BYTES];
};

static void read_at(int file, const char *path, void *to, uint64_t bytes, uint64_t offset) {
    uint8_t *place = to;
    at_path = path;
    while (bytes) {
        ssize_t done = pread(file, place, bytes, (off_t)offset);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) file_failed("read");
        if (!done) file_failed("broken");
        place += done;
        offset += (uint64_t)done;
        bytes -= (uint64_t)done;
    }
}

static void read_block(struct reader *reader, uint64_t block) {
    struct block_head head;
    uint64_t offset = reader->index[block].offset;
    read_at(reader->file, reader->path, &head, sizeof head, offset);
    if (head.bytes > BLOCK_BYTES || head.bytes < STATE_BYTES || !head.count) file_failed("broken");
    read_at(reader->file, reader->path, reader->bytes, head.bytes, offset + sizeof head);
    if (checksum(checksum(0, &head, offsetof(struct block_head, checksum)), reader->bytes, head.bytes) != head.checksum)
        file_failed("broken");
    reader->block = block;
    reader->left = head.count;
    memcpy(reader->state, reader->bytes, STATE_BYTES);
    reader->at = reader->bytes + STATE_BYTES;
    reader->end = reader->bytes + head.bytes;
}

/* Go on to the next state; whether there is one. */
static inline int next_state(struct reader *reader) {
    if (LIKELY(reader->left > 1)) {
        reader->left--;
        reader->at = decode(reader->at, reader->end, reader->state);
        if (UNLIKELY(!reader->at)) at_path = reader->path, file_failed("broken");
        return 1;
    }
    if (reader->block + 1 >= reader->blocks) {
        reader->left = 0;
        return 0;
    }
    read_block(reader, reader->block + 1);
    return 1;
}

/* Go on to the first state that is not before another one; whether there is one. */
static inline int next_from(struct reader *reader, const uint64_t *state) {
    if (!reader->left) return 0;
    if (compare(reader->state, state) >= 0) return 1;
    uint64_t low = reader->block, high = reader->blocks;
    if (low + 1 < high && compare(reader->index[low + 1].first, state) <= 0) {
        for (uint64_t step = 1; low + step < high; step *= 2) {
            if (compare(reader->index[low + step].first, state) > 0) {
                high = low + step;
                break;
            }
        }
        low++;
        while (low + 1 < high) {
            uint64_t middle = low + (high - low) / 2;
            if (compare(reader->index[middle].first, state) <= 0) low = middle;
            else high = middle;
        }
        read_block(reader, low);
    }
    while (compare(reader->state, state) < 0) {
        if (!next_state(reader)) return 0;
    }
    return 1;
}

/* A file that is read, what has been read behind its blocks, and how many states and blocks its sections have. */
struct source {
    int file;
    const char *path;
    struct tail tail;
    struct section *of;
    struct entry *index;
};

/* A file by its path, or one that is open; `checksum_of_tail` tells it from others where that is not 0. */
static struct source *open_source(const char *path, int file, uint32_t checksum_of_tail) {
    struct source *source = memory_for(sizeof *source);
    struct tail *tail = &source->tail;
    struct stat state;
    source->path = at_path = path;
    source->file = file < 0 ? open(path, O_RDONLY | O_CLOEXEC) : file;
    if (source->file < 0 || fstat(source->file, &state)) file_failed("read");
    uint64_t bytes = (uint64_t)state.st_size;
    if (bytes < sizeof *tail) file_failed("broken");
    read_at(source->file, path, tail, sizeof *tail, bytes - sizeof *tail);
    uint64_t of_sections = tail->sections * sizeof *source->of, of_index = tail->entries * sizeof *source->index;
    if (tail->magic != FILE_MAGIC || tail->words != WORDS || tail->entries > bytes || tail->offset > bytes ||
        tail->offset + of_sections + of_index + sizeof *tail != bytes)
        file_failed("broken");
    source->of = memory_for(of_sections + of_index);
    source->index = (struct entry *)(source->of + tail->sections);
    read_at(source->file, path, source->of, of_sections + of_index, tail->offset);
    uint32_t sum = checksum(checksum(0, source->of, of_sections + of_index), tail, offsetof(struct tail, checksum));
    uint64_t blocks = 0;
    for (uint32_t section = 0; section < tail->sections; section++) blocks += source->of[section].blocks;
    if (sum != tail->checksum || (checksum_of_tail && sum != checksum_of_tail) || blocks != tail->entries) file_failed("broken");
    return source;
}

/* A section, at its first state; NULL where it has none. */
static struct reader *open_section(struct source *source, uint32_t section) {
    at_path = source->path;
    if (section >= source->tail.sections) file_failed("broken");
    if (!source->of[section].blocks) return NULL;
    struct reader *reader = memory_for(sizeof *reader);
    reader->file = source->file;
    reader->path = source->path;
    reader->blocks = source->of[section].blocks;
    reader->index = source->index;
    for (uint32_t before = 0; before < section; before++) reader->index += source->of[before].blocks;
    read_block(reader, 0);
    return reader;
}
