#define _GNU_SOURCE
#include "guard.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/fscrypt.h>
#include <linux/fsverity.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#endif

#ifdef NATIVE
static struct sock_filter code[1024];
static unsigned length;

static void add(uint16_t operation, uint32_t value, uint8_t if_true, uint8_t if_false) {
  code[length++] = (struct sock_filter){operation, if_true, if_false, value};
}

static void load(uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
static void load_number(void) { load(__builtin_offsetof(struct seccomp_data, nr)); }
static void answer(uint32_t action) { add(BPF_RET | BPF_K, action, 0, 0); }

enum { EQUAL = BPF_JMP | BPF_JEQ | BPF_K, ANY_BIT = BPF_JMP | BPF_JSET | BPF_K };

/// Between rules the call's number is loaded. An argument is compared by its lower half, which is all
/// that the kernel looks at in a process id, a flag word or a family.
static uint32_t argument(int index) {
  return __builtin_offsetof(struct seccomp_data, args) + 8 * index;
}

static void deny(int call, int error) {
  add(EQUAL, call, 0, 1);
  answer(SECCOMP_RET_ERRNO | error);
}

/// Denies a call whose argument passes a test; with 0 for an error the caller believes that it was made.
static void deny_if(int call, int index, uint16_t test, uint32_t value, int error) {
  add(EQUAL, call, 0, 4);
  load(argument(index));
  add(test, value, 0, 1);
  answer(SECCOMP_RET_ERRNO | error);
  load_number();
}

static const int process_calls[] = {
  SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_pidfd_open,
  SYS_process_vm_readv, SYS_process_vm_writev, SYS_prlimit64, SYS_sched_setscheduler,
};

/// Keeps the guard and the harness out of the plugin's reach, where a namespace does not.
static void protect(pid_t process) {
  for (unsigned i = 0; i < sizeof process_calls / sizeof *process_calls; i++)
    deny_if(process_calls[i], 0, EQUAL, process, EPERM);
  deny_if(SYS_ptrace, 1, EQUAL, process, EPERM);
  // A signal reaches a group by its number with a minus, and from within.
  deny_if(SYS_kill, 0, EQUAL, -getpgid(process), EPERM);
  deny_if(SYS_setpgid, 1, EQUAL, getpgid(process), EPERM);
}

static void protect_all(const struct settings *settings) {
  protect(getppid());
  protect(settings->harness);
  deny_if(SYS_kill, 0, EQUAL, -1, EPERM);
  // A descriptor of a process can be had from its folder in /proc, too.
  deny(SYS_pidfd_send_signal, EPERM);
  // A descriptor's owner is sent any signal.
  static const int owners[] = {F_SETSIG, F_SETOWN, F_SETOWN_EX};
  for (unsigned i = 0; i < 3; i++) deny_if(SYS_fcntl, 1, EQUAL, owners[i], EPERM);
  static const int requests[] = {FIOSETOWN, SIOCSPGRP};
  for (unsigned i = 0; i < 2; i++) deny_if(SYS_ioctl, 1, EQUAL, requests[i], EPERM);
}

/// Keeps keys from being typed into the user's terminal.
static void protect_terminal(void) {
  deny_if(SYS_ioctl, 1, EQUAL, TIOCSTI, EPERM);
  deny_if(SYS_ioctl, 1, EQUAL, TIOCLINUX, EPERM);
}

/// Denies what changes the system, other processes, or the filter's own ground.
static void deny_dangerous(int landlock) {
  static const int calls[] = {
    SYS_kcmp, SYS_perf_event_open, SYS_bpf,
    SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_mount, SYS_umount2,
    SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, SYS_open_by_handle_at, SYS_kexec_load,
    SYS_kexec_file_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot,
    SYS_swapon, SYS_swapoff, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime,
    SYS_sethostname, SYS_setdomainname, SYS_acct, SYS_quotactl, SYS_syslog, SYS_vhangup,
    // Rings make calls that no filter sees: 425 to 427. Mounts in their newer form: 428 to 433, 442.
    425, 426, 427, 428, 429, 430, 431, 432, 433, 442,
    // A descriptor of another process.
    438,
    // Shared memory, semaphores and queues that stay when all processes have ended.
    SYS_shmget, SYS_shmctl, SYS_semget, SYS_semctl, SYS_msgget, SYS_msgctl, SYS_mq_open, SYS_mq_unlink,
  };
  for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) deny(calls[i], EPERM);
  // Landlock lets a plugin trace its own processes alone, as leak checkers do.
  if (!landlock) {
    deny(SYS_ptrace, EPERM);
    deny(SYS_process_vm_readv, EPERM);
    deny(SYS_process_vm_writev, EPERM);
  }
  deny_if(SYS_clone, 0, ANY_BIT,
    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
      | CLONE_NEWCGROUP, EPERM);
  // Its flags lie in memory, where a filter cannot look; libraries then take the older call.
  deny(SYS_clone3, ENOSYS);
}

