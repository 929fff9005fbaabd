#include "print/inside.h"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include <pango/pangofc-fontmap.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include FT_TRUETYPE_TABLES_H

static pthread_once_t once = PTHREAD_ONCE_INIT;
static FcConfig *config;

/* The font as a page has it is packed (WOFF2), which pango cannot read. FreeType unpacks it. NULL if
 * that fails. */
static unsigned char *unpack(const struct asset *a, FT_ULong *size)
{
    FT_Library library;
    FT_Face face;
    unsigned char *font = NULL;
    if (FT_Init_FreeType(&library))
        return NULL;
    if (!FT_New_Memory_Face(library, (const FT_Byte *)a->bytes, (FT_Long)a->size, 0, &face)) {
        *size = 0;
        FT_Load_Sfnt_Table(face, 0, 0, NULL, size);
        font = malloc(*size);
        if (font && FT_Load_Sfnt_Table(face, 0, 0, font, size)) {
            free(font);
            font = NULL;
        }
    }
    FT_Done_FreeType(library); /* and the face */
    return font;
}

/* Fonts are read from files by their names. These have none but that of their descriptor, which
 * stays open: cairo remembers a font by the name of its file. */
static bool add_font(const struct asset *a)
{
    char path[64];
    FT_ULong size;
    unsigned char *font = unpack(a, &size);
    int file = memfd_create(a->name, MFD_CLOEXEC);
    bool fine = font && file >= 0 && write(file, font, size) == (ssize_t)size;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    free(font);
    return fine && FcConfigAppFontAddFile(config, (const FcChar8 *)path);
}

static void load(void)
{
    config = FcConfigCreate();
    for (const struct asset *a = assets; config && a->name; a++)
        if (strstr(a->name, ".woff2") && !add_font(a)) {
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
