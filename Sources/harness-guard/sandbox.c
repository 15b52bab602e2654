#define _GNU_SOURCE
#include "guard.h"

#ifdef __linux__
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[512];

const char *sandbox_folder(void) {
  const char *parent = getenv("TMPDIR");
  // The plugin's working folder is another one.
  char whole[PATH_MAX];
  if (!parent || !*parent || !realpath(parent, whole)) strcpy(whole, "/tmp");
  int length = snprintf(folder, sizeof folder, "%s/harness-plugin-XXXXXX", whole);
  if (length >= (int)sizeof folder) snprintf(folder, sizeof folder, "/tmp/harness-plugin-XXXXXX");
  if (!mkdtemp(folder)) folder[0] = 0;
  return folder[0] ? folder : NULL;
}

const char *sandbox_current_folder(void) { return folder; }

/// Empties a folder, step by step: folders in a folder come to the top, so that none is too deep.
static bool empty(int top) {
  unsigned moved = 0;
  for (bool is_empty = false; !is_empty;) {
    is_empty = true;
    lseek(top, 0, SEEK_SET);
    int copy = dup(top);
    DIR *entries = copy < 0 ? NULL : fdopendir(copy);
    if (!entries) return false;
    for (struct dirent *entry; (entry = readdir(entries));) {
      if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
      if (unlinkat(top, entry->d_name, 0) == 0) continue;
      // Its owner may have closed it to itself.
      fchmodat(top, entry->d_name, 0700, 0);
      int inner = openat(top, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      DIR *children = inner < 0 ? NULL : fdopendir(inner);
      if (!children) {
        closedir(entries);
        return false;
      }
      for (struct dirent *child; (child = readdir(children));) {
        if (!strcmp(child->d_name, ".") || !strcmp(child->d_name, "..")) continue;
        if (unlinkat(inner, child->d_name, 0) == 0) continue;
        char name[32];
        // Beside what the plugin has named: no name of its own has a byte of the control characters twice.
        do snprintf(name, sizeof name, "\001\001%u", moved++);
        while (faccessat(top, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0);
        fchmodat(inner, child->d_name, 0700, 0);
        if (renameat(inner, child->d_name, top, name) == 0) is_empty = false;
      }
      closedir(children);
      if (unlinkat(top, entry->d_name, AT_REMOVEDIR) != 0 && is_empty) {
        closedir(entries);
        return false;
      }
    }
    closedir(entries);
  }
  return true;
}

void sandbox_remove_folder(void) {
  if (!folder[0]) return;
  chmod(folder, 0700);
  int top = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (top < 0) return;
  // New folders may turn up while others are moved; a plugin's processes have all ended.
  empty(top);
  close(top);
  rmdir(folder);
}

// MARK: Landlock

// The kernel's interface, written out: the headers of Debian 12 know its second version alone.
struct ruleset {
  uint64_t files, network, scopes;
};
struct __attribute__((packed)) beneath {
  uint64_t allowed;
  int32_t parent;
};
enum {
  CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446,
  EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_FOLDER = 1 << 3,
  TRUNCATE = 1 << 14, DEVICE_CONTROL = 1 << 15,
  SCOPE_ABSTRACT_SOCKETS = 1, SCOPE_SIGNALS = 2,
};

static uint64_t all_files(int version) {
  if (version >= 5) return (1 << 16) - 1;
  return version >= 3 ? (1 << 15) - 1 : version == 2 ? (1 << 14) - 1 : (1 << 13) - 1;
}

/// Allows what rights say of a folder and all that is in it, or of a file.
static bool allow(int rules, const char *path, uint64_t rights) {
  struct beneath rule = {rights, open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent < 0) return false;
  struct stat facts;
  // Rules about other rights of a file are refused.
  if (fstat(rule.parent, &facts) == 0 && !S_ISDIR(facts.st_mode))
    rule.allowed &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
  bool is_added = syscall(ADD_RULE, rules, 1, &rule, 0) == 0;
  close(rule.parent);
  return is_added;
}

/// Allows the plugin to read what the command line names; true unless that is everything.
static bool allow_reading(int rules, const struct settings *settings, int place) {
  const uint64_t reading = EXECUTE | READ_FILE | READ_FOLDER;
  bool is_bounded = true;
  const char *path;
  for (char **word = settings->words; *word && strcmp(*word, "--"); word++) {
    if (starts_with(*word, "reads=", &path)) {
      allow(rules, path, reading);
      is_bounded &= strcmp(path, "/") != 0;
    }
    if (starts_with(*word, "lists=", &path)) allow(rules, path, READ_FOLDER);
  }
  if (place & GUARD_PROCESSES) {
    allow(rules, "/proc", READ_FILE | READ_FOLDER);
    return is_bounded;
  }
  // Of the machine's processes, this one alone; and what tells of the machine.
  static const char *const facts[] = {
    "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/loadavg", "/proc/uptime",
    "/proc/version", "/proc/filesystems", "/proc/cgroups", "/proc/sys"};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    allow(rules, facts[i], READ_FILE | READ_FOLDER);
  return is_bounded;
}

/// Bounds the plugin's files and signals; returns the bits of what holds.
static int enter_landlock(
  const struct settings *settings, int version, const char *own, int place
) {
  bool bounds_files = !settings->needs_files && !(settings->without & GUARD_FILES);
  struct ruleset rules = {
    .files = bounds_files ? all_files(version) : 0,
    .scopes = version >= 6 ? SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS : 0};
  if (version == 0 || !(rules.files | rules.scopes)) return 0;
  int set = syscall(
    CREATE_RULESET, &rules, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
  if (set < 0) return 0;
  bool bounds_reading = false;
  if (bounds_files) {
    const uint64_t writing = READ_FILE | WRITE_FILE | (rules.files & TRUNCATE);
    bounds_reading = allow_reading(set, settings, place);
    if (own) allow(set, own, rules.files & ~(uint64_t)DEVICE_CONTROL);
    for (size_t i = 0; i < sizeof settings->writable / sizeof *settings->writable; i++)
      if (settings->writable[i])
        allow(set, settings->writable[i], rules.files & ~(uint64_t)DEVICE_CONTROL);
    static const char *const devices[] = {
      "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) allow(set, devices[i], writing);
  }
  bool holds = syscall(RESTRICT_SELF, set, 0) == 0;
  close(set);
  if (!holds) return 0;
  return (bounds_files ? GUARD_FILES : 0) | (bounds_reading ? GUARD_READING : 0) | (rules.scopes ? GUARD_OTHERS : 0);
}

// MARK: Privileges

/// Gives root's privileges up but for that of reading: a plugin may lie in a folder of another user.
static void drop_capabilities(void) {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (int i = 0; i < 64; i++)
    if (i != CAP_DAC_READ_SEARCH) prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct kept[2] = {{0}};
  if (syscall(SYS_capget, &header, kept) != 0) return;
  for (int i = 0; i < 2; i++) {
    uint32_t mask = i == 0 ? 1u << CAP_DAC_READ_SEARCH : 0;
    kept[i].effective &= mask;
    kept[i].permitted &= mask;
    kept[i].inheritable = 0;
  }
  syscall(SYS_capset, &header, kept);
}

int sandbox_enter(const struct settings *settings, int place, const char *own) {
  int holds = 0;
  // Without it neither of the two that follow can be had. It also keeps the plugin from becoming
  // another user, whose processes could not be ended.
  bool has_no_new = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  int version = guard_landlock_version(), landlock = 0;
  if (settings->sandboxed) {
    drop_capabilities();
    int bounds = has_no_new ? enter_landlock(settings, version, own, place) : 0;
    if (bounds) landlock = version;
    holds |= bounds | (has_no_new ? GUARD_PRIVILEGES : 0);
  }
  if (place & GUARD_NAMESPACE) holds |= GUARD_OTHERS;
  if (filter_install(settings, !(place & GUARD_NAMESPACE), landlock) && settings->sandboxed
      && !settings->needs_network && !(settings->without & GUARD_NETWORK))
    holds |= GUARD_NETWORK;
  return holds;
}
#else
const char *sandbox_folder(void) { return NULL; }
const char *sandbox_current_folder(void) { return ""; }
void sandbox_remove_folder(void) {}
int sandbox_enter(const struct settings *settings, int place, const char *own) { return 0; }
#endif
