/* The least image of cells under all elements of a factor, along a chain of stabilisers: a rank has an element for each
   coset of the next subgroup, which leaves the cells alone that are compared at the rank. Images that are the same are
   followed once, with the number of elements that lead to them. Where there are too many of them the rest is left out:
   then an orbit may have several representatives. */

#define FEW_BUCKETS 32

/* `left_out` is whether some images are missing, of this rank or one before. */
typedef struct {
    slot_t *vectors;
    orbit_t *weights;
    uint32_t *elements;
    uint32_t count, room;
    int left_out;
} images_t;

static THREAD images_t least_images[2];
#if SEVERAL
/* For paths, the element that led to the image chosen last: the source of each cell of a factor, among these cells. */
static THREAD uint32_t led_from[CELLS];
#endif
static THREAD uint32_t *buckets;
static THREAD uint32_t bucket_count, bucket_room;

static uint32_t vector_hash(const slot_t *vector, uint32_t length) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (uint32_t at = 0; at < length; at++) {
        hash = (hash ^ vector[at]) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

/* So many empty buckets. */
static void open_buckets(uint32_t number) {
    if (number > bucket_room) {
        bucket_room = number;
        buckets = realloc(buckets, bucket_room * sizeof *buckets);
        if (!buckets) abort();
    }
    bucket_count = number;
    memset(buckets, 0, bucket_count * sizeof *buckets);
}

static void no_images(images_t *images, int left_out) {
    images->count = 0;
    images->left_out = left_out;
    open_buckets(FEW_BUCKETS);
}

static void more_buckets(const images_t *images, uint32_t length) {
    open_buckets(4 * bucket_count);
    for (uint32_t at = 0; at < images->count; at++) {
        uint32_t place = vector_hash(images->vectors + (uint64_t)at * length, length) % bucket_count;
        while (buckets[place]) place = (place + 1) % bucket_count;
        buckets[place] = at + 1;
    }
}

static void more_room(images_t *images) {
    images->room = images->room ? 2 * images->room : 64;
    images->vectors = realloc(images->vectors, (uint64_t)images->room * MOST_CELLS * sizeof(slot_t));
    images->weights = realloc(images->weights, images->room * sizeof *images->weights);
    if (!images->vectors || !images->weights) abort();
#if SEVERAL
    images->elements = realloc(images->elements, (uint64_t)images->room * MOST_CELLS * sizeof(uint32_t));
    if (!images->elements) abort();
#endif
}

/* Whether the image is a new one, that has been added. */
static int add_image(images_t *images, const slot_t *vector, orbit_t weight, uint32_t length) {
    if (images->count == images->room) more_room(images);
    if (bucket_count < 2 * images->count) more_buckets(images, length);
    uint32_t place = vector_hash(vector, length) % bucket_count;
    for (; buckets[place]; place = (place + 1) % bucket_count) {
        uint32_t known = buckets[place] - 1;
        if (memcmp(images->vectors + (uint64_t)known * length, vector, length * sizeof *vector)) continue;
        images->weights[known] += weight;
        return 0;
    }
    if (images->count == MOST_IMAGES) {
        images->left_out = 1;
        return 0;
    }
    buckets[place] = images->count + 1;
    memcpy(images->vectors + (uint64_t)images->count * length, vector, length * sizeof *vector);
    images->weights[images->count++] = weight;
    return 1;
}

/* The element of the image added last: that of another image, and one of a rank after it. */
static void keep_element(images_t *to, const images_t *from, uint32_t at, const uint32_t *source, uint32_t length) {
#if SEVERAL
    if (!turns_kept) return;
    const uint32_t *before = from->elements + (uint64_t)at * length;
    uint32_t *after = to->elements + (uint64_t)(to->count - 1) * length;
    for (uint32_t cell = 0; cell < length; cell++) after[cell] = before[source[cell]];
#else
    (void)to, (void)from, (void)at, (void)source, (void)length;
#endif
}

/* The images under the elements of a rank that are least in the cells which are fixed from there on. */
static void follow_rank(uint32_t length, const rank_t *rank, const images_t *from, images_t *to) {
    slot_t image[MOST_CELLS];
    no_images(to, from->left_out);
    for (uint32_t at = 0; at < from->count; at++) {
        const slot_t *vector = from->vectors + (uint64_t)at * length;
        const uint32_t *source = sources + rank->source;
        for (uint32_t one = 0; one < rank->elements; one++, source += length) {
            int order = to->count ? 0 : -1;
            for (uint32_t number = 0; !order && number < rank->cells; number++) {
                uint32_t cell = compared[rank->cell + number];
                slot_t value = vector[source[cell]], least = to->vectors[cell];
                order = value < least ? -1 : value > least;
            }
            if (order > 0) continue;
            if (order < 0) no_images(to, from->left_out);
            for (uint32_t cell = 0; cell < length; cell++) image[cell] = vector[source[cell]];
            if (add_image(to, image, from->weights[at], length)) keep_element(to, from, at, source, length);
        }
    }
}

/* The least image of a factor's cells, and how many elements lead to it. */
static const slot_t *least_image(const chain_t *chain, orbit_t *weight) {
    images_t *from = least_images, *to = least_images + 1;
    no_images(from, 0);
    add_image(from, cells + chain->start, 1, chain->length);
#if SEVERAL
    for (uint32_t cell = 0; cell < chain->length; cell++) from->elements[cell] = cell;
#endif
    for (uint32_t at = 0; at < chain->ranks; at++) {
        follow_rank(chain->length, ranks + chain->rank + at, from, to);
        images_t *next = from;
        from = to;
        to = next;
    }
    several_stored |= from->left_out;
#if SEVERAL
    if (turns_kept) memcpy(led_from + chain->start, from->elements, chain->length * sizeof *led_from);
#endif
    *weight = from->weights[0];
    return from->vectors;
}

static void make_least(void) {
    orbit_t weight;
    for (const chain_t *chain = chains; chain < chains + CHAINS; chain++)
        memcpy(cells + chain->start, least_image(chain, &weight), chain->length * sizeof *cells);
}

static inline orbit_t least_orbit(void) {
    orbit_t weight, orbit = 1;
    for (const chain_t *chain = chains; chain < chains + CHAINS; chain++) {
        least_image(chain, &weight);
        orbit *= ORDER(chain) / weight;
    }
    return orbit;
}

#if SEVERAL
static void turn_as_led(void) {
    for (const chain_t *chain = chains; chain < chains + CHAINS; chain++)
        turn_by(chain->start, chain->length, led_from + chain->start);
}
#endif
