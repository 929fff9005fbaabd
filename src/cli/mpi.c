/* Messages between the processes of `mpirun pairs sim`, by MPI. This is a module of its own, which
 * the program loads only where it was started that way: so whoever has no MPI misses nothing. */
#include "cli/ranks.h"

#include <mpi.h>
#include <stdlib.h>

static void send_message(int to, int kind, const void *bytes, size_t size)
{
    MPI_Send(bytes, (int)size, MPI_BYTE, to, kind, MPI_COMM_WORLD);
}

static bool message_waits(int from, int *kind, size_t *size)
{
    int come, bytes;
    MPI_Status status;
    MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &come, &status);
    if (!come)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    *kind = status.MPI_TAG;
    *size = (size_t)bytes;
    return true;
}

/* Without memory for what is thrown away nobody could go on: MPI ends them all. */
static void receive_message(int from, void *bytes, size_t size)
{
    void *thrown = bytes ? NULL : malloc(size + 1);
    if (!bytes && !thrown)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Recv(bytes ? bytes : thrown, (int)size, MPI_BYTE, from, MPI_ANY_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    free(thrown);
}

/* Only the thread that joined speaks. */
ranks_joiner ranks_mpi_join;
ranks_leaver ranks_mpi_leave;

bool ranks_mpi_join(struct ranks *r)
{
    int given;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS)
        return false;
    *r = (struct ranks){.send = send_message, .waits = message_waits, .receive = receive_message};
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->ranks);
    bool fine = given >= MPI_THREAD_FUNNELED && r->ranks <= RANKS_MAX;
    if (!fine)
        MPI_Finalize();
    return fine;
}

void ranks_mpi_leave(void)
{
    MPI_Finalize();
}
