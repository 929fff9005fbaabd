#include "hall/name.h"

#include "engine/text.h"

#include <string.h>

enum { JOINS_NOT = 0x200C, JOINS = 0x200D }; /* within words of some scripts, and within emoji */

struct range {
    uint32_t from, to;
};

static bool is_among(const struct range all[], size_t count, uint32_t c)
{
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || (c >= all[i].from && c <= all[i].to);
    return found;
}

static bool is_blank(uint32_t c)
{
    static const struct range blanks[] = {{'\t', '\t'},     {' ', ' '},       {0xA0, 0xA0},
                                          {0x1680, 0x1680}, {0x2000, 0x200A}, {0x202F, 0x202F},
                                          {0x205F, 0x205F}, {0x2800, 0x2800}, {0x3000, 0x3000}};
    return is_among(blanks, sizeof blanks / sizeof *blanks, c);
}

/* What has no width, or fills a place without showing anything. */
static bool is_unseen(uint32_t c)
{
    static const struct range unseen[] = {
        {0xAD, 0xAD},     {0x34F, 0x34F},     {0x61C, 0x61C},     {0x115F, 0x1160},
        {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2060, 0x206F},
        {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
        {0xFFF0, 0xFFFB}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
    };
    return is_among(unseen, sizeof unseen / sizeof *unseen, c);
}

/* What stands on the letter before it. A heap of these reaches into the lines of others. */
static bool is_mark(uint32_t c)
{
    static const struct range marks[] = {
        {0x300, 0x36F}, {0x483, 0x489},   {0x591, 0x5BD},   {0x610, 0x61A},   {0x64B, 0x65F},
        {0xE31, 0xE31}, {0xE34, 0xE3A},   {0xE47, 0xE4E},   {0xEB1, 0xEB1},   {0xEB4, 0xEBC},
        {0xEC8, 0xECE}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F},
    };
    return is_among(marks, sizeof marks / sizeof *marks, c);
}

bool name_clean(char name[])
{
    enum { MARKS_MOST = 2 };
    char *to = name;
    int marks = MARKS_MOST; /* since the last letter; before the first there is none to stand on */
    bool gap = false, seen = false;
    if (!text_is_line(name, strlen(name)))
        return false;
    size_t used;
    for (const char *at = name, *end = name + strlen(name); at < end; at += used) {
        uint32_t c = 0;
        used = text_utf8(at, (size_t)(end - at), &c);
        bool joins = (c == JOINS || c == JOINS_NOT || (c >= 0xFE00 && c <= 0xFE0F)) && seen && !gap;
        gap = gap || is_blank(c);
        marks = is_blank(c) ? MARKS_MOST : is_mark(c) ? marks + 1 : is_unseen(c) ? marks : 0;
        if (is_blank(c) || (is_unseen(c) && !joins) || marks > MARKS_MOST)
            continue;
        if (gap && seen)
            *to++ = ' ';
        memmove(to, at, used);
        to += used;
        seen = true;
        gap = false;
    }
    *to = '\0';
    return seen;
}

