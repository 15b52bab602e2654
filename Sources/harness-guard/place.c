#define _GNU_SOURCE
#include "guard.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#ifdef __linux__
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/// The first process of the namespace, which does nothing; 0 without one.
static pid_t keeper;
/// The control group's folder; empty without one.
static char group[512];

static bool put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool is_written = write(file, text, strlen(text)) == (ssize_t)strlen(text);
  close(file);
  return is_written;
}

static bool put_in_group(const char *name, const char *text) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", group, name);
  return put(path, text);
}

// MARK: Namespace

/// Makes this process the owner of a user namespace in which it keeps its own number.
static bool own_users(void) {
  char text[64];
  uid_t user = geteuid();
  gid_t users = getegid();
  if (unshare(CLONE_NEWUSER) != 0) return false;
  // From here on there is no way back: with numbers of its own missing, the plugin would be nobody.
  snprintf(text, sizeof text, "%u %u 1", user, user);
  bool is_mapped = put("/proc/self/uid_map", text);
  put("/proc/self/setgroups", "deny");
  snprintf(text, sizeof text, "%u %u 1", users, users);
  return put("/proc/self/gid_map", text) && is_mapped;
}

/// The body of the namespace's first process. When it dies, the kernel ends all others.
static _Noreturn void keep(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  // Orphans come to it, and vanish when they end.
  struct sigaction ignore = {.sa_handler = SIG_IGN, .sa_flags = SA_NOCLDWAIT};
  sigaction(SIGCHLD, &ignore, NULL);
  for (int i = 0; i < 64; i++) close(i);
  for (;;) pause();
}

static bool make_namespace(void) {
  if (unshare(CLONE_NEWPID) != 0) {
    // A child tries first: a user namespace without process namespaces in it would be a loss.
    if (errno != EPERM || geteuid() == 0 || !own_users() || unshare(CLONE_NEWPID) != 0) return false;
  }
  // What is forked from now on is in the namespace, the first process at its head. This process stays
  // outside, where the plugin cannot reach it.
  keeper = fork();
  if (keeper == 0) keep();
  if (keeper < 0) keeper = 0;
  return keeper > 0;
}

bool place_own_processes(void) {
  // What is mounted from here on is seen by the plugin alone, and ends with it.
  return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0
    && mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
}

// MARK: Control group

/// Makes a control group below this process's own, in the second version of the hierarchy.
static bool make_group(void) {
  if (!guard_group_path(getpid(), group, sizeof group)) return false;
  if (mkdir(group, 0755) == 0) return true;
  // What a guard that was killed has left, if no process is in it: this one has its number now.
  if (errno == EEXIST && rmdir(group) == 0 && mkdir(group, 0755) == 0) return true;
  group[0] = 0;
  return false;
}

static bool limit_group(const struct settings *settings) {
  char number[32];
  snprintf(number, sizeof number, "%d", settings->tasks);
  bool holds = put_in_group("pids.max", settings->tasks ? number : "max");
  snprintf(number, sizeof number, "%llu", (unsigned long long)settings->memory);
  holds &= put_in_group("memory.max", settings->memory ? number : "max");
  put_in_group("memory.swap.max", "0");
  put_in_group("memory.oom.group", "1");
  return holds;
}

int place_make(const struct settings *settings) {
  int holds = 0;
  if (!(settings->without & GUARD_GROUP) && make_group()) {
    holds |= GUARD_GROUP;
    if (limit_group(settings)) holds |= GUARD_GROUP_LIMITS;
  }
  // Processes of several namespaces have the same numbers, and files that programs name by them would
  // meet: only a plugin that has a temporary folder of its own gets a namespace.
  bool is_alone = settings->sandboxed && !settings->needs_files;
  if (is_alone && !(settings->without & GUARD_NAMESPACE) && make_namespace())
    holds |= GUARD_NAMESPACE;
  return holds;
}

pid_t place_fork(void) {
  if (!group[0]) return fork();
  int folder = open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct clone_args arguments = {
    .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD, .cgroup = folder};
  pid_t child = folder < 0 ? -1 : syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child != 0 && folder >= 0) close(folder);
  if (child >= 0) return child;
  child = fork();
  // A group that the plugin is not in neither ends nor bounds it.
  if (child == 0 && !put_in_group("cgroup.procs", "0")) _exit(126);
  return child;
}

static void kill_group(void) {
  if (put_in_group("cgroup.kill", "1")) return;
  char path[600];
  snprintf(path, sizeof path, "%s/cgroup.procs", group);
  FILE *file = fopen(path, "re");
  if (!file) return;
  for (int id; fscanf(file, "%d", &id) == 1;) kill(id, SIGKILL);
  fclose(file);
}

void place_end(void) {
  if (group[0]) kill_group();
  if (keeper) kill(keeper, SIGKILL);
}

bool place_is_keeper(pid_t process) { return keeper == process; }

bool place_ran_out_of_memory(void) {
  if (!group[0]) return false;
  char path[600], line[128];
  snprintf(path, sizeof path, "%s/memory.events", group);
  FILE *file = fopen(path, "re");
  if (!file) return false;
  int kills = 0;
  while (fgets(line, sizeof line, file)) sscanf(line, "oom_kill %d", &kills);
  fclose(file);
  return kills > 0;
}

void place_remove(void) {
  if (!group[0]) return;
  // The dead leave it a moment after they were reaped.
  for (int i = 0; i < 1000 && rmdir(group) != 0 && errno == EBUSY; i++) usleep(100);
}
#else
int place_make(const struct settings *settings) { return 0; }
bool place_own_processes(void) { return false; }
pid_t place_fork(void) { return fork(); }
void place_end(void) {}
bool place_is_keeper(pid_t process) { return false; }
bool place_ran_out_of_memory(void) { return false; }
void place_remove(void) {}
#endif
