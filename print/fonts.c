#include "print/inside.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangofc-fontmap.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static FcConfig *config;

/* Fonts are read from files by their names. These have none but that of their descriptor, which
 * stays open: cairo remembers a font by the name of its file. */
static bool add_font(const struct asset *a)
{
    char path[64];
    int file = memfd_create(a->name, MFD_CLOEXEC);
    if (file < 0 || write(file, a->bytes, a->size) != (ssize_t)a->size)
        return false;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return FcConfigAppFontAddFile(config, (const FcChar8 *)path);
}

static void load(void)
{
    config = FcConfigCreate();
    for (const struct asset *a = assets; config && a->name; a++)
        if (strstr(a->name, ".ttf") && !add_font(a)) {
            FcConfigDestroy(config);
            config = NULL;
        }
}

PangoFontMap *fonts_new(void)
{
    pthread_once(&once, load);
    if (!config)
        return NULL;
    PangoFontMap *fonts = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(fonts), config);
    return fonts;
}
