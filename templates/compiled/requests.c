/* Paths by the indices of states, as they are asked for. */

/* The path to a state along predecessors. */
static void follow_to(uint32_t index) {
    uint32_t length = 1;
    for (uint32_t at = index; predecessors[at] != NOWHERE; at = predecessors[at]) length++;
    uint32_t (*path)[2] = malloc(length * sizeof *path);
    if (!path) failed("memory");
    for (uint32_t place = length, at = index; place--; at = predecessors[at]) path[place][0] = at, path[place][1] = NOWHERE;
    follow(path, length, NOWHERE);
    free(path);
}

/* Requests, one a line: `to INDEX`, or `along LOOP LENGTH INDEX RULE INDEX RULE ...`, where -1 is no loop or any rule. */
static void serve(void) {
    char word[8];
    while (scanf("%7s", word) == 1) {
        int64_t loop, length, index, rule;
        if (!strcmp(word, "to") && scanf("%" SCNd64, &index) == 1) {
            if (index < 0 || index >= count) failed("request");
            follow_to((uint32_t)index);
        } else if (!strcmp(word, "along") && scanf("%" SCNd64 "%" SCNd64, &loop, &length) == 2) {
            uint32_t (*path)[2] = malloc((size_t)length * sizeof *path);
            if (!path) failed("memory");
            for (int64_t place = 0; place < length; place++) {
                if (scanf("%" SCNd64 "%" SCNd64, &index, &rule) != 2) failed("request");
                path[place][0] = (uint32_t)index;
                path[place][1] = rule < 0 ? NOWHERE : (uint32_t)rule;
            }
            follow(path, (uint32_t)length, loop < 0 ? NOWHERE : (uint32_t)loop);
            free(path);
        } else {
            failed("request");
        }
    }
}
