// What the host needs of the system and Swift's overlay does not show.
#pragma once
#include <stdint.h>
#include <sys/types.h>

/// Opens a pipe that no child inherits. Returns 0, or -1 with errno set.
int process_pipe(int ends[2]);

/// Makes a pipe hold up to `bytes`, where the system can. A wish, not a promise.
void process_widen_pipe(int descriptor, int bytes);

/// Forbids core files to a running process and, if `address_space` is not 0, limits it to that many
/// bytes. Without effect where a process's limits cannot be set from outside.
void process_limit(pid_t process, uint64_t address_space);
