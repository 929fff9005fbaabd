/* The page for people who come with a browser: files that tools/build/page.py has made, built in.
 */
#include "server/inside.h"

#include <string.h>

static const struct file *find(const char *path)
{
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;
    for (const struct file *f = page_files; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

bool page_file(const struct request *q, struct page *p)
{
    const struct file *f = find(q->path);
    if (!f)
        return false;
    p->status = 200;
    p->type = f->type;
    p->file = f;
    page_lend(q, p, f->as, f->tag);
    return true;
}
