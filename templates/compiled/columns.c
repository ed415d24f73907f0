/* Wide states in columns: a row has, for each word of the state, the number that the word has in its column, in as many
   bytes as the column's numbers take: none while all states have the same word there. So what repeats stands once. A
   column in which little repeats is plain: its words stand in the rows themselves. */
#define IS_PLAIN UINT32_MAX
#ifndef MANY
#define MANY (1u << 16)
#endif

struct column {
    uint64_t *words;
    uint32_t *table;
    uint64_t places;
    uint32_t count, room, mask, offset;
};

static struct column columns[WORDS];
static uint64_t row_bytes, rows_reserved, column_bytes;

static uint64_t bytes_used(void);

static uint32_t bytes_in_row(const struct column *column) {
    uint32_t words = column->count;
    if (words == IS_PLAIN) return 8;
    return (words > 1) + (words > 1u << 8) + (words > 1u << 16) + (words > 1u << 24);
}

/* Where the columns are in a row. */
static void align_columns(void) {
    row_bytes = 0;
    for (struct column *column = columns; column < columns + WORDS; column++) {
        uint32_t bytes = bytes_in_row(column);
        column->mask = (uint32_t)(((uint64_t)1 << 8 * (bytes & 7)) - 1);
        column->offset = (uint32_t)row_bytes;
        row_bytes += bytes;
    }
}

/* Some bytes more at an offset of all rows, the last row first, as each moves up. */
static void widen_rows(uint32_t offset, uint32_t more) {
    uint64_t rest = row_bytes - offset;
    if ((uint64_t)(count + 1) * (row_bytes + more) + 8 > rows_reserved) failed("memory");
    for (uint64_t index = count; index--;) {
        uint8_t *before = states + index * row_bytes, *after = before + index * more;
        memmove(after + offset + more, before + offset, rest);
        memset(after + offset, 0, more);
        memmove(after, before, offset);
    }
    row_bytes += more;
}

static inline uint64_t number_at(const uint8_t *row, const struct column *column) {
    uint32_t number;
    memcpy(&number, row + column->offset, 4);
    return number & column->mask;
}

static inline uint64_t word_at(const uint8_t *row, const struct column *column) {
    uint64_t word;
    if (column->count != IS_PLAIN) return column->words[number_at(row, column)];
    memcpy(&word, row + column->offset, 8);
    return word;
}

static void make_plain(struct column *column) {
    uint32_t bytes = bytes_in_row(column);
    widen_rows(column->offset + bytes, 8 - bytes);
    for (uint64_t index = 0; index < count; index++) {
        uint8_t *row = states + index * row_bytes;
        memcpy(row + column->offset, column->words + number_at(row, column), 8);
    }
    column_bytes -= (uint64_t)column->room * 8 + column->places * 4;
    free(column->words);
    free(column->table);
    *column = (struct column){.count = IS_PLAIN};
    align_columns();
}

static inline uint64_t place_of_word(const struct column *column, uint64_t word) {
    __uint128_t product = (__uint128_t)(word ^ 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
    uint64_t hash = ((uint64_t)product ^ (uint64_t)(product >> 64)) * 0xE7037ED1A0B428DBu;
    return (uint64_t)(((__uint128_t)hash * column->places) >> 64);
}

static inline uint64_t next_place_of_word(const struct column *column, uint64_t at) {
    return at + 1 == column->places ? 0 : at + 1;
}

/* A table of so many places, filled from the words. */
static void fill_column(struct column *column, uint64_t places) {
    free(column->table);
    column_bytes += (places - column->places) * 4;
    column->places = places;
    column->table = calloc(places, 4);
    if (!column->table) failed("memory");
    for (uint32_t number = 0; number < column->count; number++) {
        uint64_t at = place_of_word(column, column->words[number]);
        while (column->table[at]) at = next_place_of_word(column, at);
        column->table[at] = number + 1;
    }
}

static void extend_column(struct column *column, uint32_t words) {
    column->words = realloc(column->words, (uint64_t)words * 8);
    if (!column->words) failed("memory");
    column_bytes += (uint64_t)(words - column->room) * 8;
    column->room = words;
}

/* Room for one more word; that of a plain column is in the rows. Where the memory does not allow more than that, the
   search ends. */
static inline void make_room_in(struct column *column) {
    if (UNLIKELY(column->count == column->room)) {
        if (column->count >= MANY && column->count > count / 3) return make_plain(column);
        uint32_t more = column->room / 4 + 2;
        if (column->room < MANY && more > MANY - column->room) more = MANY - column->room;
        full |= bytes_used() + (uint64_t)more * 8 > memory_limit;
        extend_column(column, column->room + (full ? 1 : more));
    }
    if (LIKELY((uint64_t)(column->count + 1) * 5 <= column->places * 4)) return;
    uint64_t larger = column->places + column->places / 2 + 4;
    full |= bytes_used() + (larger - column->places) * 4 > memory_limit;
    if (!full || (uint64_t)(column->count + 1) * 20 > column->places * 19) fill_column(column, larger);
}

/* What stands in a row for a word: its number in the column, added where it is new, or the word itself. */
static inline uint64_t entry_for(struct column *column, uint64_t word) {
    if (column->count != IS_PLAIN) make_room_in(column);
    if (column->count == IS_PLAIN) return word;
    uint64_t at = place_of_word(column, word);
    for (uint32_t entry; (entry = column->table[at]); at = next_place_of_word(column, at)) {
        if (LIKELY(column->words[entry - 1] == word)) return entry - 1;
    }
    uint32_t before = bytes_in_row(column);
    column->words[column->count] = word;
    column->table[at] = ++column->count;
    if (UNLIKELY(bytes_in_row(column) > before)) {
        widen_rows(column->offset + before, 1);
        align_columns();
    }
    return column->count - 1;
}

static void write_columns(uint32_t index, const uint64_t *packed) {
    uint64_t entries[WORDS];
    for (int word = 0; word < WORDS; word++) entries[word] = entry_for(&columns[word], packed[word]);
    uint8_t *row = states + index * row_bytes;
    /* Those to the right write over the bytes that an entry does not need. */
    for (int word = 0; word < WORDS; word++) memcpy(row + columns[word].offset, &entries[word], 8);
}
