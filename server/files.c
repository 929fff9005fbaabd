/* The page for people who come with a browser: files that tools/page has made, built in. */
#include "server/inside.h"

#include <stdio.h>
#include <string.h>

enum { ENCODING_BYTES = 256 }; /* of Accept-Encoding that are looked at */

static const char *const encoding_names[FILE_ENCODINGS] = {
    [FILE_BROTLI] = "br", [FILE_GZIP] = "gzip", [FILE_PLAIN] = ""};

static const struct file *find(const char *path)
{
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;
    for (const struct file *f = page_files; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

/* Whether a list as "gzip, br;q=0.5" has a name, and does not say that it is unwanted. */
static bool is_taken(const char *list, const char *name)
{
    while (*list) {
        list += strspn(list, " ,");
        size_t size = strcspn(list, ","), word = strcspn(list, ",; ");
        if (word == strlen(name) && strncasecmp(list, name, word) == 0) {
            const char *quality = memmem(list, size, "q=", 2);
            return !quality || strtod(quality + 2, NULL) > 0;
        }
        list += size;
    }
    return false;
}

/* The smallest that the one who asks can read. What is not made smaller by it has no encoding. */
static enum file_encoding choose(struct lws *wsi, const struct file *f)
{
    char taken[ENCODING_BYTES] = "";
    lws_hdr_copy(wsi, taken, sizeof taken, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    for (int i = 0; i < FILE_PLAIN; i++)
        if (f->as[i].size && is_taken(taken, encoding_names[i]))
            return (enum file_encoding)i;
    return FILE_PLAIN;
}

bool page_file(struct lws *wsi, const char *path, struct page *p)
{
    const struct file *f = find(path);
    if (!f)
        return false;
    enum file_encoding i = choose(wsi, f);
    *p = (struct page){.status = 200, .type = f->type, .file = f, .lent = f->as[i]};
    p->encoding = encoding_names[i];
    snprintf(p->tag, sizeof p->tag, "\"%s%s\"", f->tag, p->encoding);
    return true;
}
