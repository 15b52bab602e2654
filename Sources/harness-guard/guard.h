// `harness-guard` stands between the harness and one plugin. It starts the plugin where it cannot get
// away, and ends it with everything that descends from it. It never touches the plugin's pipes.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "GuardReport.h"

/// The descriptor of the control socket.
enum { CONTROL = 3 };

/// The settings on the command line.
struct settings {
  /// Bytes that the plugin's processes may use together, each with its own address space; 0 for no limit.
  uint64_t memory;
  /// Tasks that the plugin may have; 0 for no limit.
  int tasks;
  /// True unless nothing but containment is asked for.
  bool sandboxed;
  /// The plugin's needs.
  bool needs_network, needs_files;
  /// False keeps the harness's own HOME or TMPDIR.
  bool own_home, own_temporary;
  /// Kinds of protection that are not to be tried; for tests of what takes their place.
  int without;
  /// The harness.
  pid_t harness;
  const char *folder;
  /// Folders in which it may write besides its own one, as words of the command line; those that are NULL
  /// are none.
  const char *writable[4];
  /// The rest of the command line's words: among them `reads=` with files and folders that it may read, and
  /// `lists=` with folders of which it may see the names.
  char **words;
  char **command;
};

/// Milliseconds on a clock that never jumps.
int64_t now(void);

/// True if a word begins with a name; `rest` is what follows that.
bool starts_with(const char *word, const char *name, const char **rest);

// tree.c: the processes that descend from one.

/// The processes that descend from another one, in no order.
struct tree {
  pid_t *ids;
  int count, room;
};

/// Finds the processes that descend from this one. Dead ones are among them until they are reaped.
void tree_find(struct tree *tree);
/// Kills all that descends from this process, and reaps until nothing is left or the time is over.
/// `seen` is given the ending of each child that is reaped. Returns true if nothing is left.
bool tree_end(int64_t deadline, void (*seen)(pid_t, int));
/// The number of the processes' threads.
int tree_tasks(const struct tree *tree);
/// The bytes that the processes have in memory together; what they share counts once, where it can be
/// known. `enough` spares the exact count while the sum of all is not above it.
uint64_t tree_memory(const struct tree *tree, uint64_t enough);
/// A process's name and the letter of its state; false if it is gone.
bool tree_describe(pid_t process, char *name, size_t size, char *state);

// place.c: where the kernel holds the plugin's processes together.

/// Makes namespaces and a control group as far as they can be had; returns the bits of what holds.
int place_make(const struct settings *settings);
/// Shows this process `/proc` with nothing but the processes of its namespace; false if that cannot be had.
bool place_own_processes(void);
/// Forks a child into the control group, if there is one.
pid_t place_fork(void);
/// Ends all processes of the namespace and of the control group; they are to be reaped afterwards.
void place_end(void);
/// True for the process that only holds the namespace.
bool place_is_keeper(pid_t process);
/// True if the kernel ended a process of the control group for want of memory.
bool place_ran_out_of_memory(void);
/// Removes the control group.
void place_remove(void);

// sandbox.c: what the plugin may do.

/// Makes the plugin's temporary folder; NULL if it cannot be made.
const char *sandbox_folder(void);
/// The plugin's temporary folder; empty if it has none.
const char *sandbox_current_folder(void);
/// Removes the plugin's temporary folder with all that is in it.
void sandbox_remove_folder(void);
/// Takes rights away from this process for ever; returns the bits of what holds.
int sandbox_enter(const struct settings *settings, int place, const char *folder);

// filter.c: the system calls that the plugin may make.

/// Installs the filter; false if the system has none. `can_be_reached` is true if signals could reach the
/// guard, `landlock` the version of Landlock that bounds the plugin, 0 for none.
bool filter_install(const struct settings *settings, bool can_be_reached, int landlock);
