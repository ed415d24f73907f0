/* States in ascending order, each as its difference to the one before. A state is a number of WORDS * 64 bits, the first
   word the highest. The difference is written in groups of seven bits, the lowest first, where a state is one word; else
   as the number of its bytes and these. */
#define STATE_BYTES (WORDS * 8)
#define MOST_CODED (STATE_BYTES + STATE_BYTES / 7 + 2)

static inline int compare(const uint64_t *one, const uint64_t *other) {
    for (int word = 0; word < WORDS; word++) {
        if (one[word] != other[word]) return one[word] < other[word] ? -1 : 1;
    }
    return 0;
}

#if WORDS == 1
static inline uint8_t *encode(uint8_t *at, const uint64_t *before, const uint64_t *state) {
    uint64_t difference = *state - *before;
    for (; difference >= 0x80; difference >>= 7) *at++ = (uint8_t)(difference | 0x80);
    *at++ = (uint8_t)difference;
    return at;
}

/* Make the state before the one that follows it; where the bytes end too early NULL. */
static inline const uint8_t *decode(const uint8_t *at, const uint8_t *end, uint64_t *state) {
    uint64_t difference = 0;
    for (int shift = 0; at < end && shift < 64; shift += 7) {
        uint8_t byte = *at++;
        difference |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            *state += difference;
            return at;
        }
    }
    return NULL;
}
#else
static inline uint8_t *encode(uint8_t *at, const uint64_t *before, const uint64_t *state) {
    uint64_t difference[WORDS], borrow = 0;
    for (int word = WORDS; word--;) {
        __uint128_t rest = (__uint128_t)state[word] - before[word] - borrow;
        difference[WORDS - 1 - word] = (uint64_t)rest;
        borrow = (uint64_t)(rest >> 64) & 1;
    }
    int bytes = 0;
    for (int word = WORDS; word--;) {
        if (!difference[word]) continue;
        bytes = 8 * word + 8 - __builtin_clzll(difference[word]) / 8;
        break;
    }
    *at++ = (uint8_t)(bytes & 0xFF);
#if STATE_BYTES > 255
    *at++ = (uint8_t)(bytes >> 8);
#endif
    memcpy(at, difference, (size_t)bytes);
    return at + bytes;
}

static inline const uint8_t *decode(const uint8_t *at, const uint8_t *end, uint64_t *state) {
    uint64_t difference[WORDS] = {0}, carry = 0;
    if (end - at < 1 + (STATE_BYTES > 255)) return NULL;
    int bytes = *at++;
#if STATE_BYTES > 255
    bytes |= *at++ << 8;
#endif
    if (bytes > STATE_BYTES || end - at < bytes) return NULL;
    memcpy(difference, at, (size_t)bytes);
    for (int word = WORDS; word--;) {
        __uint128_t sum = (__uint128_t)state[word] + difference[WORDS - 1 - word] + carry;
        state[word] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    return at + bytes;
}
#endif
