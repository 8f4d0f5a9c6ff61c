#include "CAllocations.h"

#include <errno.h>
#include <stddef.h>

/* The names under which glibc has its own, for those who replace them. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local unsigned long count;

unsigned long hk_allocation_count(void) { return count; }

/* The thread sanitizer has its own, and is not ready for these when they are called first: with it
   nothing is counted. */
#if !defined(__has_feature) || !__has_feature(thread_sanitizer)

void *malloc(size_t size)
{
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
    count++;
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size)
{
    count++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    *memory = memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

#endif
