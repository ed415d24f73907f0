#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What each thread has for itself. */
#define THREAD _Thread_local

/* What a model and a search have of each other; where they are compiled apart, it is seen from outside. */
#ifndef SHARED
#define SHARED static
#endif

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* How a guard, a condition or a body ends; a guard or condition also with 0 or 1, its truth value. */
#define DONE 0
#define FAULTED 2
#define DROPPED 3
/* A function that ends without a result: an error at the place where it is called. */
#define ENDED 4

/* The value of an expression that has none; no type of a variable has this one. */
#define UNDEFINED INT64_MIN

enum question_kind { NEVER, INITIALLY, REACHED };

SHARED THREAD uint32_t depth;
