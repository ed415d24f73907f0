/* A file of states: sections, each in ascending order without repetition, in blocks that can be read by themselves.

   A block is its figures, its first state as it is and the differences of the others. Behind the blocks stand the
   sections with how many states and blocks each has, for each block where it begins and its first state, and at last the
   tail, which says where all this begins. Every block and what is behind them has a checksum. Words are little-endian. */
#define FILE_MAGIC UINT64_C(0x3165746174737376)
/* Each has room for two states at least. */
#ifndef BLOCK_BYTES
#define BLOCK_BYTES (MOST_CODED > 32768 ? 2 * MOST_CODED : 65536)
#endif

struct block_head { uint32_t bytes, count, checksum; };
struct section { uint64_t states, blocks; };
struct entry { uint64_t offset, first[WORDS]; };
/* The third word keeps what follows aligned. */
struct tail { uint64_t offset, entries; uint32_t sections, words, zero, checksum; uint64_t magic; };

struct writer {
    int file;
    const char *path;
    uint8_t block[sizeof(struct block_head) + BLOCK_BYTES], *at;
    uint64_t last[WORDS], offset, entries, room;
    uint32_t count, section, sections, checksum;
    struct section *of;
    struct entry *index;
};

/* What a failure is about: the file that is worked on, and how much of it there is. */
static const char *at_path;
static uint64_t at_bytes;

static _Noreturn void file_failed(const char *what) {
    int number = errno;
    printf("{\"type\": \"failure\", \"what\": \"%s\", \"number\": %d, \"bytes\": %" PRIu64 ", \"path\": \"", what, number, at_bytes);
    for (const char *one = at_path ? at_path : ""; *one; one++) {
        if (*one == '"' || *one == '\\') putchar('\\');
        putchar(*one);
    }
    printf("\"}\n");
    fflush(stdout);
    exit(3);
}

static void *memory_for(uint64_t bytes) {
    void *place = malloc(bytes ? bytes : 1);
    if (!place) failed("memory");
    return place;
}

static void write_all(struct writer *writer, const void *data, uint64_t bytes) {
    const uint8_t *from = data;
    at_path = writer->path;
    at_bytes = writer->offset;
    while (bytes) {
        ssize_t done = write(writer->file, from, bytes);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) file_failed("write");
        from += done;
        bytes -= (uint64_t)done;
        writer->offset += (uint64_t)done;
    }
}

/* A new file; a temporary one has no name any more and goes with the process. */
static struct writer *open_writer(const char *path, uint32_t sections, int temporary) {
    struct writer *writer = memory_for(sizeof *writer);
    writer->path = at_path = path;
    writer->file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (writer->file < 0) file_failed("write");
    if (temporary) unlink(path);
    writer->at = writer->block + sizeof(struct block_head);
    writer->offset = writer->entries = writer->count = writer->section = 0;
    writer->sections = sections;
    writer->room = 64;
    writer->of = memory_for(sections * sizeof *writer->of);
    memset(writer->of, 0, sections * sizeof *writer->of);
    writer->index = memory_for(writer->room * sizeof *writer->index);
    return writer;
}

static void end_block(struct writer *writer) {
    if (!writer->count) return;
    struct block_head head = {(uint32_t)(writer->at - writer->block - sizeof head), writer->count, 0};
    head.checksum = checksum(checksum(0, &head, offsetof(struct block_head, checksum)), writer->block + sizeof head, head.bytes);
    memcpy(writer->block, &head, sizeof head);
    writer->index[writer->entries++].offset = writer->offset;
    writer->of[writer->section].blocks++;
    write_all(writer, writer->block, sizeof head + head.bytes);
    writer->at = writer->block + sizeof head;
    writer->count = 0;
}

/* What follows belongs to a section, one behind the last. */
static void begin_section(struct writer *writer, uint32_t section) {
    end_block(writer);
    writer->section = section;
}

static inline void put_state_in(struct writer *writer, const uint64_t *state) {
    if (writer->at + MOST_CODED > writer->block + sizeof(struct block_head) + BLOCK_BYTES) end_block(writer);
    if (!writer->count) {
        if (writer->entries == writer->room) {
            writer->index = realloc(writer->index, (writer->room *= 2) * sizeof *writer->index);
            if (!writer->index) failed("memory");
        }
        memcpy(writer->index[writer->entries].first, state, STATE_BYTES);
        memcpy(writer->at, state, STATE_BYTES);
        writer->at += STATE_BYTES;
    } else {
        writer->at = encode(writer->at, writer->last, state);
    }
    memcpy(writer->last, state, STATE_BYTES);
    writer->count++;
    writer->of[writer->section].states++;
}

/* End the file, and see that it is on the disk if it is to last. The checksum of its tail tells it from others. */
static void close_writer(struct writer *writer, int lasting) {
    end_block(writer);
    struct tail tail = {writer->offset, writer->entries, writer->sections, WORDS, 0, 0, FILE_MAGIC};
    uint64_t of_sections = writer->sections * sizeof *writer->of, of_index = writer->entries * sizeof *writer->index;
    tail.checksum = checksum(checksum(checksum(0, writer->of, of_sections), writer->index, of_index), &tail,
                             offsetof(struct tail, checksum));
    write_all(writer, writer->of, of_sections);
    write_all(writer, writer->index, of_index);
    write_all(writer, &tail, sizeof tail);
    if (lasting && (fsync(writer->file) || close(writer->file))) file_failed("write");
    writer->checksum = tail.checksum;
    free(writer->index);
}
