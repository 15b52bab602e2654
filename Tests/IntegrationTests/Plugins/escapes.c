// A decoder plugin that reads nothing and tries to leave a process behind, in the way that its option
// `way` asks for. A process that got away sleeps for a minute under the name of its way.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *chosen = "";
static char **words;
static bool must_hang;

/// Sleeps, whatever signal interrupts it.
static _Noreturn void stay(void) {
  prctl(PR_SET_NAME, chosen);
  // A way that succeeds must not fill the machine for ever.
  for (time_t end = time(NULL) + 60; time(NULL) < end;) sleep(1);
  _exit(0);
}

static bool is_child(void) { return fork() == 0; }

static void double_fork(void) { if (is_child()) { if (is_child()) stay(); _exit(0); } }
static void new_session(void) { if (is_child()) { setsid(); stay(); } }
static void new_group(void) { if (is_child()) { setpgid(0, 0); stay(); } }
static void daemon_far_away(void) {
  if (is_child()) { setsid(); if (is_child()) { if (chdir("/")) {} umask(0); stay(); } _exit(0); }
}
static void guards_group(void) {
  if (is_child()) { setpgid(0, getpgid(getppid())); kill(0, SIGWINCH); stay(); }
  setpgid(0, getpgid(getppid()));
}
static void traced(void) {
  if (!is_child()) return;
  setsid();
  if (is_child()) { ptrace(PTRACE_TRACEME, 0, 0, 0); raise(SIGSTOP); stay(); }
  stay();
}
static void vforked(void) { if (is_child()) { if (vfork() == 0) for (;;) pause(); _exit(0); } }
static void sibling(void) {
  struct clone_args arguments = {.flags = CLONE_PARENT};
  long child = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child < 0) child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) stay();
}
static void renamed(void) {
  if (!is_child()) return;
  setsid();
  memset(words[0], 'x', strlen(words[0]));
  chosen = "kworker/0:0";
  stay();
}
static void no_descriptors(void) { if (is_child()) { syscall(SYS_close_range, 0, ~0U, 0); stay(); } }
static void holds_pipes(void) { if (is_child()) { setsid(); stay(); } _exit(0); }
static void ignores_term(void) {
  signal(SIGTERM, SIG_IGN), signal(SIGHUP, SIG_IGN);
  if (is_child()) stay();
  must_hang = true;
}
static void blocks_all(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  if (is_child()) { setsid(); stay(); }
  must_hang = true;
}
static void stopped(void) { if (is_child()) { setsid(); raise(SIGSTOP); stay(); } }
static void runner(void) {
  if (!is_child()) return;
  setsid();
  prctl(PR_SET_NAME, chosen);
  for (time_t end = time(NULL) + 60; time(NULL) < end;) if (fork() != 0) _exit(0);
  _exit(0);
}
static void bomb(void) {
  for (int i = 0; i < 150; i++) if (is_child()) { setsid(); if (is_child()) stay(); stay(); }
}
/// Each of its processes forks until there were four hundred: fewer than the limit, so that nothing but
/// the end of the plugin ends them.
static void exploding_bomb(void) {
  int *count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (count == MAP_FAILED || !is_child()) return;
  setsid();
  while (__atomic_add_fetch(count, 1, __ATOMIC_RELAXED) < 400) if (fork() < 0) usleep(1000);
  stay();
}
static void kills_guard(void) {
  if (is_child()) { setsid(); stay(); }
  if (getppid() > 1) {
    kill(getppid(), SIGKILL), kill(-getppid(), SIGKILL);
    syscall(SYS_tgkill, getppid(), getppid(), SIGKILL);
    int handle = syscall(SYS_pidfd_open, getppid(), 0);
    if (handle >= 0) syscall(SYS_pidfd_send_signal, handle, SIGKILL, NULL, 0);
  }
}
static void stops_guard(void) {
  if (is_child()) { setsid(); if (is_child()) stay(); _exit(0); }
  if (getppid() > 1) kill(getppid(), SIGSTOP);
}
static void own_reaper(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (is_child()) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    setsid();
    if (is_child()) { if (is_child()) stay(); _exit(0); }
    stay();
  }
}
static void unshared(void) {
  if (!is_child()) return;
  if (unshare(CLONE_NEWPID | CLONE_NEWNS) != 0) unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS);
  if (is_child()) { setsid(); if (is_child()) stay(); stay(); }
  stay();
}
static void *forks_and_ends(void *nothing) { if (is_child()) { setsid(); stay(); } return NULL; }
static void thread_forks(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, forks_and_ends, NULL) == 0) pthread_join(thread, NULL);
}
static void *execs(void *nothing) {
  execl("/proc/self/exe", "escapes", "--stay", chosen, (char *)NULL);
  return NULL;
}
static void thread_execs(void) {
  if (!is_child()) return;
  setsid();
  pthread_t thread;
  pthread_create(&thread, NULL, execs, NULL);
  stay();
}
static void other_control_group(void) {
  if (!is_child()) return;
  static const char *const files[] = {
    "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/unified/cgroup.procs"};
  for (int i = 0; i < 2; i++) {
    int file = open(files[i], O_WRONLY);
    if (file >= 0) { if (write(file, "0", 1) < 0) {} close(file); }
  }
  setsid();
  stay();
}
static void fork_on_term(int signal) { if (is_child()) { setsid(); stay(); } }
static void forks_when_asked_to_end(void) {
  signal(SIGTERM, fork_on_term);
  must_hang = true;
}
static void fork_at_exit(void) { if (is_child()) { setsid(); stay(); } }
static void forks_at_exit(void) { atexit(fork_at_exit); }
static void crashes(void) { if (is_child()) { setsid(); stay(); } abort(); }
static void owned_descriptor(void) {
  if (is_child()) { setsid(); stay(); }
  int ends[2];
  if (getppid() <= 1 || pipe(ends)) return;
  fcntl(ends[0], F_SETSIG, SIGKILL), fcntl(ends[0], F_SETOWN, getppid());
  fcntl(ends[0], F_SETFL, O_ASYNC);
  if (write(ends[1], "x", 1) < 0) {}
}

