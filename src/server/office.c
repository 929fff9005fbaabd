#include "server/office.h"

#include <signal.h>
#include <stdlib.h>

static void on_hangup(uv_signal_t *handle, int number)
{
    struct office *o = handle->data;
    struct error e = {0};
    (void)number;
    if (!tls_reload(o->server, &e))
        log_tell(LOG_ERROR, "not-reloaded", "The certificate stays as it was: {why}",
                 (struct fact[]){{"why", e.text, 0}, {0}});
}

bool office_open(struct server *s, struct error *e)
{
    struct office *o = calloc(1, sizeof *o);
    s->office = o;
    if (!o)
        return error_no_memory(e);
    o->server = s;
    o->began = server_now(s);
    o->roll = roll_open(s->settings.data, e);
    uv_signal_init(&s->loop, &o->hangup);
    o->hangup.data = o;
    uv_signal_start(&o->hangup, on_hangup, SIGHUP);
    bool fine = o->roll && welcome_read(o, e) && metrics_open(o, e);
    if (fine)
        admin_open(o);
    return fine;
}

void office_drain(struct office *o, int64_t until)
{
    struct server *s = o->server;
    o->draining = true;
    o->drain_until = until;
    for (struct session *x = s->sessions; x; x = x->next)
        govern_tell(x->visitor, N_("This server stops soon: games that go on are played to their "
                                   "end, and no other begins."));
    log_tell(LOG_NOTE, "draining", "No new game begins; {playing} go on.",
             (struct fact[]){{"playing", NULL, govern_playing(s->hall)}, {0}});
}

void office_tick(struct server *s)
{
    struct office *o = s->office;
    bool over = o->draining &&
                (!govern_playing(s->hall) || (o->drain_until && server_now(s) >= o->drain_until));
    if (over && !s->stopping)
        server_stop(s);
}

void office_close(struct server *s)
{
    struct office *o = s->office;
    if (!o)
        return;
    callers_close(&o->admin);
    callers_close(&o->metrics);
    amend_stop(o);
    uv_close((uv_handle_t *)&o->hangup, NULL);
}

void office_free(struct server *s)
{
    struct office *o = s->office;
    if (!o)
        return;
    roll_close(o->roll);
    free(o->rule);
    free(o);
    s->office = NULL;
}
