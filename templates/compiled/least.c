/* The least image of cells under all elements of a factor, along a chain of stabilisers: a rank has an element for each
   coset of the next subgroup, which leaves the cells alone that are compared at the rank. Images that are the same are
   followed once, with the number of elements that lead to them. */

#define FEW_BUCKETS 32

typedef struct {
    slot_t *vectors;
    uint64_t *weights;
    uint32_t count, room;
} images_t;

static THREAD images_t least_images[2];
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

static void no_images(images_t *images) {
    images->count = 0;
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
}

static void add_image(images_t *images, const slot_t *vector, uint64_t weight, uint32_t length) {
    if (images->count == images->room) more_room(images);
    if (bucket_count < 2 * images->count) more_buckets(images, length);
    uint32_t place = vector_hash(vector, length) % bucket_count;
    for (; buckets[place]; place = (place + 1) % bucket_count) {
        uint32_t known = buckets[place] - 1;
        if (memcmp(images->vectors + (uint64_t)known * length, vector, length * sizeof *vector)) continue;
        images->weights[known] += weight;
        return;
    }
    buckets[place] = images->count + 1;
    memcpy(images->vectors + (uint64_t)images->count * length, vector, length * sizeof *vector);
    images->weights[images->count++] = weight;
}

/* The images under the elements of a rank that are least in the cells which are fixed from there on. */
static void follow_rank(uint32_t length, const rank_t *rank, const images_t *from, images_t *to) {
    slot_t image[MOST_CELLS];
    no_images(to);
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
            if (order < 0) no_images(to);
            for (uint32_t cell = 0; cell < length; cell++) image[cell] = vector[source[cell]];
            add_image(to, image, from->weights[at], length);
        }
    }
}

/* The least image of a factor's cells, and how many elements lead to it. */
static const slot_t *least_image(const chain_t *chain, uint64_t *weight) {
    images_t *from = least_images, *to = least_images + 1;
    no_images(from);
    add_image(from, cells + chain->start, 1, chain->length);
    for (uint32_t at = 0; at < chain->ranks; at++) {
        follow_rank(chain->length, ranks + chain->rank + at, from, to);
        images_t *next = from;
        from = to;
        to = next;
    }
    *weight = from->weights[0];
    return from->vectors;
}

static void make_least(void) {
    uint64_t weight;
    for (const chain_t *chain = chains; chain < chains + CHAINS; chain++)
        memcpy(cells + chain->start, least_image(chain, &weight), chain->length * sizeof *cells);
}

static orbit_t least_orbit(void) {
    uint64_t weight;
    orbit_t orbit = 1;
    for (const chain_t *chain = chains; chain < chains + CHAINS; chain++) {
        least_image(chain, &weight);
        orbit *= chain->order / weight;
    }
    return orbit;
}
