#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guard.h"

static void add(struct tree *tree, pid_t process) {
  if (tree->count == tree->room) {
    int room = tree->room ? tree->room * 2 : 64;
    pid_t *ids = realloc(tree->ids, room * sizeof *ids);
    if (!ids) return;
    tree->ids = ids;
    tree->room = room;
  }
  tree->ids[tree->count++] = process;
}

#ifdef __linux__
/// Reads a file whole and ends it with a zero; returns its length, or -1.
static ssize_t slurp(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = 0, more;
  while ((more = read(file, text + length, size - 1 - length)) > 0) length += more;
  close(file);
  text[length] = 0;
  return length;
}

/// Adds the children of one thread; false if the kernel does not tell them.
static bool add_children(struct tree *tree, const char *path) {
  static char text[1 << 16];
  if (slurp(path, text, sizeof text) < 0) return false;
  char *end, *rest = text;
  for (long id; (id = strtol(rest, &end, 10)) > 0 && end != rest; rest = end) add(tree, id);
  return true;
}

/// The parent of a process; 0 if it is gone.
static pid_t parent_of(pid_t process, char *state) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  if (slurp(path, text, sizeof text) <= 0) return 0;
  // The name stands in parentheses and may hold any character.
  char *after = strrchr(text, ')');
  int parent = 0;
  return after && sscanf(after + 1, " %c %d", state, &parent) == 2 ? parent : 0;
}

/// Looks at all processes of the system until no pass finds another descendant.
static void find_among_all(struct tree *tree) {
  for (int before = -1; before != tree->count;) {
    before = tree->count;
    DIR *all = opendir("/proc");
    if (!all) return;
    for (struct dirent *entry; (entry = readdir(all));) {
      pid_t id = atoi(entry->d_name);
      if (id <= 0) continue;
      char state;
      pid_t parent = parent_of(id, &state);
      bool descends = parent == getpid(), known = false;
      for (int i = 0; i < tree->count; i++) {
        descends |= tree->ids[i] == parent;
        known |= tree->ids[i] == id;
      }
      if (descends && !known) add(tree, id);
    }
    closedir(all);
  }
}

void tree_find(struct tree *tree) {
  tree->count = 0;
  char path[96];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  if (!add_children(tree, path)) {
    find_among_all(tree);
    return;
  }
  for (int i = 0; i < tree->count; i++) {
    snprintf(path, sizeof path, "/proc/%d/task", tree->ids[i]);
    DIR *threads = opendir(path);
    if (!threads) continue;
    for (struct dirent *entry; (entry = readdir(threads));) {
      if (entry->d_name[0] == '.') continue;
      snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", tree->ids[i], entry->d_name);
      add_children(tree, path);
    }
    closedir(threads);
  }
}

/// The bytes that a process has in memory, with all that it shares.
static uint64_t resident(pid_t process) {
  char path[64], text[256];
  unsigned long size, pages;
  snprintf(path, sizeof path, "/proc/%d/statm", process);
  if (slurp(path, text, sizeof text) <= 0 || sscanf(text, "%lu %lu", &size, &pages) != 2) return 0;
  return (uint64_t)pages * sysconf(_SC_PAGESIZE);
}

/// The same with what is shared divided by those who share it, for processes that let it be known.
static uint64_t proportional(pid_t process) {
  char path[64], text[4096];
  unsigned long kilobytes;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
  const char *line = slurp(path, text, sizeof text) > 0 ? strstr(text, "\nPss:") : NULL;
  return line && sscanf(line, "\nPss: %lu", &kilobytes) == 1 ? (uint64_t)kilobytes << 10
                                                             : resident(process);
}

int tree_tasks(const struct tree *tree) {
  int sum = 0;
  for (int i = 0; i < tree->count; i++) {
    char path[64], text[4096];
    int threads = 1;
    snprintf(path, sizeof path, "/proc/%d/status", tree->ids[i]);
    const char *line = slurp(path, text, sizeof text) > 0 ? strstr(text, "\nThreads:") : NULL;
    if (line) sscanf(line, "\nThreads: %d", &threads);
    sum += threads;
  }
  return sum;
}

uint64_t tree_memory(const struct tree *tree, uint64_t enough) {
  uint64_t sum = 0, exact = 0;
  for (int i = 0; i < tree->count; i++) sum += resident(tree->ids[i]);
  if (sum <= enough) return sum;
  // What forks share was counted for each of them. The exact count takes long.
  for (int i = 0; i < tree->count; i++) exact += proportional(tree->ids[i]);
  return exact;
}

bool tree_describe(pid_t process, char *name, size_t size, char *state) {
  char path[64], text[64];
  if (!parent_of(process, state) || *state == 'Z' || *state == 'X') return false;
  snprintf(path, sizeof path, "/proc/%d/comm", process);
  if (slurp(path, text, sizeof text) < 0) return false;
  text[strcspn(text, "\n")] = 0;
  snprintf(name, size, "%s", text);
  return true;
}
#else
// Without a list of processes, the plugin's group is all that is known.
void tree_find(struct tree *tree) { tree->count = 0; }
int tree_tasks(const struct tree *tree) { return 0; }
uint64_t tree_memory(const struct tree *tree, uint64_t enough) { return 0; }
bool tree_describe(pid_t process, char *name, size_t size, char *state) { return false; }
#endif

/// Kills a process, and its group if a descendant leads it: a group dies as one, however fast it forks.
/// Returns the group, which need not be killed for the next process again.
static pid_t end_one(const struct tree *tree, pid_t process, pid_t last) {
  pid_t group = getpgid(process);
  for (int i = 0; group > 1 && group != last && i < tree->count; i++)
    if (tree->ids[i] == group) kill(-group, SIGKILL);
  kill(process, SIGKILL);
  return group;
}

bool tree_end(int64_t deadline, void (*seen)(pid_t, int)) {
  struct tree tree = {0};
  for (int pass = 0;; pass++) {
    // A child whose parent dies becomes this process's own: when it has none, nothing descends from it.
    for (pid_t id;;) {
      int status;
      id = waitpid(-1, &status, WNOHANG);
      if (id > 0) seen(id, status);
      else if (id < 0 && errno == EINTR) continue;
      else if (id < 0) return free(tree.ids), true;
      else break;
    }
    if (now() >= deadline) return free(tree.ids), false;
    tree_find(&tree);
    // The first passes follow each other at once, as a process that forks and exits without end must be
    // met in between.
    pid_t group = 0;
    for (int i = 0; i < tree.count; i++) group = end_one(&tree, tree.ids[i], group);
    if (pass > 20) usleep(pass < 200 ? 200 : 2000);
  }
}
