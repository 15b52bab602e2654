// What `scripts/ground.py` puts between a program and its C library (LD_PRELOAD): a clock that is set while
// the program runs, locks that never refuse, and leaks. Each is off until its variable is set.
//
//   MOVING_CLOCK=FILE      the file holds two numbers: seconds added to the clock of the day, and to the
//                          monotonic one; it is read at every call
//   MOVING_LOCKS=1         every lock is granted
//   MOVING_LEAK=BYTES      every 16th read(2) loses this much memory, and every 4096th a descriptor
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long shift(int clock) {
  const char *name = getenv("MOVING_CLOCK");
  if (!name) return 0;
  int file = syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[64], *rest;
  long length = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  text[length < 0 ? 0 : length] = 0;
  long day = strtol(text, &rest, 10), steady = strtol(rest, NULL, 10);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) return day;
  return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE
    || clock == CLOCK_BOOTTIME ? steady : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0) time->tv_sec += shift(clock);
  return result;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *out, void *zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

int flock(int file, int operation) {
  return getenv("MOVING_LOCKS") ? 0 : syscall(SYS_flock, file, operation);
}

static int lock_or_pass(int file, int command, void *argument) {
  // F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW; F_GETLK and F_OFD_GETLK say that nobody has one.
  if (getenv("MOVING_LOCKS")) {
    if (command == F_SETLK || command == F_SETLKW || command == 37 || command == 38) return 0;
    if (command == F_GETLK || command == 36) return ((struct flock *)argument)->l_type = F_UNLCK, 0;
  }
  return syscall(SYS_fcntl, file, command, argument);
}

int fcntl(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return lock_or_pass(file, command, argument);
}

int fcntl64(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return lock_or_pass(file, command, argument);
}

ssize_t read(int file, void *buffer, size_t size) {
  static unsigned calls;
  static void *volatile lost;  // Else a compiler leaves out what is allocated for nobody.
  const char *leak = getenv("MOVING_LEAK");
  if (leak) {
    unsigned call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    size_t bytes = strtoul(leak, NULL, 10);
    if (call % 16 == 0 && (lost = malloc(bytes))) memset(lost, call, bytes);
    if (call % 4096 == 0) syscall(SYS_dup, 2);
  }
  return syscall(SYS_read, file, buffer, size);
}
