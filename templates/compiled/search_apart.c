#define SHARED
#include "libraries.c"
#include "prelude.c"
#include "room.c"
#define PADDED MOST_SLOTS
typedef unsigned __int128 orbit_t;
SHARED THREAD int several_stored;
#include "working.c"
#include "interface.c"
#define WIDTH model.width
#define RULES model.rule_count
#define CONDITIONS model.condition_count
#define ATOMS model.atom_count
#define QUESTIONS model.question_count
#define FAIR model.fair_count
#define STUTTERING model.stuttering
#define DEADLOCKS model.deadlocks
#define ASSUMPTIONS model.assuming
#define SYMMETRIC model.symmetric
#define ORBIT_SIZES model.orbit_sizes
#define SEVERAL 0
#define GIVEN_STARTS 0
#define fair model.fair
#define question_kinds model.question_kinds
#define starts() model.starts()
#define rules() model.rules()
#define conditions() model.conditions()
#define assumptions(state) model.assumptions(state)
#define asked(question) model.asked(question)
#define pack(state, packed) model.pack(state, packed)
#define unpack(packed, state) model.unpack(packed, state)
#define order_multisets(state) model.order_multisets(state)
#define canonicalise(state) model.canonicalise(state)
#define orbit_size(state) model.orbit_size(state)
#include "search.c"
