// The restrictions of a worker's process by seccomp: its system calls. Constants that the kernel added after the oldest
// headers that this builds with are given by number.
#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <asm/sockios.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
// System calls that fail with EPERM. Most of them look into or steer other processes, change the machine, leave memory behind that no
// process owns, or get round this filter.
static const int denied[] = {
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
    // Sockets: the channel is inherited. Landlock does not cover Unix sockets with a path: a datagram socket of a pair could send to
    // those of the machine, such as the journal's.
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    // What counts for all processes of the user. With a second number for each file, one worker could take all watches of epoll, and the
    // host could accept no connection. Of asynchronous input and output the machine has a fixed number.
#ifdef SYS_dup2
    SYS_dup2,
#endif
    SYS_dup, SYS_dup3, SYS_io_setup,
    // Notes about files show the names of those that others write.
#ifdef SYS_inotify_init
    SYS_inotify_init,
#endif
    SYS_inotify_init1, SYS_fanotify_init,
    // The attributes of files, which Landlock does not cover, and the size by a path, which it covers from version 3.
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_truncate,
    // setxattrat, removexattrat, file_setattr
    463, 466, 469,
    // Processes, memory and the machine.
    SYS_execve, SYS_ptrace, SYS_process_vm_writev, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare,
    SYS_setns, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_kexec_load,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_syslog, SYS_acct,
    SYS_quotactl, SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_personality, SYS_kcmp, SYS_migrate_pages, SYS_move_pages,
    SYS_memfd_create, SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open, SYS_tkill, SYS_sched_setaffinity,
    SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr, SYS_ioprio_set, SYS_setpgid, SYS_setsid,
    // pidfd_send_signal, io_uring_setup, _enter, _register
    424, 425, 426, 427,
    // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, pidfd_open, pidfd_getfd, process_madvise, mount_setattr
    428, 429, 430, 431, 432, 433, 434, 438, 440, 442,
    // memfd_secret, process_mrelease
    447, 448};

// System calls whose first argument is a process, which has to be the caller.
static const int own[] = {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_process_vm_readv};

// System calls that do nothing and succeed. Landlock does not cover the modes, owners and times of files: a worker could take the rights
// from its own program, or from the host's folders, or change the times of the host's files. Programs set them for files that they write
// and copy, and give up where that fails. Dispatch sets the priority of its threads.
static const int idle[] = {
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
    SYS_fchmod, SYS_fchown, SYS_fchmodat, SYS_fchownat, SYS_utimensat, SYS_setpriority,
    // fchmodat2
    452};

// Commands of fcntl that choose the receiver of signals, or the signal, and those that do what dup does.
static const int denied_commands[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX, F_DUPFD, F_DUPFD_CLOEXEC};

// Requests of ioctl that do the same, and requests that take disk without a write: FS_IOC_RESVSP, FS_IOC_RESVSP64 and
// FS_IOC_ZERO_RANGE are fallocate by another name, and FS_IOC_FSSETXATTR lets XFS allocate gigabytes for each byte that is written.
static const int denied_requests[] = {
    FIOSETOWN, SIOCSPGRP, 0x40305828, 0x4030582a, 0x40305839, _IOW('X', 32, struct fsxattr)};

// Options of prctl by which a worker would outlive its host.
static const int denied_options[] = {PR_SET_PDEATHSIG};

enum { clone3 = 435, close_range_number = 436, close_range_unshares = 2, most_instructions = 512 };

struct program {
  struct sock_filter instructions[most_instructions];
  unsigned short count;
};

#define ARGUMENT(number) (offsetof(struct seccomp_data, args) + 8 * (number))
#define DENY(error) (SECCOMP_RET_ERRNO | (error))

static void add(struct program *program, struct sock_filter instruction) {
  program->instructions[program->count++] = instruction;
}

static void load(struct program *program, size_t offset) {
  add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void answer(struct program *program, uint32_t action) {
  add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

// Skips the next instructions unless the loaded number is this one.
static void if_equal(struct program *program, uint32_t number, uint8_t otherwise_skip) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, otherwise_skip));
}

// Skips the next instructions unless the loaded number has one of these bits.
static void if_any(struct program *program, uint32_t bits, uint8_t otherwise_skip) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, otherwise_skip));
}

