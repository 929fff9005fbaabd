/* For the program inside a page: what must hold is checked as everywhere, but a page has nowhere to
 * say which line it was, and the words for it would be sent to everybody. */
#undef assert
#define assert(holds) ((holds) ? (void)0 : __builtin_trap())
