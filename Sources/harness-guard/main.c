#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "guard.h"

enum {
  /// Milliseconds that a plugin has to obey TERM.
  PATIENCE = 200,
  /// Milliseconds after which what cannot be killed is called a survivor.
  SWEEP = 1000,
  /// Milliseconds between two looks at the memory and the number of processes.
  GLANCE = 100,
};

static pid_t plugin;
static bool has_ended;
static int ending;

int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void report(int kind, int number, int64_t value, const char *text) {
  struct guard_record record = {.kind = kind, .number = number, .value = value};
  snprintf(record.text, sizeof record.text, "%s", text);
  // The harness may be gone; then nobody needs it.
  send(CONTROL, &record, sizeof record, MSG_NOSIGNAL);
}

static _Noreturn void fail(int error, const char *step) {
  report(GUARD_FAILED, error, 0, step);
  sandbox_remove_folder();
  place_end();
  place_remove();
  exit(1);
}

static void note_ending(pid_t process, int status) {
  if (process != plugin) return;
  has_ended = true;
  ending = status;
}

// MARK: Start

bool starts_with(const char *word, const char *name, const char **rest) {
  size_t length = strlen(name);
  *rest = word + length;
  return strncmp(word, name, length) == 0;
}

static struct settings parse(char **words) {
  struct settings settings = {
    .own_home = true, .own_temporary = true, .harness = getppid(), .words = words};
  const char *rest;
  for (; *words && strcmp(*words, "--"); words++) {
    if (starts_with(*words, "memory=", &rest)) settings.memory = strtoull(rest, NULL, 10);
    if (starts_with(*words, "tasks=", &rest)) settings.tasks = atoi(rest);
    if (starts_with(*words, "folder=", &rest)) settings.folder = rest;
    if (starts_with(*words, "writes=", &rest)) {
      // One without room is refused to the program, which says so.
      for (size_t i = 0; i < sizeof settings.writable / sizeof *settings.writable; i++) {
        if (settings.writable[i]) continue;
        settings.writable[i] = rest;
        break;
      }
    }
    if (starts_with(*words, "without=", &rest)) settings.without = atoi(rest);
    settings.sandboxed |= !strcmp(*words, "sandboxed");
    settings.needs_network |= !strcmp(*words, "needs-network");
    settings.needs_files |= !strcmp(*words, "needs-files");
    settings.own_home &= strcmp(*words, "keep=HOME") != 0;
    settings.own_temporary &= strcmp(*words, "keep=TMPDIR") != 0;
  }
  if (!*words || !words[1]) {
    fprintf(stderr, "harness-guard is started by harness, for each plugin\n");
    exit(64);
  }
  settings.command = words + 1;
  return settings;
}

/// Becomes a process that orphans come to, that nobody can trace, and that no signal stops.
static void prepare(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  syscall(SYS_close_range, CONTROL + 1, ~0U, 0);
#endif
  fcntl(CONTROL, F_SETFD, FD_CLOEXEC);
}

#ifdef __linux__
/// The number of tasks in the system, which is not below that of any user.
static rlim_t tasks_of_all(void) {
  FILE *file = fopen("/proc/loadavg", "re");
  unsigned long count = 0;
  if (!file) return 1 << 16;
  if (fscanf(file, "%*s %*s %*s %*d/%lu", &count) != 1) count = 1 << 16;
  fclose(file);
  return count;
}
#endif

static void limit(const struct settings *settings, int place) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (settings->memory) {
    struct rlimit memory = {settings->memory, settings->memory};
    setrlimit(RLIMIT_AS, &memory);
  }
#ifdef __linux__
  // The system counts all tasks of a user, in a user namespace those of the plugin alone.
  rlim_t others = place & GUARD_NAMESPACE && geteuid() != 0 ? 0 : tasks_of_all();
  if (settings->tasks) {
    struct rlimit tasks = {settings->tasks + others, settings->tasks + others};
    setrlimit(RLIMIT_NPROC, &tasks);
  }
#endif
}

/// What the child tells before the plugin runs: the step that failed, or the bits of what holds.
struct word {
  int error, holds;
  char step[48];
};

static _Noreturn void become_plugin(
  const struct settings *settings, int place, const char *folder, int tell
) {
  struct word word = {0};
  const char *step = "its working folder";
  // No session of its own: the scheduler divides time among sessions, and would let the plugin wait for
  // others when the harness hands it an image.
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  if (settings->folder && chdir(settings->folder) != 0) goto failed;
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (folder && settings->own_home) setenv("HOME", folder, 1);
  if (folder && settings->own_temporary) setenv("TMPDIR", folder, 1);
#endif
  if (settings->sandboxed && place & GUARD_NAMESPACE && place_own_processes()) place |= GUARD_PROCESSES;
  limit(settings, place);
  word.holds = place | sandbox_enter(settings, place, folder);
  if (write(tell, &word, sizeof word) < 0) _exit(1);
  sigprocmask(SIG_SETMASK, &none, NULL);
  step = "";
  execv(settings->command[0], settings->command);
failed:
  word.error = errno;
  snprintf(word.step, sizeof word.step, "%s", step);
  if (write(tell, &word, sizeof word) < 0) _exit(1);
  _exit(127);
}

