/* CRC-32C (RFC 3720), by the processor's instruction where there is one: it finds every burst of up to 32 bits. */
#ifndef __SSE4_2__
static uint32_t crc_table[256];

static void make_crc_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; bit++) rest = rest >> 1 ^ (rest & 1 ? 0x82F63B78u : 0);
        crc_table[byte] = rest;
    }
}
#endif

/* The checksum of what has the checksum `sum` (0 of nothing) and some bytes more. */
static uint32_t checksum(uint32_t sum, const void *data, uint64_t size) {
    const uint8_t *bytes = data;
    sum = ~sum;
#ifdef __SSE4_2__
    uint64_t wide = sum, word;
    for (; size >= 8; size -= 8, bytes += 8) {
        memcpy(&word, bytes, 8);
        wide = __builtin_ia32_crc32di(wide, word);
    }
    sum = (uint32_t)wide;
    for (; size; size--) sum = __builtin_ia32_crc32qi(sum, *bytes++);
#else
    if (!crc_table[1]) make_crc_table();
    for (; size; size--) sum = sum >> 8 ^ crc_table[(uint8_t)(sum ^ *bytes++)];
#endif
    return ~sum;
}