static char *take_memory(size_t bytes) {
  char *memory = malloc(bytes);
  if (memory) memset(memory, 1, bytes);
  return memory;
}
static void three_children_of_memory(void) {
  for (int i = 0; i < 3; i++) if (is_child()) { take_memory(60 << 20); stay(); }
  must_hang = true;
}
static void shared_memory(void) {
  take_memory(60 << 20);
  for (int i = 0; i < 3; i++) if (is_child()) stay();
  usleep(300000);
}

// MARK: Rights

static char rights[512];

static void note(const char *what, bool is_allowed) {
  size_t length = strlen(rights);
  snprintf(
    rights + length, sizeof rights - length, " %s:%s", what, is_allowed ? "allowed" : "denied");
}

static bool writes(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
  bool is_written = file >= 0 && write(file, "x", 1) == 1;
  if (file >= 0) close(file);
  return is_written;
}

static bool connects(int family) {
  int handle = socket(family, SOCK_STREAM, 0);
  if (handle >= 0) close(handle);
  return handle >= 0;
}

/// Looks for a secret of the harness in the environments of all processes.
static bool finds_secret(const char *file) {
  static char text[1 << 18];
  DIR *all = opendir("/proc");
  bool is_found = false;
  for (struct dirent *entry; all && (entry = readdir(all));) {
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/%s", entry->d_name, file);
    int handle = atoi(entry->d_name) > 0 ? open(path, O_RDONLY) : -1;
    if (handle < 0) continue;
    ssize_t count = read(handle, text, sizeof text);
    close(handle);
    is_found |= count > 0 && memmem(text, count, "SECRET_OF_THE_HARNESS", 21);
  }
  if (all) closedir(all);
  return is_found;
}

