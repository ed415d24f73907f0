/* States sorted by their bytes, the highest in which they differ first; few of them by insertion. */
#define FEW 40

static void sort_few(uint64_t (*states)[WORDS], uint64_t many) {
    uint64_t kept[WORDS];
    for (uint64_t one = 1; one < many; one++) {
        if (compare(states[one - 1], states[one]) <= 0) continue;
        memcpy(kept, states[one], STATE_BYTES);
        uint64_t at = one;
        do memcpy(states[at], states[at - 1], STATE_BYTES);
        while (--at && compare(states[at - 1], kept) > 0);
        memcpy(states[at], kept, STATE_BYTES);
    }
}

/* Sort states that agree before a word; `scratch` has room for as many. */
static void sort_states(uint64_t (*states)[WORDS], uint64_t (*scratch)[WORDS], uint64_t many, int word) {
    if (many <= FEW) {
        sort_few(states, many);
        return;
    }
    uint64_t differ = 0;
    for (; word < WORDS; word++) {
        for (uint64_t one = 1; one < many; one++) differ |= states[one][word] ^ states[0][word];
        if (differ) break;
    }
    if (!differ) return;
    int shift = 63 - __builtin_clzll(differ) - 7;
    if (shift < 0) shift = 0;
    uint64_t starts[257] = {0}, at[256];
    for (uint64_t one = 0; one < many; one++) starts[(states[one][word] >> shift & 0xFF) + 1]++;
    for (int digit = 0; digit < 256; digit++) at[digit] = starts[digit + 1] += starts[digit];
    memmove(at + 1, at, 255 * sizeof *at);
    at[0] = 0;
    for (uint64_t one = 0; one < many; one++) {
        memcpy(scratch[at[states[one][word] >> shift & 0xFF]++], states[one], STATE_BYTES);
    }
    memcpy(states, scratch, many * STATE_BYTES);
    for (int digit = 0; digit < 256; digit++) {
        uint64_t from = starts[digit], to = starts[digit + 1];
        if (to - from > 1) sort_states(states + from, scratch + from, to - from, word);
    }
}
