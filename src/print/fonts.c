#include "print/inside.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangofc-fontmap.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FONTS_MAX = 8 };

/* Fonts are read from files by their names. Ours have none but those of their descriptors, which
 * stay open: cairo remembers a font by the name of its file. The map stays, too, since pango keeps
 * hold of one that something was shown with; its fonts go each time. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t taken = PTHREAD_MUTEX_INITIALIZER;
static char paths[FONTS_MAX][32];
static PangoFontMap *map;

static void open_files(void)
{
    int count = 0;
    for (const struct asset *a = assets; a->name && count < FONTS_MAX; a++) {
        if (!strstr(a->name, ".ttf"))
            continue;
        int file = memfd_create(a->name, MFD_CLOEXEC);
        if (file >= 0 && write(file, a->bytes, a->size) == (ssize_t)a->size)
            snprintf(paths[count++], sizeof *paths, "/proc/self/fd/%d", file);
    }
    map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
}

PangoFontMap *fonts_take(void)
{
    FcConfig *config = FcConfigCreate();
    bool fine = config;
    pthread_once(&once, open_files);
    for (int i = 0; fine && i < FONTS_MAX && *paths[i]; i++)
        fine = FcConfigAppFontAddFile(config, (const FcChar8 *)paths[i]);
    pthread_mutex_lock(&taken);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
    if (config)
        FcConfigDestroy(config); /* the map has it now */
    return map;
}

void fonts_give_back(void)
{
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), NULL);
    pthread_mutex_unlock(&taken);
}