/// Denies changes of files that Landlock does not know: modes, owners, attributes.
static void deny_file_changes(bool truncates) {
  static const int calls[] = {
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown,
#endif
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    // fchmodat2, setxattrat, removexattrat, file_setattr.
    452, 463, 466, 469,
  };
  for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) deny(calls[i], EPERM);
  // Times are of no use to a decoder, and archive programs want to set them: they believe that they did.
  static const int times[] = {
#ifdef SYS_utime
    SYS_utime, SYS_utimes, SYS_futimesat,
#endif
    SYS_utimensat,
  };
  for (unsigned i = 0; i < sizeof times / sizeof *times; i++) deny(times[i], 0);
  // Flags, verity and encryption of a file that is open for reading.
  static const uint32_t requests[] = {
    FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR, FS_IOC_ENABLE_VERITY, FS_IOC_SET_ENCRYPTION_POLICY};
  for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++)
    deny_if(SYS_ioctl, 1, EQUAL, requests[i], EPERM);
  // A lock on a file that may only be read would stop those who write it: the harness's store, say.
  static const int locks[] = {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW};
  for (unsigned i = 0; i < sizeof locks / sizeof *locks; i++)
    deny_if(SYS_fcntl, 1, EQUAL, locks[i], 0);
  deny_if(SYS_fcntl, 1, EQUAL, F_SETLEASE, EPERM);
  deny(SYS_flock, 0);
  if (!truncates) return;
  // Before its third version Landlock lets files be cut that may only be read.
  deny(SYS_truncate, EPERM);
  deny(437, ENOSYS);
  static const int opens[][2] = {
#ifdef SYS_open
    {SYS_open, 1},
#endif
    {SYS_openat, 2},
  };
  for (unsigned i = 0; i < sizeof opens / sizeof *opens; i++) {
    add(EQUAL, opens[i][0], 0, 5);
    load(argument(opens[i][1]));
    add(ANY_BIT, O_TRUNC, 0, 2);
    add(ANY_BIT, O_ACCMODE, 1, 0);
    answer(SECCOMP_RET_ERRNO | EPERM);
    load_number();
  }
}

static void deny_sockets(bool internet) {
  // A pair of connected sockets joins nobody but the plugin's own processes and stays allowed; one of
  // datagrams could be sent to anybody. Sockets of the system's services are denied too: they would start
  // processes for the plugin.
  add(EQUAL, SYS_socketpair, 0, 6);
  load(argument(1));
  add(BPF_ALU | BPF_AND | BPF_K, 0xf, 0, 0);
  add(EQUAL, SOCK_STREAM, 2, 0);
  add(EQUAL, SOCK_SEQPACKET, 1, 0);
  answer(SECCOMP_RET_ERRNO | EACCES);
  load_number();
  if (!internet) {
    deny(SYS_socket, EACCES);
    return;
  }
  add(EQUAL, SYS_socket, 0, 6);
  load(argument(0));
  add(EQUAL, AF_INET, 3, 0);
  add(EQUAL, AF_INET6, 2, 0);
  // Name look-ups ask the kernel for its addresses.
  add(EQUAL, AF_NETLINK, 1, 0);
  answer(SECCOMP_RET_ERRNO | EACCES);
  load_number();
}

bool filter_install(const struct settings *settings, bool can_be_reached, int landlock) {
  length = 0;
  load(__builtin_offsetof(struct seccomp_data, arch));
  add(EQUAL, NATIVE, 1, 0);
  // Programs of another word size: their calls have other numbers.
  bool bounds = settings->sandboxed || can_be_reached;
  answer(bounds ? SECCOMP_RET_ERRNO | ENOSYS : SECCOMP_RET_ALLOW);
  load_number();
#ifdef __x86_64__
  if (bounds) {
    add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    answer(SECCOMP_RET_ERRNO | ENOSYS);
  }
#endif
  protect_terminal();
  if (can_be_reached) protect_all(settings);
  if (settings->sandboxed) {
    deny_dangerous(landlock);
    if (!(settings->without & GUARD_NETWORK)) deny_sockets(settings->needs_network);
    // What installs programs sets their modes.
    if (!settings->needs_files && !settings->writable[0] && !(settings->without & GUARD_FILES))
      deny_file_changes(landlock < 3);
  }
  answer(SECCOMP_RET_ALLOW);
  const struct sock_fprog program = {(unsigned short)length, code};
  // A filter that slows the decoder down would change what is measured.
  return syscall(
    SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) == 0;
}
#else
bool filter_install(const struct settings *settings, bool can_be_reached, int landlock) {
  return false;
}
#endif
#endif
