/* Rows of the tables that say how permutations of scalarsets act on the slots of a state.

   The elements of all scalarsets have numbers in a row. An axis is a dimension of arrays that has an element's part at
   each `stride`; a family is all slots that permutations may carry into one another, `length` times in a row; a bag is
   the multisets that they may carry into one another, and the families and bags of its entries are those of a scope.
   The state's own are those of scope 0. `sets` are the scalarsets whose permutations matter, as bits.
   `element_of[kind_start[kind] + code]` is the element that a value stands for, or NONE; kind 0 has none. */

typedef uint16_t element_t;

typedef struct {
    element_t first, size;
    uint32_t stride;
} axis_t;

typedef struct {
    uint32_t base, length, kind, axes, axis;
    uint64_t sets, weight;
} family_t;

typedef struct {
    uint32_t base, size, width, scope, axes, axis;
    uint64_t sets, weight;
} bag_t;

typedef struct {
    uint32_t family, families, bag, bags;
} scope_t;
