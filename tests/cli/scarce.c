/* Memory that runs out: a library to be loaded before the program (LD_PRELOAD). It counts the
 * allocations from the first line of main on, in the program and in the libraries that it uses, and
 * lets some of them fail, as the environment says:
 *
 *     SCARCE_AT=N        the N-th fails
 *     SCARCE_FROM=N      the N-th and all after it fail
 *     SCARCE_COUNT=FILE  where the count is kept, a 64-bit number, which is there even if the
 *                        program is killed
 *     SCARCE_ORDERS=FD   a socket by which runs are ordered (tests/cli/scarce.h): each is a copy of
 * the process as it is before main, which is far quicker than to load it again
 *
 * Programs that this one starts have all the memory they want. To see where one fails, stop a
 * debugger in `scarce_fails`. */
#include "tests/cli/scarce.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The C library's own, under names that nobody takes the place of. */
/* NOLINTBEGIN(*-reserved-identifier,cert-dcl*) */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t items, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long uncounted, *count = &uncounted;
static long at, from;     /* 0: none */
static atomic_bool begun; /* main has begun */

__attribute__((noinline)) void *scarce_fails(void);
void *scarce_fails(void)
{
    errno = ENOMEM;
    return NULL;
}

static bool fails(void)
{
    if (!atomic_load_explicit(&begun, memory_order_relaxed))
        return false;
    long number = atomic_fetch_add(count, 1) + 1;
    return number == at || (from && number >= from);
}

void *malloc(size_t size)
{
    return fails() ? scarce_fails() : __libc_malloc(size);
}

void *calloc(size_t items, size_t size)
{
    return fails() ? scarce_fails() : __libc_calloc(items, size);
}

void *realloc(void *memory, size_t size)
{
    return fails() ? scarce_fails() : __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size)
{
    return fails() ? scarce_fails() : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *got = memalign(alignment, size);
    if (got)
        *memory = got;
    return got ? 0 : ENOMEM;
}

static long number_of(const char *name)
{
    const char *value = getenv(name);
    return value ? strtol(value, NULL, 10) : 0;
}

static void keep_count(const char *path)
{
    int fd = open64(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || ftruncate(fd, sizeof *count) != 0)
        abort();
    void *page = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (page == MAP_FAILED)
        abort();
    close(fd);
    count = page;
}

/* Returns in each run that is ordered. */
static void take_orders(int fd)
{
    struct scarce_order order;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    while (read(fd, &order, sizeof order) == sizeof order) {
        int status = -1;
        pid_t run = fork();
        if (run == 0) {
            close(fd);
            at = order.at;
            from = order.from;
            alarm(order.seconds);
            return;
        }
        if (waitpid(run, &status, 0) != run || write(fd, &status, sizeof status) < 0)
            abort();
    }
    _exit(0);
}

static int (*real_main)(int argc, char **argv, char **envp);

static int scarce_main(int argc, char **argv, char **envp)
{
    const char *path = getenv("SCARCE_COUNT");
    at = number_of("SCARCE_AT");
    from = number_of("SCARCE_FROM");
    if (path)
        keep_count(path);
    unsetenv("LD_PRELOAD");
    if (getenv("SCARCE_ORDERS"))
        take_orders((int)number_of("SCARCE_ORDERS"));
    atomic_store(&begun, true);
    return real_main(argc, argv, envp);
}

typedef int begin(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                  void (*fini)(void), void (*linker)(void), void *stack);
begin __libc_start_main;

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*linker)(void), void *stack)
{
    begin *next;
    *(void **)&next = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = main;
    return next(scarce_main, argc, argv, init, fini, linker, stack);
}
/* NOLINTEND(*-reserved-identifier,cert-dcl*) */
