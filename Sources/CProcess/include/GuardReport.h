// The records that `harness-guard` sends to the harness over its control socket, and the bytes that it
// takes from there, and what both ask of the kernel. Both ends are built together: there is no version.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The kinds of record. A guard sends FAILED alone, or STARTED, any number of SURVIVOR, and ENDED.
enum guard_record_kind {
  /// The plugin does not start: `number` is an errno, `text` the step that failed.
  GUARD_FAILED = 1,
  /// The plugin runs: `number` is its process id, `value` the bits of what holds, `text` its temporary
  /// folder.
  GUARD_STARTED = 2,
  /// A process could not be ended in time: `number` is its id, `value` its state's letter, `text` its name.
  GUARD_SURVIVOR = 3,
  /// The plugin has ended and so has what it started: `number` is the status of `waitpid`, `value` the
  /// limit that it was ended for.
  GUARD_ENDED = 4,
};

/// The limits for which a guard ends a plugin.
enum guard_limit { GUARD_NO_LIMIT = 0, GUARD_MEMORY = 1, GUARD_TASKS = 2 };

/// The kinds of protection that can hold for a plugin.
enum guard_protection {
  /// A process namespace of its own, which the kernel ends as a whole.
  GUARD_NAMESPACE = 1,
  /// A control group, which the kernel ends as a whole.
  GUARD_GROUP = 2,
  /// The control group bounds memory and tasks.
  GUARD_GROUP_LIMITS = 4,
  /// Nothing can be written but a temporary folder.
  GUARD_FILES = 8,
  /// No sockets, or with a need of the network none but those of the internet protocols.
  GUARD_NETWORK = 16,
  /// No privileges can be won, and those of root are given up.
  GUARD_PRIVILEGES = 32,
  /// Signals and traces reach none but the plugin's own processes.
  GUARD_OTHERS = 64,
  /// Nothing can be read but what the program needs, its own, and what its manifest declares.
  GUARD_READING = 128,
  /// `/proc` shows its own processes alone.
  GUARD_PROCESSES = 256,
};

/// A record.
struct guard_record {
  int32_t kind;
  int32_t number;
  int64_t value;
  char text[512];
};

/// The bytes that the harness sends to a guard.
enum guard_request {
  /// Sends TERM to the plugin and to nothing else.
  GUARD_TERMINATE = 't',
  /// Ends the plugin: TERM, then KILL, with everything that it started.
  GUARD_END = 'e',
};

/// Writes the folder of a guard's control group, in the second version of the hierarchy and below this
/// process's own; false where there is none. The folder need not be there.
bool guard_group_path(pid_t guardian, char *path, size_t size);

/// The version of Landlock, by which the kernel bounds the files of a process; 0 if it has none.
int guard_landlock_version(void);
