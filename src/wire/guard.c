#include "wire/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the guard has them: the link is the command's standard output already. */
enum { LINE = STDIN_FILENO, LINK = STDOUT_FILENO };

enum {
    PATIENCE = 2000, /* milliseconds for a guard that somebody may have stopped */
    LIST = 4096,     /* bytes of a list of children */
};

/* --- In the guard -------------------------------------------------------------------------------
 *
 * It is the copy of a process with several threads: up to its end it does nothing but calls of the
 * system. All signals stay blocked, so that none of those that end this program ends the guard. */

/* As after the start of any program: no handler of ours is left, and what we ignore is not ignored,
 * except what was so before us. */
static void usual_signals(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL}, was;
    for (int i = 1; i < NSIG; i++)
        if (sigaction(i, NULL, &was) == 0 &&
            (was.sa_handler != SIG_IGN || i == SIGPIPE || i == SIGXFSZ || i == SIGCHLD))
            sigaction(i, &usual, NULL);
}

/* The command itself, which tells of itself before it runs: later it may have stopped its guard. It
 * goes with the guard, should somebody kill that one. */
_Noreturn static void run(const char *command)
{
    pid_t self = getpid();
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (send(LINE, &self, sizeof self, MSG_NOSIGNAL) > 0 && dup2(LINK, STDIN_FILENO) >= 0) {
        sigprocmask(SIG_SETMASK, &none, NULL);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    }
    _exit(127);
}

/* The command stays unreaped, so that its group can be nobody else's; orphans need no group. */
static bool has_ended(pid_t command)
{
    siginfo_t child = {0};
    while (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0 && child.si_pid) {
        if (child.si_pid == command)
            return true;
        waitpid(child.si_pid, NULL, 0);
        child.si_pid = 0;
    }
    return false;
}

/* Returns when the command has ended, or the line. */
static void watch(pid_t command)
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    struct pollfd on[] = {{.fd = LINE, .events = POLLIN},
                          {.fd = signalfd(-1, &child, SFD_NONBLOCK), .events = POLLIN}};
    struct signalfd_siginfo told;
    while (!on[0].revents && !has_ended(command)) {
        poll(on, 2, -1);
        while (read(on[1].fd, &told, sizeof told) > 0)
            ;
    }
}

/* False if they cannot be told. */
static bool kill_children(void)
{
    char list[LIST];
    int from = open("/proc/thread-self/children", O_RDONLY);
    ssize_t size = from < 0 ? -1 : read(from, list, sizeof list);
    close(from);
    pid_t child = 0;
    for (ssize_t i = 0; i < size; i++) {
        if (list[i] == ' ') { /* only now is it whole */
            kill(child, SIGKILL);
            child = 0;
        } else {
            child = 10 * child + list[i] - '0';
        }
    }
    return size > 0;
}

/* Who has left the command's group becomes a child of the guard when its parents are dead. */
static void kill_all(pid_t command)
{
    kill(-command, SIGKILL);
    while (kill_children())
        waitpid(-1, NULL, 0);
}

/* Holds nothing but its line, or the lines of other guards would not end with this program. It also
 * leaves the group of this program, which may be killed as a whole. */
_Noreturn static void guard(const char *command, int link, int line)
{
    setpgid(0, 0);
    prctl(PR_SET_NAME, "bot-guard");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    usual_signals();
    dup2(line, LINE);
    dup2(link, LINK);
    closefrom(STDERR_FILENO + 1);
    pid_t child = _Fork(), why = -errno;
    if (child == 0)
        run(command);
    closefrom(LINE + 1);
    if (child > 0) {
        setpgid(child, child); /* both do it: so it is done, whoever comes first */
        watch(child);
        kill_all(child);
    } else {
        send(LINE, &why, sizeof why, MSG_NOSIGNAL);
    }
    _exit(0);
}

/* --- In this program -------------------------------------------------------------------------- */

/* Forks where no handler of ours can run in the child. */
static pid_t fork_blocked(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    int why = errno;
    if (pid)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return pid;
}

static void reap(struct guard *g)
{
    while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close(g->line);
    g->pid = 0;
}

/* Hears from the guard whether the command runs. */
static bool hear(struct guard *g, struct error *e)
{
    ssize_t size;
    while ((size = recv(g->line, &g->command, sizeof g->command, MSG_WAITALL)) < 0 &&
           errno == EINTR)
        ;
    if (size == sizeof g->command && g->command > 0)
        return true;
    reap(g);
    return error_set(e, "cannot be started: %s",
                     size == sizeof g->command ? error_reason(e, -g->command)
                                               : error_words(e, "its guard is gone"));
}

bool guard_start(struct guard *g, const char *command, int link, struct error *e)
{
    int line[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0)
        return error_set(e, "cannot be guarded: %s", error_reason(e, errno));
    *g = (struct guard){.pid = fork_blocked(), .line = line[0]};
    if (g->pid == 0)
        guard(command, link, line[1]);
    int why = errno;
    close(line[1]);
    if (g->pid > 0)
        return hear(g, e);
    g->pid = 0;
    close(line[0]);
    return error_set(e, "cannot be started: %s", error_reason(e, why));
}

void guard_end(struct guard *g)
{
    struct pollfd end = {.fd = g->line, .events = POLLIN};
    int ended;
    if (!g->pid)
        return;
    shutdown(g->line, SHUT_WR);
    while ((ended = poll(&end, 1, PATIENCE)) < 0 && errno == EINTR)
        ;
    if (ended <= 0) { /* its command has stopped it, or cannot die */
        kill(-g->command, SIGKILL);
        kill(g->pid, SIGKILL);
    }
    reap(g);
}
