// Starting a worker's process. From the clone to the exec the child shares the host's memory, on a stack of its own, while other
// threads of the host go on: it makes system calls alone, and writes nothing but the launch's result. So it is C.
#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef CLONE_PIDFD
#define CLONE_PIDFD 0x1000
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

enum {
  stack_size = 64 << 10,
  first_unused = 5,
  // Descriptors are moved above this number before they get their places.
  apart = 16,
  close_range_on_exec = 4,
  pidfd_id_type = 3,
  failure_status = 127,
};

static bool fail(struct cprocess_launch *launch, const char *step) {
  launch->error = errno;
  launch->failed_step = step;
  return false;
}

static bool place(int from, int to) { return dup2(from, to) == to; }

static bool close_rest_on_exec(void) {
  if (syscall(SYS_close_range, first_unused, ~0u, close_range_on_exec) == 0) return true;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return false;
  for (rlim_t number = first_unused; number < limit.rlim_cur; number++) fcntl((int)number, F_SETFD, FD_CLOEXEC);
  return true;
}

static bool arrange_descriptors(struct cprocess_launch *launch) {
  int *const moved[] = {&launch->executable, &launch->output, &launch->channel, &launch->page, &launch->ruleset};
  for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
    if (*moved[i] >= 0 && (*moved[i] = fcntl(*moved[i], F_DUPFD_CLOEXEC, apart)) < 0) return false;
  }
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  return nothing >= 0 && place(nothing, 0) && place(launch->output, 1) && place(launch->output, 2) &&
         place(launch->channel, 3) && place(launch->page, 4) && close_rest_on_exec() &&
         // If /dev/null had one of the low numbers, its place has been taken or it closes on the exec; 0 itself stays open.
         fcntl(0, F_SETFD, 0) == 0;
}

// Sets a limit, or keeps the host's own if that is lower.
static bool limit(int resource, uint64_t most) {
  struct rlimit both;
  if (getrlimit(resource, &both) < 0) return false;
  if (most < both.rlim_max) both.rlim_max = (rlim_t)most;
  both.rlim_cur = both.rlim_max;
  return setrlimit(resource, &both) == 0;
}

static bool set_limits(const struct cprocess_launch *launch) {
  return limit(RLIMIT_NOFILE, launch->descriptors) && limit(RLIMIT_DATA, launch->data) &&
         limit(RLIMIT_FSIZE, launch->file_size) &&
         // A core dump to a program ignores a limit of 0, and heeds 1 (core(5)).
         limit(RLIMIT_CORE, 1) &&
         // Message queues outlive their process.
         limit(RLIMIT_MSGQUEUE, 0) &&
         // The kernel has ignored this limit since 2.4.25. A process inherits it, so it marks the worker's descendants.
         limit(RLIMIT_LOCKS, launch->mark);
}

static bool reset_signals(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number <= SIGRTMAX; number++) sigaction(number, &action, NULL);
  // A file that becomes too large is an error of the write.
  action.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &action, NULL);
  return true;
}

static bool drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return syscall(SYS_capset, &header, none) == 0;
}

static bool restrict_files(int ruleset) { return syscall(SYS_landlock_restrict_self, ruleset, 0) == 0; }

// Lets the kernel kill this process when the thread that has started it ends. The exec keeps this, and seccomp keeps the program from
// changing it. It is not for a program that may start others: at its sudden end it could not end its process group.
static bool end_with_host(pid_t host) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return false;
  // A host that had ended before sends no signal.
  return getppid() == host;
}

static bool unblock_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  return sigprocmask(SIG_SETMASK, &none, NULL) == 0;
}

static int child(void *argument) {
  struct cprocess_launch *launch = argument;
  // execveat with an empty path (AT_EMPTY_PATH) loads what the descriptor is open for.
  const long is_descriptor = AT_EMPTY_PATH;
  if (setsid() < 0 ? fail(launch, "setsid") : true) {
    if (!arrange_descriptors(launch)) {
      fail(launch, "arrange descriptors");
    } else if (!set_limits(launch)) {
      fail(launch, "set limits");
    } else if (umask(077), chdir(launch->folder) < 0) {
      fail(launch, "enter the temporary folder");
    } else if (!reset_signals() || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) {
      fail(launch, "give up new privileges");
    } else if (cprocess_raise_oom_score(0), launch->drops_capabilities && !drop_capabilities()) {
      fail(launch, "give up capabilities");
    } else if (launch->ruleset >= 0 && !restrict_files(launch->ruleset)) {
      fail(launch, "restrict files");
    } else if (launch->restricts_calls && !end_with_host(launch->host)) {
      fail(launch, "end with the host");
    } else if (!unblock_signals() || (launch->restricts_calls && cprocess_restrict_calls(launch->secret) < 0)) {
      fail(launch, "restrict system calls");
    } else {
      // Another thread's child may have the executable open for writing until its own exec. The pauses add to 200 ms.
      const struct timespec pause = {.tv_nsec = 1000000};
      for (int tries = 0; tries < 200; tries++) {
        syscall(SYS_execveat, launch->executable, "", launch->arguments, launch->environment, is_descriptor, launch->secret);
        if (errno != ETXTBSY) break;
        nanosleep(&pause, NULL);
      }
      fail(launch, "execute");
    }
  }
  _exit(failure_status);
}

pid_t cprocess_start(struct cprocess_launch *launch, int *process) {
  launch->failed_step = NULL;
  launch->error = 0;
  launch->host = getpid();
  void *stack = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) {
    fail(launch, "allocate a stack");
    return -1;
  }
  // No handler of the host may run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // CLONE_VFORK: this thread waits until the child has its program, so the launch stays in place.
  const int flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
  const pid_t id = clone(child, (char *)stack + stack_size, flags, launch, process);
  if (id < 0) fail(launch, "clone");
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  munmap(stack, stack_size);
  if (id < 0) return -1;
  if (!launch->failed_step) return id;
  siginfo_t end;
  while (waitid(pidfd_id_type, (id_t)*process, &end, WEXITED) < 0 && errno == EINTR) continue;
  close(*process);
  return -1;
}