/* As a small letter, of the scripts that have both and lie in rows: Latin, Greek, Cyrillic. */
static uint32_t small(uint32_t c)
{
    bool apart = (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
                 (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F);
    bool even = (c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177) ||
                (c >= 0x1E00 && c <= 0x1EFF) || (c >= 0x460 && c <= 0x4FF);
    bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    return apart                                    ? c + 32
           : (c >= 0x400 && c <= 0x40F)             ? c + 80
           : (even && !(c & 1)) || (odd && (c & 1)) ? c + 1
                                                    : c;
}

/* The letter without what stands on it, of Latin, Greek and Cyrillic: it may be one character with
 * that or two. */
static uint32_t bare(uint32_t c)
{
    enum { LATIN = 0xC0, MORE_LATIN = 0x1E00 };
    static const char latin[] = "aaaaaa ceeeeiiii nooooo  uuuuy  aaaaaa ceeeeiiii nooooo  uuuuy y"
                                "aaaaaaccccccccdd  eeeeeeeeeegggggggghh  iiiiiiiii   jjkk llllll "
                                "   nnnnnn   oooooo  rrrrrrsssssssstttt  uuuuuuuuuuuuwwyyyzzzzzz ";
    static const char more[] = "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
                               "mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
                               "wwwwwwwwwwxxxxyyzzzzzzhtwy      aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
                               "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy      ";
    static const struct range others[] = {
        {0x3AC, 0x3B1}, {0x3AD, 0x3B5}, {0x3AE, 0x3B7}, {0x3AF, 0x3B9}, {0x3CA, 0x3B9},
        {0x390, 0x3B9}, {0x3CC, 0x3BF}, {0x3CB, 0x3C5}, {0x3CD, 0x3C5}, {0x3B0, 0x3C5},
        {0x3CE, 0x3C9}, {0x439, 0x438}, {0x45D, 0x438}, {0x450, 0x435}, {0x451, 0x435},
        {0x453, 0x433}, {0x457, 0x456}, {0x45C, 0x43A}, {0x45E, 0x443},
    };
    char of = ' ';
    if (c >= LATIN && c < LATIN + sizeof latin - 1)
        of = latin[c - LATIN];
    else if (c >= MORE_LATIN && c < MORE_LATIN + sizeof more - 1)
        of = more[c - MORE_LATIN];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (c == others[i].from)
            return others[i].to;
    return of == ' ' ? c : (uint32_t)of;
}

/* The letter or digit that a character is in another dress: wide, in a circle or a box, bold,
 * slanted or in another of the typefaces that mathematicians use. */
static uint32_t undressed(uint32_t c)
{
    enum { TYPEFACES = 0x1D400, TYPEFACES_LAST = 0x1D6A3, LETTERS = 26 };
    static const struct {
        uint32_t from;
        char first;
        unsigned char count, times;
    } rows[] = {
        {0xFF01, '!', 94, 1},  {0x1D7CE, '0', 10, 5}, {0x2460, '1', 9, 1},   {0x249C, 'a', 26, 1},
        {0x24B6, 'A', 26, 1},  {0x24D0, 'a', 26, 1},  {0x1F110, 'A', 26, 1}, {0x1F130, 'A', 26, 1},
        {0x1F150, 'A', 26, 1}, {0x1F170, 'A', 26, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (c >= rows[i].from && c - rows[i].from < (uint32_t)rows[i].count * rows[i].times)
            return (unsigned char)rows[i].first + (c - rows[i].from) % rows[i].count;
    if (c < TYPEFACES || c > TYPEFACES_LAST)
        return c;
    uint32_t letter = (c - TYPEFACES) % (2 * LETTERS);
    return letter < LETTERS ? 'A' + letter : 'a' + letter - LETTERS;
}

/* What a character looks like, of those that look like a Latin letter or a digit like one. */
static uint32_t looks(uint32_t c)
{
    static const char twins[] = "0O1lIl|lАAВBЕEКKМMНHОOРPСCТTУYХXІlЈJЅSаaеeоoрpсcуyхxіiјjѕs"
                                "ΑAΒBΕEΖZΗHΙlΚKΜMΝNΟOΡPΤTΥYΧXοoνv"
                                "ℂCℊgℋHℌHℍHℎhℐlℑlℒLℓlℕNℙPℚQℛRℜRℝRℤZℨZKKÅAℬBℭCℯeℰEℱFℳMℴo";
    c = undressed(c);
    size_t used;
    for (const char *at = twins; *at; at += used + 1) {
        uint32_t twin = 0;
        used = text_utf8(at, strlen(at), &twin);
        if (c == twin)
            return (unsigned char)at[used];
    }
    return c;
}

/* The next character that tells names apart, as a letter or by its looks; 0 at the end. */
static uint32_t next(const char **at, bool look)
{
    uint32_t c = 0;
    size_t used;
    while (**at && (used = text_utf8(*at, strlen(*at), &c))) {
        *at += used;
        if (!is_unseen(c) && !is_blank(c) && !is_mark(c))
            return bare(small(look ? looks(c) : c));
    }
    return 0;
}

static bool are_alike(const char *a, const char *b, bool look)
{
    uint32_t one, other;
    do {
        one = next(&a, look);
        other = next(&b, look);
    } while (one && one == other);
    return one == other;
}

bool name_alike(const char *a, const char *b)
{
    return are_alike(a, b, false) || are_alike(a, b, true);
}
