#include "cli/job.h"

#include "cli/thread.h"

#include <sys/eventfd.h>
#include <unistd.h>

bool job_open(struct job *j)
{
    *j = (struct job){.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    return j->fd >= 0;
}

void job_done(struct job *j)
{
    atomic_store(&j->ready, true);
    eventfd_write(j->fd, 1);
}

static void *work(void *context)
{
    struct job *j = context;
    j->run(j->context);
    job_done(j);
    return NULL;
}

void job_begin(struct job *j, void run(void *), void *context)
{
    j->run = run;
    j->context = context;
    j->threaded = thread_start(&j->thread, work, j);
    if (!j->threaded)
        work(j);
}

bool job_ready(const struct job *j)
{
    return atomic_load(&j->ready);
}

void job_wait(struct job *j)
{
    if (j->threaded)
        pthread_join(j->thread, NULL);
    j->threaded = false;
}

void job_end(struct job *j)
{
    eventfd_t count;
    atomic_store(&j->stop, true);
    job_wait(j);
    atomic_store(&j->stop, false);
    atomic_store(&j->ready, false);
    eventfd_read(j->fd, &count);
}

void job_close(struct job *j)
{
    if (j->fd < 0)
        return;
    job_end(j);
    close(j->fd);
    j->fd = -1;
}
