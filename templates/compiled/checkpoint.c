/* The search as a file between two states that it expands, from which it goes on later. */
static const char *checkpoint_path, *resume_path;
static double checkpoint_seconds = 60;
static uint64_t model_hash;

static void open_frontier(void) {}
static void next_level(void) {}
static void load(void) {}
static void save(void) {}
static void again(void) {}
