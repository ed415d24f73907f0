/* Rows of the tables that say how factors of a group of literal maps act on the slots of a state. */

#define MARK 0x80000000u
#define KEPT UINT32_MAX

/* Of a factor that is all symmetries of a tree: a slot and the cell of it; where the tables of its codes begin. */
typedef struct {
    uint32_t slot, cell, into, values, mark, marks;
} place_t;

/* A code that is a bit at a cell. */
typedef struct {
    uint32_t code, cell;
} mark_t;

/* So many nodes in a row, each with its cells. */
typedef struct {
    uint32_t start, count, width;
} row_t;

/* Of a factor whose elements are tables: how many slots it touches, and where they stand in the table of such; where the
   tables of the first element begin; how long the table of codes is for each element. */
typedef struct {
    uint32_t length, slots, sources, recodings, literals;
} factor_t;

/* Elements of a factor, one for each coset of the next subgroup in a chain, and the places that this one leaves. */
typedef struct {
    uint32_t element, elements, place, places;
} rank_t;

typedef struct {
    uint32_t factor, rank, ranks, order;
} chain_t;
