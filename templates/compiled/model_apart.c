#define SHARED extern
#include "model.c"
#include "interface.c"

const struct model model = {
    WIDTH, RULES, CONDITIONS, ATOMS, QUESTIONS, FAIR,
    STUTTERING, DEADLOCKS, ASSUMPTIONS, SYMMETRIC, ORBIT_SIZES,
    fair, question_kinds,
    starts, rules, conditions, assumptions, asked, pack, unpack, order_multisets, canonicalise, orbit_size,
};
