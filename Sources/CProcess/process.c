#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

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

void process_limit(pid_t process, uint64_t address_space) {
#ifdef __linux__
  const struct rlimit none = {0, 0};
  prlimit(process, RLIMIT_CORE, &none, NULL);
  if (address_space != 0) {
    const struct rlimit memory = {address_space, address_space};
    prlimit(process, RLIMIT_AS, &memory, NULL);
  }
#else
  (void)process, (void)address_space;
#endif
}