static void try_rights(void) {
  rights[0] = 0;
  char own[512];
  const char *home = getenv("HOME"), *temporary = getenv("TMPDIR");
  snprintf(own, sizeof own, "%s/own", temporary ? temporary : "/tmp");
  note("own-folder", writes(own));
  note("home", home && temporary && !strcmp(home, temporary));
  note("null", writes("/dev/null"));
  // The plugin's own program lies in the test's folder.
  char path[512], beside[600];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  snprintf(beside, sizeof beside, "%s.written", path);
  note("folder", writes(beside));
  note("mode", chmod(path, 0755) == 0);
  note("internet", connects(AF_INET));
  note("services", connects(AF_UNIX));
  note("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0}) == 0);
  note("datagrams", socketpair(AF_UNIX, SOCK_DGRAM, 0, (int[2]){0}) == 0);
  // What stays in the system when all processes have ended.
  int segment = shmget(IPC_PRIVATE, 4096, 0600);
  if (segment >= 0) shmctl(segment, IPC_RMID, NULL);
  note("segment", segment >= 0);
  // A lock on what may only be read would stop those who write it.
  int program = open(path, O_RDONLY);
  flock(program, LOCK_EX);
  pid_t child = fork();
  if (child == 0) _exit(flock(open(path, O_RDONLY), LOCK_EX | LOCK_NB) != 0);
  int ending = 0;
  waitpid(child, &ending, 0);
  note("lock", ending != 0);
  close(program);
  note("environment", finds_secret("environ"));
  note("namespace", unshare(CLONE_NEWUSER) == 0);
}

static const struct { const char *name; void (*leave)(void); } ways[] = {
  {"double-fork", double_fork}, {"session", new_session}, {"group", new_group},
  {"daemon", daemon_far_away}, {"guards-group", guards_group}, {"traced", traced},
  {"vfork", vforked}, {"sibling", sibling}, {"renamed", renamed}, {"closes-all", no_descriptors},
  {"holds-pipes", holds_pipes}, {"ignores-term", ignores_term}, {"blocks-all", blocks_all},
  {"stopped", stopped}, {"runner", runner}, {"bomb", bomb}, {"exploding", exploding_bomb},
  {"kills-guard", kills_guard}, {"stops-guard", stops_guard}, {"own-reaper", own_reaper},
  {"unshared", unshared}, {"thread-forks", thread_forks}, {"thread-execs", thread_execs},
  {"control-group", other_control_group}, {"forks-on-term", forks_when_asked_to_end},
  {"forks-at-exit", forks_at_exit}, {"crashes", crashes}, {"descriptor", owned_descriptor},
  {"memory", three_children_of_memory}, {"shared-memory", shared_memory}, {"rights", try_rights},
};

// MARK: Protocol

static char header[1 << 16];

static bool take(void *bytes, size_t count) {
  for (ssize_t got; count; count -= got, bytes = (char *)bytes + got)
    if ((got = read(0, bytes, count)) <= 0) return false;
  return true;
}

static bool receive(void) {
  uint32_t lengths[2];
  char byte;
  if (!take(lengths, 8) || lengths[0] >= sizeof header || !take(header, lengths[0])) return false;
  header[lengths[0]] = 0;
  while (lengths[1]-- > 0) if (!take(&byte, 1)) return false;
  return true;
}

static void answer(const char *text) {
  uint32_t lengths[2] = {strlen(text), 0};
  if (write(1, lengths, 8) < 0 || write(1, text, lengths[0]) < 0) {}
}

int main(int count, char **arguments) {
  words = arguments;
  if (count == 3) chosen = arguments[2], stay();
  receive();
  char hello[4096];
  int length = snprintf(
    hello, sizeof hello,
    "{\"type\":\"hello\",\"protocol\":1,\"name\":\"escapes\",\"library\":\"none\","
    "\"libraryVersion\":\"1\",\"symbologies\":[\"qr-code\"],\"options\":[{\"name\":\"way\","
    "\"kind\":\"choice\",\"default\":\"none\",\"choices\":[\"none\"");
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    length += snprintf(hello + length, sizeof hello - length, ",\"%s\"", ways[i].name);
  snprintf(hello + length, sizeof hello - length, "]}]}");
  answer(hello);
  if (!receive()) return 0;
  void (*leave)(void) = NULL;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\"", ways[i].name);
    if (strstr(header, quoted)) leave = ways[i].leave, chosen = ways[i].name;
  }
  answer("{\"type\":\"ready\"}");
  while (receive()) {
    if (leave) leave();
    while (must_hang) pause();
    const char *id = strstr(header, "\"id\":");
    char text[700];
    snprintf(
      text, sizeof text,
      *rights ? "{\"type\":\"result\",\"id\":%ld,\"error\":\"%s\"}"
              : "{\"type\":\"result\",\"id\":%ld,\"readings\":[]}",
      id ? atol(id + 5) : 0, rights);
    answer(text);
  }
  return 0;
}
