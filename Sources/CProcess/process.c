#define _GNU_SOURCE
#include "CProcess.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

int process_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

void process_widen_pipe(int descriptor, int bytes) {
#ifdef F_SETPIPE_SZ
  fcntl(descriptor, F_SETPIPE_SZ, bytes);
#else
  (void)descriptor, (void)bytes;
#endif
}

int process_socket_pair(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  return 0;
}

int process_start(
  const char *path, char *const words[], char *const environment[], const char *folder,
  const int descriptors[], int count, pid_t *process
) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int moved[8], error = count > 8 ? EINVAL : 0;
  if (error) return error;
  // Copies above the first ones: putting one in its place must not overwrite the next.
  for (int i = 0; i < count; i++) {
    moved[i] = fcntl(descriptors[i], F_DUPFD_CLOEXEC, count);
    if (moved[i] < 0 && !error) error = errno;
  }
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < count; i++) posix_spawn_file_actions_adddup2(&actions, moved[i], i);
  if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  posix_spawn_file_actions_addclosefrom_np(&actions, count);
#endif
  posix_spawnattr_setflags(&attributes, flags);
  if (!error)
    error = posix_spawn(
      process, path, &actions, &attributes, words, environment ? environment : environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (int i = 0; i < count; i++)
    if (moved[i] >= 0) close(moved[i]);
  return error;
}

int process_next_record(int socket, struct guard_record *record, int milliseconds) {
  struct pollfd watched = {socket, POLLIN, 0};
  int count = poll(&watched, 1, milliseconds);
  if (count == 0 || (count < 0 && errno == EINTR)) return 0;
  // A guard writes a record at once, so that the rest of one that has begun is there.
  ssize_t length;
  do length = recv(socket, record, sizeof *record, MSG_WAITALL);
  while (length < 0 && errno == EINTR);
  return length == sizeof *record ? 1 : -1;
}

int process_open_standard_streams(int least) {
  for (int i = 0; i < 3; i++)
    // The wrong way round: reading and writing fail as they did, and nothing else gets the number.
    if (fcntl(i, F_GETFD) < 0) open("/dev/null", i == 0 ? O_WRONLY : O_RDONLY);
  int opened[64], count = 0;
  while (count < least && count < 64 && (opened[count] = fcntl(0, F_DUPFD_CLOEXEC, 3)) >= 0) count++;
  for (int i = 0; i < count; i++) close(opened[i]);
  return count;
}

bool process_has_output(void) {
  int flags = fcntl(STDOUT_FILENO, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

void process_adopt_orphans(void) {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

void process_hide(void) {
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0);
#endif
}

void process_kill_group(pid_t guardian) {
#ifdef __linux__
  char path[600];
  if (!guard_group_path(guardian, path, sizeof path)) return;
  strncat(path, "/cgroup.kill", sizeof path - strlen(path) - 1);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (write(file, "1", 1) < 0) {}
  close(file);
#endif
}

void process_remove_group(pid_t guardian) {
#ifdef __linux__
  char path[600];
  if (!guard_group_path(guardian, path, sizeof path)) return;
  // The dead leave it a moment after they were reaped.
  for (int i = 0; i < 1000 && rmdir(path) != 0 && errno == EBUSY; i++) usleep(100);
#endif
}

void process_remove_old_groups(void) {
#ifdef __linux__
  char path[600];
  if (!guard_group_path(0, path, sizeof path)) return;
  *strrchr(path, '/') = 0;
  DIR *all = opendir(path);
  if (!all) return;
  int guardian;
  for (struct dirent *entry; (entry = readdir(all));)
    // One with processes in it stays: the system refuses.
    if (sscanf(entry->d_name, "harness-guard-%d", &guardian) == 1 && guardian > 0
      && kill(guardian, 0) != 0 && errno == ESRCH)
      unlinkat(dirfd(all), entry->d_name, AT_REMOVEDIR);
  closedir(all);
#endif
}

#ifdef __linux__
/// The number behind a name in a process's status; -1 if there is none.
static int status_of(const char *status, const char *name) {
  const char *line = strstr(status, name);
  return line ? atoi(line + strlen(name)) : -1;
}

static bool read_status(const char *process, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%.20s/status", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t length = read(file, text, size - 1);
  close(file);
  if (length <= 0) return false;
  text[length] = 0;
  return true;
}

/// Kills and reaps what a look at all processes finds; returns how many there were.
static int kill_orphans(const pid_t known[], int count) {
  char own[4096], other[4096];
  DIR *all = opendir("/proc");
  if (!all) return 0;
  int found = 0;
  if (!read_status("self", own, sizeof own)) own[0] = 0;
  for (struct dirent *entry; *own && (entry = readdir(all));) {
    pid_t id = atoi(entry->d_name);
    if (id <= 0 || !read_status(entry->d_name, other, sizeof other)) continue;
    if (status_of(other, "\nPPid:") != getpid()) continue;
    bool is_known = false;
    for (int i = 0; i < count; i++) is_known |= known[i] == id;
    // A guard marks what it starts for ever: it takes rights away that this process still has.
    static const char *const marks[] = {"\nNoNewPrivs:", "\nSeccomp_filters:"};
    bool is_marked = false;
    for (int i = 0; i < 2; i++)
      is_marked |= status_of(other, marks[i]) > status_of(own, marks[i]);
    if (is_known || !is_marked) continue;
    kill(id, SIGKILL);
    if (waitpid(id, NULL, WNOHANG) != id) found++;
  }
  closedir(all);
  return found;
}
#endif

int process_end_orphans(const pid_t known[], int count) {
#ifdef __linux__
  int left = 0;
  // The children of what was killed come here next.
  for (int quiet = 0, pass = 0; quiet < 2 && pass < 500; pass++) {
    left = kill_orphans(known, count);
    quiet = left ? 0 : quiet + 1;
    usleep(2000);
  }
  return left;
#else
  return 0;
#endif
}