/// Starts the plugin and returns the bits of what holds. Ends this process if that fails.
static int start(const struct settings *settings) {
  int ends[2];
  if (pipe(ends) != 0) fail(errno, "a pipe");
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  const char *folder =
    settings->sandboxed && !settings->needs_files && !(settings->without & GUARD_FILES)
    ? sandbox_folder() : NULL;
  int place = place_make(settings);
  plugin = place_fork();
  if (plugin < 0) fail(errno, "a process");
  if (plugin == 0) {
    close(ends[0]);
    become_plugin(settings, place, folder, ends[1]);
  }
#ifdef __linux__
  // Not before: in a user namespace the files of a process that cannot be traced belong to nobody.
  prctl(PR_SET_DUMPABLE, 0);
#endif
  // The plugin's pipes are its own, so that the harness sees when it closes them.
  for (int i = 0; i < CONTROL; i++) close(i);
  close(ends[1]);
  struct word word, failure;
  ssize_t told = read(ends[0], &word, sizeof word);
  if (told == sizeof word && !word.error && read(ends[0], &failure, sizeof failure) > 0)
    word = failure;
  close(ends[0]);
  if (told != sizeof word) fail(EAGAIN, "a process");
  if (word.error) fail(word.error, word.step);
  return word.holds;
}

// MARK: End

/// True if the harness has asked for the end of the plugin, or is gone.
static bool is_asked_to_end(bool *now_at_once) {
  char byte;
  ssize_t count = recv(CONTROL, &byte, 1, MSG_DONTWAIT);
  if (count < 0) return errno != EAGAIN && errno != EINTR && (*now_at_once = true);
  if (count == 0) return *now_at_once = true;
  if (byte == GUARD_TERMINATE) kill(plugin, SIGTERM);
  return byte == GUARD_END;
}

static void reap(void) {
  int status;
  for (pid_t id; (id = waitpid(-1, &status, WNOHANG)) > 0;) note_ending(id, status);
}

/// Waits for the plugin's end, a request or a time; returns true if the harness asks for the end.
static bool wait_until(int64_t time, bool *at_once, int children) {
  struct pollfd watched[] = {{CONTROL, POLLIN, 0}, {children, POLLIN, 0}};
  int64_t left = time - now();
  poll(watched, 2, left < 0 ? 0 : (int)left);
  char bytes[256];
  while (read(children, bytes, sizeof bytes) > 0) {}
  reap();
  return !has_ended && watched[0].revents != 0 && is_asked_to_end(at_once);
}

static enum guard_limit exceeded(const struct settings *settings, int holds) {
  static struct tree tree;
  if (holds & GUARD_GROUP_LIMITS) return GUARD_NO_LIMIT;
  tree_find(&tree);
  if (settings->tasks && tree_tasks(&tree) > settings->tasks) return GUARD_TASKS;
  // One process alone is bounded by its address space.
  int alone = holds & GUARD_NAMESPACE ? 2 : 1;
  if (settings->memory && tree.count > alone
      && tree_memory(&tree, settings->memory) > settings->memory)
    return GUARD_MEMORY;
  return GUARD_NO_LIMIT;
}

static void name_survivors(void) {
  struct tree tree = {0};
  tree_find(&tree);
  for (int i = 0; i < tree.count; i++) {
    char name[64], state;
    if (place_is_keeper(tree.ids[i])) continue;
    if (!tree_describe(tree.ids[i], name, sizeof name, &state)) continue;
    // What was killed and queues for a processor ends once it has one.
    if (state != 'R' || kill(tree.ids[i], SIGKILL) != 0)
      report(GUARD_SURVIVOR, tree.ids[i], state, name);
  }
  free(tree.ids);
}

static int wake[2];
static void wake_up(int signal) {
  int error = errno;
  if (write(wake[1], "", 1) < 0) {}
  errno = error;
}

/// Makes a descriptor that can be read from when a child has ended.
static int watch_children(void) {
  if (pipe(wake) != 0) fail(errno, "a pipe");
  for (int i = 0; i < 2; i++) {
    fcntl(wake[i], F_SETFD, FD_CLOEXEC);
    fcntl(wake[i], F_SETFL, O_NONBLOCK);
  }
  struct sigaction action = {.sa_handler = wake_up};
  sigaction(SIGCHLD, &action, NULL);
  return wake[0];
}

int main(int count, char **words) {
  struct settings settings = parse(words + 1);
  prepare();
  int children = watch_children();
  int holds = start(&settings);
  report(GUARD_STARTED, plugin, holds, sandbox_current_folder());
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_UNBLOCK, &child, NULL);

  bool at_once = false, is_asked = false;
  enum guard_limit limit = GUARD_NO_LIMIT;
  while (!has_ended && !is_asked && !limit) {
    is_asked = wait_until(now() + GLANCE, &at_once, children);
    if (!has_ended && !is_asked) limit = exceeded(&settings, holds);
  }
  if (is_asked && !at_once && !has_ended) {
    kill(-plugin, SIGTERM);
    kill(plugin, SIGTERM);
    for (int64_t end = now() + PATIENCE; !has_ended && !at_once && now() < end;)
      wait_until(end, &at_once, children);
  }
  if (!has_ended) kill(plugin, SIGKILL);
#ifndef __linux__
  kill(-plugin, SIGKILL);
#endif
  place_end();
  if (!tree_end(now() + SWEEP, note_ending)) name_survivors();
  if (place_ran_out_of_memory()) limit = GUARD_MEMORY;
  report(GUARD_ENDED, has_ended ? ending : SIGKILL, limit, "");
  shutdown(CONTROL, SHUT_WR);
  place_remove();
  sandbox_remove_folder();
  return 0;
}
