#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* What each thread has for itself. */
#define THREAD _Thread_local

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

static THREAD uint32_t depth;
