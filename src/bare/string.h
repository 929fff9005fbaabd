/* Where there is no library: what a compiler puts in itself. */
#if __STDC_HOSTED__
#include_next <string.h>
#else
#include <stddef.h>
#define memcpy __builtin_memcpy
#define memset __builtin_memset
#endif
