/* Where there is no library, or nowhere to say which line it was: inside a page and on a GPU. What
 * must hold is checked as everywhere, but the words for it would be sent to everybody. */
#undef assert
#define assert(holds) ((holds) ? (void)0 : __builtin_trap())
