/* What a server costs that does nothing: every message is written to an SQLite file, with one
 * commit for all that came in one turn of the loop, and then sent back. The same libraries in the
 * same way as server/, so that the difference is ours. */
#include "bench/server/bare.h"

#include <libwebsockets.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { MESSAGE = 4096, BATCH = 65536 };

struct socket {
    struct lws *wsi;
    size_t size;
    unsigned char bytes[LWS_PRE + MESSAGE];
};

static struct {
    uv_loop_t loop;
    uv_check_t after;
    sqlite3 *db;
    sqlite3_stmt *begin, *add, *commit;
    struct socket *batch[BATCH];
    int batched;
} bare;

static void run(sqlite3_stmt *s)
{
    if (sqlite3_step(s) != SQLITE_DONE)
        abort();
    sqlite3_reset(s);
}

static void on_after(uv_check_t *handle)
{
    (void)handle;
    if (!bare.batched)
        return;
    run(bare.begin);
    for (int i = 0; i < bare.batched; i++) {
        struct socket *x = bare.batch[i];
        sqlite3_bind_text(bare.add, 1, (char *)x->bytes + LWS_PRE, (int)x->size, SQLITE_STATIC);
        run(bare.add);
    }
    run(bare.commit);
    for (int i = 0; i < bare.batched; i++)
        lws_callback_on_writable(bare.batch[i]->wsi);
    bare.batched = 0;
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t size)
{
    struct socket *x = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        x->wsi = wsi;
        x->size = 0;
        return 0;
    case LWS_CALLBACK_RECEIVE:
        if (size > MESSAGE || bare.batched == BATCH)
            return -1;
        memcpy(x->bytes + LWS_PRE, in, size);
        x->size = size;
        bare.batch[bare.batched++] = x;
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (x->size && lws_write(wsi, x->bytes + LWS_PRE, x->size, LWS_WRITE_TEXT) < 0)
            return -1;
        x->size = 0;
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, size);
    }
}

static void open_file(const char *path)
{
    if (sqlite3_open(path, &bare.db) != SQLITE_OK ||
        sqlite3_exec(bare.db,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                     "CREATE TABLE moves (number INTEGER PRIMARY KEY, line TEXT)",
                     NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(bare.db, "BEGIN IMMEDIATE", -1, &bare.begin, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(bare.db, "INSERT INTO moves (line) VALUES (?1)", -1, &bare.add, NULL) !=
            SQLITE_OK ||
        sqlite3_prepare_v2(bare.db, "COMMIT", -1, &bare.commit, NULL) != SQLITE_OK)
        abort();
}

void bare_run(const char *path, int port, void (*listening)(void *context, int port), void *context)
{
    static const struct lws_protocols protocols[] = {
        {.name = "pairs-1",
         .callback = on_socket,
         .per_session_data_size = sizeof(struct socket),
         .rx_buffer_size = MESSAGE},
        {0},
    };
    void *loops[] = {&bare.loop};
    open_file(path);
    uv_loop_init(&bare.loop);
    uv_check_init(&bare.loop, &bare.after);
    uv_check_start(&bare.after, on_after);
    struct lws_context_creation_info info = {.port = port,
                                             .iface = "127.0.0.1",
                                             .protocols = protocols,
                                             .gid = -1,
                                             .uid = -1,
                                             .foreign_loops = loops,
                                             .options = LWS_SERVER_OPTION_LIBUV};
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context *c = lws_create_context(&info);
    if (!c)
        abort();
    listening(context, lws_get_vhost_listen_port(lws_get_vhost_by_name(c, "default")));
    uv_run(&bare.loop, UV_RUN_DEFAULT);
}
