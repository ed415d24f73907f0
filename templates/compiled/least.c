/* The least image of a state under all elements of a factor, place by place along a chain of stabilisers: a rank has an
   element for each coset of the next subgroup, which leaves what is compared at the rank's places. Images that are the
   same are followed once, with the number of elements that lead to them. */

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
    images->vectors = realloc(images->vectors, (uint64_t)images->room * MOST_TOUCHED * sizeof(slot_t));
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

/* The least images at the places of a rank. */
static void follow_rank(const factor_t *factor, const rank_t *rank, const images_t *from, images_t *to) {
    slot_t image[MOST_TOUCHED];
    uint32_t length = factor->length;
    no_images(to);
    for (uint32_t at = 0; at < from->count; at++) {
        const slot_t *vector = from->vectors + (uint64_t)at * length;
        for (uint32_t one = 0; one < rank->elements; one++) {
            int order = to->count ? 0 : -1;
            for (uint32_t number = 0; !order && number < rank->places; number++) {
                uint32_t place = compared[rank->place + number];
                slot_t code = image_at(factor, rank->element + one, vector, place), least = to->vectors[place];
                order = code < least ? -1 : code > least;
            }
            if (order > 0) continue;
            if (order < 0) no_images(to);
            make_image(image, factor, rank->element + one, vector);
            add_image(to, image, from->weights[at], length);
        }
    }
}

/* Makes a vector its least image, and returns how many elements do that. */
static uint64_t least_image(slot_t *vector, const chain_t *chain) {
    const factor_t *factor = factors + chain->factor;
    images_t *from = least_images, *to = least_images + 1;
    no_images(from);
    add_image(from, vector, 1, factor->length);
    for (uint32_t at = 0; at < chain->ranks; at++) {
        follow_rank(factor, ranks + chain->rank + at, from, to);
        images_t *next = from;
        from = to;
        to = next;
    }
    memcpy(vector, from->vectors, factor->length * sizeof *vector);
    return from->weights[0];
}

static void make_least(slot_t *state) {
    slot_t vector[MOST_TOUCHED];
    for (uint32_t at = 0; at < CHAINS; at++) {
        const factor_t *factor = factors + chains[at].factor;
        gather(vector, factor, state);
        least_image(vector, chains + at);
        scatter(state, factor, vector);
    }
}

static orbit_t least_orbit(const slot_t *state) {
    slot_t vector[MOST_TOUCHED];
    orbit_t orbit = 1;
    for (uint32_t at = 0; at < CHAINS; at++) {
        gather(vector, factors + chains[at].factor, state);
        orbit *= chains[at].order / least_image(vector, chains + at);
    }
    return orbit;
}
