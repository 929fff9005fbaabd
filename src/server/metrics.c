/* What the server tells of itself for Prometheus, on a listener of its own: nobody else's business,
 * and there while others keep the main one busy. */
#include "server/company.h"
#include "server/office.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* --- Histograms ------------------------------------------------------------------------------- */

static const double bounds[MEASURE_BOUNDS] = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                              0.05,   0.1,   0.25,   0.5,   1,    2.5};

void measure(struct histogram *h, uint64_t since)
{
    double seconds = (double)(uv_hrtime() - since) / 1e9;
    int i = 0;
    while (i < MEASURE_BOUNDS && seconds > bounds[i])
        i++;
    h->count[i]++;
    h->sum += seconds;
}

void measure_http(struct measures *m, int status)
{
    int i = 0;
    while (i < MEASURE_CODES - 1 && m->http[i].status && m->http[i].status != status)
        i++;
    m->http[i].status = status;
    m->http[i].count++;
}

/* --- The text --------------------------------------------------------------------------------- */

static void head(struct text *out, const char *name, const char *type, const char *help)
{
    text_add(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void count(struct text *out, const char *name, const char *help, uint64_t value)
{
    bool grows = strlen(name) > 6 && strcmp(name + strlen(name) - 6, "_total") == 0;
    char whole[64];
    snprintf(whole, sizeof whole, "pairs_%s", name);
    head(out, whole, grows ? "counter" : "gauge", help);
    text_add(out, "%s %llu\n", whole, (unsigned long long)value);
}

static void add_histogram(struct text *out, const char *name, const char *help,
                          const struct histogram *h)
{
    uint64_t sum = 0;
    head(out, name, "histogram", help);
    for (int i = 0; i < MEASURE_BOUNDS; i++)
        text_add(out, "%s_bucket{le=\"%g\"} %llu\n", name, bounds[i],
                 (unsigned long long)(sum += h->count[i]));
    sum += h->count[MEASURE_BOUNDS];
    text_add(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %g\n%s_count %llu\n", name,
             (unsigned long long)sum, name, h->sum, name, (unsigned long long)sum);
}

static void add_counts(const struct server *s, struct text *out)
{
    const struct counts *c = &s->counts;
    count(out, "tables", "Tables that are open.", (uint64_t)hall_tables(s->hall));
    count(out, "tables_awake", "Tables that are in memory.", (uint64_t)hall_awake(s->hall));
    count(out, "tables_playing", "Tables where a game goes on and people are.",
          (uint64_t)govern_playing(s->hall));
    count(out, "visitors", "Connections that are open.", (uint64_t)hall_visitors(s->hall));
    count(out, "bots_waiting", "Decisions that bots work on or wait for a thread with.",
          (uint64_t)crew_count(s->crew, TRADE_BOT, 0));
    count(out, "connections_total", "Connections since the start.", c->connections);
    count(out, "messages_total", "Messages of clients.", c->messages);
    count(out, "received_bytes_total", "Bytes of these.", c->bytes_in);
    count(out, "sent_bytes_total", "Bytes of messages to clients.", c->bytes_out);
    count(out, "entries_total", "Entries that were kept.", c->entries);
    count(out, "commits_total", "Times that the disk was waited for.", c->commits);
    count(out, "cut_off_total", "Clients that were cut off.", c->cut_off);
    count(out, "hurried_total", "Decisions of bots that had no time to think.", c->hurried);
    count(out, "trouble", "Whether nothing can be kept now.", s->troubled || company_is_cut_off(s));
    count(out, "draining", "Whether no new game begins.", s->office->draining);
    if (s->company)
        count(out, "links", "Other servers of the database that are reached.",
              (uint64_t)links_up(&s->company->links));
    count(out, "bans", "Bans and mutes that hold.", (uint64_t)s->office->rules);
}

static void add_files(const struct server *s, struct text *out)
{
    struct stat data = {0}, log = {0};
    char path[SERVER_TEXT + 8];
    snprintf(path, sizeof path, "%s-wal", s->settings.data);
    if (stat(s->settings.data, &data) == 0) {
        stat(path, &log);
        count(out, "data_bytes", "Size of the data file.", (uint64_t)data.st_size);
        count(out, "data_log_bytes", "Size of the log beside it.", (uint64_t)log.st_size);
    }
    head(out, "pairs_start_time_seconds", "gauge", "When it started, since 1970.");
    text_add(out, "pairs_start_time_seconds %.3f\n", (double)s->office->began / 1000);
    head(out, "pairs_build_info", "gauge", "Which version runs.");
    text_add(out, "pairs_build_info{version=\"%s\"} 1\n", PAIRS_VERSION);
}

static void write_metrics(const struct server *s, struct text *out)
{
    const struct measures *m = &s->measures;
    add_counts(s, out);
    head(out, "pairs_http_responses_total", "counter", "Answers to requests, by status.");
    for (int i = 0; i < MEASURE_CODES && m->http[i].status; i++)
        text_add(out, "pairs_http_responses_total{code=\"%d\"} %llu\n", m->http[i].status,
                 (unsigned long long)m->http[i].count);
    add_histogram(out, "pairs_answer_seconds", "From a command to its answer.", &m->answers);
    add_histogram(out, "pairs_commit_seconds", "How long the disk took.", &m->commits);
    add_histogram(out, "pairs_bot_seconds", "From a bot's turn to its decision.", &m->thoughts);
    add_files(s, out);
}

/* --- The listener ----------------------------------------------------------------------------- */

static void on_asked(struct caller *c, const char *question)
{
    static const char path[] = "GET /metrics";
    const struct office *o = caller_at(c)->to;
    struct text body = {0}, out = {0};
    bool known = strncmp(question, path, strlen(path)) == 0 && strchr(" ?", question[strlen(path)]);
    if (known)
        write_metrics(o->server, &body);
    else
        text_add(&body, "There is nothing here but /metrics.\n");
    text_add(&out,
             "HTTP/1.1 %s\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
             "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
             known ? "200 OK" : "404 Not Found", body.size, text_of(&body));
    caller_answer(c, text_of(&out));
    text_free(&body);
    text_free(&out);
}

bool metrics_open(struct office *o, struct error *e)
{
    const struct server_settings *set = &o->server->settings;
    if (!set->metrics_address[0])
        return true;
    o->metrics = (struct callers){.end = "\r\n\r\n", .heard = on_asked, .to = o};
    int port =
        callers_listen(&o->metrics, &o->server->loop, set->metrics_address, set->metrics_port);
    if (!port)
        return error_set(
            e, "nothing can listen on %s:%d; see that the address is ours and the port is free",
            set->metrics_address, set->metrics_port);
    log_tell(LOG_NOTE, "metrics", "Metrics are on {address} port {port}.",
             (struct fact[]){{"address", set->metrics_address, 0}, {"port", NULL, port}, {0}});
    return true;
}
