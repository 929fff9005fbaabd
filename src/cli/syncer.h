/* Brings what was written to a file onto the disk, in the background: whoever plays does not wait
 * for a disk. What was written survives the end of the program without it; this is for the end of
 * the machine. */
#ifndef PAIRS_CLI_SYNCER_H
#define PAIRS_CLI_SYNCER_H

struct syncer;

/* Free it with syncer_free. NULL if memory runs out. */
struct syncer *syncer_new(void);

/* Syncs what is still to be synced, and ends. */
void syncer_free(struct syncer *s);

/* What has been written to this file is to be synced, soon: all that comes in within a second goes
 * together. */
void syncer_ask(struct syncer *s, int fd);

/* Nothing is to be synced any more. When this comes back, the file is not in use. */
void syncer_drop(struct syncer *s);

/* The error number of a sync that went wrong since this was asked last; 0: none. */
int syncer_failure(struct syncer *s);

#endif
