/* Rows of the tables that say how factors of a group of literal maps act on the slots of a state. */

#define MARK 0x80000000u

/* A slot and the cell of it; where the tables of its codes begin. */
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

/* Elements, one for each coset of the next subgroup in a chain, and the cells that this one leaves and those before do
   not: an element says for each cell which one comes there. */
typedef struct {
    uint32_t source, elements, cell, cells;
} rank_t;

/* A factor of which least images are taken: its cells, its ranks and the number of its elements, in two halves. */
typedef struct {
    uint32_t start, length, rank, ranks;
    uint64_t upper, lower;
} chain_t;

#define ORDER(chain) ((orbit_t)(chain)->upper << 64 | (chain)->lower)