// Denies a system call if the argument of this number is one of these.
static void deny_with(struct program *program, uint32_t call, int number, const int *arguments, size_t count) {
  if_equal(program, call, (uint8_t)(2 + 2 * count));
  load(program, ARGUMENT(number));
  for (size_t i = 0; i < count; i++) {
    if_equal(program, (uint32_t)arguments[i], 1);
    answer(program, DENY(EPERM));
  }
  answer(program, SECCOMP_RET_ALLOW);
}

static void add_rules(struct program *program, uint32_t caller, uint64_t secret) {
  load(program, offsetof(struct seccomp_data, arch));
  if_equal(program, ARCHITECTURE, 1);
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0));
  answer(program, SECCOMP_RET_KILL_PROCESS);
  load(program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  // The calls of the x32 interface, under numbers of their own.
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  answer(program, DENY(ENOSYS));
#endif
  for (size_t i = 0; i < sizeof denied / sizeof *denied; i++) {
    if_equal(program, (uint32_t)denied[i], 1);
    answer(program, DENY(EPERM));
  }
  // glibc falls back to clone, whose flags are an argument.
  if_equal(program, clone3, 1);
  answer(program, DENY(ENOSYS));
  for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) {
    if_equal(program, (uint32_t)idle[i], 1);
    answer(program, DENY(0));
  }
  // It takes any amount of disk at once, faster than the host can measure. posix_fallocate falls back to writes, as it does on
  // file systems without this call.
  if_equal(program, SYS_fallocate, 1);
  answer(program, DENY(EOPNOTSUPP));
  // Threads alone, and on the descriptors of the process: with a table of its own, each would have as many as the process may.
  const uint32_t thread_flags = CLONE_THREAD | CLONE_FILES;
  if_equal(program, SYS_clone, 5);
  load(program, ARGUMENT(0));
  add(program, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, thread_flags));
  if_equal(program, thread_flags, 1);
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, DENY(EPERM));
  if_equal(program, close_range_number, 4);
  load(program, ARGUMENT(2));
  if_any(program, close_range_unshares, 1);
  answer(program, DENY(EPERM));
  answer(program, SECCOMP_RET_ALLOW);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if_equal(program, (uint32_t)own[i], 4);
    load(program, ARGUMENT(0));
    if_equal(program, caller, 1);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, DENY(EPERM));
  }
  if_equal(program, SYS_prlimit64, 5);
  load(program, ARGUMENT(0));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
  if_equal(program, caller, 1);
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, DENY(EPERM));
  // Shared memory without a file does not count as data, and not as resident after MADV_DONTNEED.
  if_equal(program, SYS_mmap, 5);
  load(program, ARGUMENT(3));
  if_any(program, MAP_SHARED, 2);
  if_any(program, MAP_ANONYMOUS, 1);
  answer(program, DENY(EPERM));
  answer(program, SECCOMP_RET_ALLOW);
  deny_with(program, SYS_fcntl, 1, denied_commands, sizeof denied_commands / sizeof *denied_commands);
  deny_with(program, SYS_ioctl, 1, denied_requests, sizeof denied_requests / sizeof *denied_requests);
  deny_with(program, SYS_prctl, 0, denied_options, sizeof denied_options / sizeof *denied_options);
  if_equal(program, SYS_execveat, 6);
  load(program, ARGUMENT(5));
  if_equal(program, (uint32_t)secret, 3);
  load(program, ARGUMENT(5) + 4);
  if_equal(program, (uint32_t)(secret >> 32), 1);
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, DENY(EPERM));
  answer(program, SECCOMP_RET_ALLOW);
}
#endif

int cprocess_restrict_calls(uint64_t secret) {
#ifdef ARCHITECTURE
  struct program program = {.count = 0};
  add_rules(&program, (uint32_t)getpid(), secret);
  const struct sock_fprog filter = {.len = program.count, .filter = program.instructions};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
#else
  (void)secret;
  errno = ENOSYS;
  return -1;
#endif
}

bool cprocess_has_call_filters(void) {
#ifdef ARCHITECTURE
  const uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#else
  return false;
#endif
}
