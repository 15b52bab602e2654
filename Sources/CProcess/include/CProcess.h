// What the host needs of the system and Swift's overlay does not show.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "GuardReport.h"

/// Opens a pipe that no child inherits. Returns 0, or -1 with errno set.
int process_pipe(int ends[2]);

/// Makes a pipe hold up to `bytes`, where the system can. A wish, not a promise.
void process_widen_pipe(int descriptor, int bytes);

/// Opens a pair of connected sockets that no child inherits. Returns 0, or -1 with errno set.
int process_socket_pair(int ends[2]);

/// Starts a program in a process group of its own, with `count` descriptors of this process as its first ones
/// and, where the system can, no other, and with no signal blocked or ignored. Without an environment it has
/// this process's, and without a folder it works in this process's. Returns 0, or an error's number.
int process_start(
  const char *path, char *const words[], char *const environment[], const char *folder,
  const int descriptors[], int count, pid_t *process);

/// Waits for a guard's next record. Returns 1 if it came, 0 if the time ran out, and -1 if there will be
/// none: the guard is gone.
int process_next_record(int socket, struct guard_record *record, int milliseconds);

/// Makes orphans come to this process instead of the system's first one, where the system can.
void process_adopt_orphans(void);

/// Kills orphans that came to this process from guards that are gone: children without the right to win
/// privileges that are not among the known ones. Gives up after a second; returns the number that is left.
int process_end_orphans(const pid_t known[], int count);

/// Gives what was closed of standard input, output and error a number again, so that nothing else gets it;
/// reading and writing fail as before. Returns how many more files can be opened, `least` at most.
int process_open_standard_streams(int least);

/// True if standard output can be written to.
bool process_has_output(void);

/// Ends all processes of the control group of a guard that is gone, if there is one.
void process_kill_group(pid_t guardian);

/// Removes the control group of a guard that is gone, once it is empty.
void process_remove_group(pid_t guardian);

/// Removes the empty control groups of guards that are gone, as those are whose harness was killed with them.
void process_remove_old_groups(void);

/// Keeps processes without privileges from reading this one's memory and environment, where the system
/// can.
void process_hide(void);
