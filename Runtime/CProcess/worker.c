// A worker's process from its host's side: its end, its descendants, what it uses.
#define _GNU_SOURCE
#include "CProcess.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { pidfd_id_type = 3 };

int cprocess_open_program(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

static int wait_for(int process, siginfo_t *info, int options) {
  int result;
  *info = (siginfo_t){0};
  while ((result = waitid(pidfd_id_type, (id_t)process, info, WEXITED | WNOHANG | options)) < 0 && errno == EINTR) continue;
  return result;
}

int cprocess_reap_group(int process, pid_t id, struct cprocess_end *end) {
  siginfo_t info;
  if (wait_for(process, &info, WNOWAIT) < 0) return -1;
  if (info.si_pid == 0) return 0;
  // As long as it is not reaped no other group has its number.
  kill(-id, SIGKILL);
  if (wait_for(process, &info, 0) < 0) return -1;
  const bool is_exit = info.si_code == CLD_EXITED;
  *end = (struct cprocess_end){.signal = is_exit ? 0 : info.si_status, .status = is_exit ? info.si_status : 0};
  return 1;
}

void cprocess_kill(int process, pid_t id) {
  // As long as it is not reaped no other process and no other group has its number.
  kill(-id, SIGKILL);
  syscall(424 /* pidfd_send_signal */, process, SIGKILL, NULL, 0);
}

// Reads a file of /proc as a text. Returns its length, or -1.
static ssize_t read_file(const char *path, char *text, size_t size) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = read(file, text, size - 1);
  const int error = errno;
  close(file);
  errno = error;
  if (length >= 0) text[length] = 0;
  return length;
}

static bool has_mark(const char *process, uint64_t first, uint64_t count) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%.32s/limits", process);
  if (read_file(path, text, sizeof text) < 0) return false;
  const char *line = strstr(text, "Max file locks");
  // The usual limit is "unlimited", which is no number and so less than any mark.
  const uint64_t mark = line ? strtoull(line + strlen("Max file locks"), NULL, 10) : 0;
  return mark >= first && mark - first < count;
}

// Whether a process has ended, and its parent has not asked for its end yet.
static bool is_ended(const char *process) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%.32s/stat", process);
  if (read_file(path, text, sizeof text) < 0) return true;
  // The name in parentheses may contain anything.
  const char *rest = strrchr(text, ')');
  return rest && (rest[2] == 'Z' || rest[2] == 'X');
}

// Kills a process if it has one of the marks. Returns whether it is left.
static bool kill_if_marked(const char *process, uint64_t first, uint64_t count) {
  if (!has_mark(process, first, count)) return false;
  const pid_t id = (pid_t)atoi(process);
  const int descriptor = (int)syscall(434 /* pidfd_open */, id, 0);
  bool is_killed;
  if (descriptor >= 0) {
    // The process may have ended since, and another one may have its number. The descriptor stays with one process.
    is_killed = has_mark(process, first, count) && syscall(424 /* pidfd_send_signal */, descriptor, SIGKILL, NULL, 0) == 0;
    close(descriptor);
  } else {
    // Some containers refuse pidfd_open.
    is_killed = errno != ESRCH && kill(id, SIGKILL) == 0;
  }
  // It is this process's child if its parents have ended and this is the first process of a container.
  return is_killed && waitpid(id, NULL, WNOHANG) != id && !is_ended(process);
}

int cprocess_kill_marked(uint64_t first, uint64_t count) {
  DIR *processes = opendir("/proc");
  if (!processes) return -1;
  int left = 0;
  for (struct dirent *entry; (entry = readdir(processes));) {
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && kill_if_marked(entry->d_name, first, count)) left++;
  }
  closedir(processes);
  return left;
}

int cprocess_limit_data(pid_t id, uint64_t bytes) {
  struct rlimit limit;
  if (prlimit(id, RLIMIT_DATA, NULL, &limit) < 0) return -1;
  if (bytes < limit.rlim_max) limit.rlim_max = (rlim_t)bytes;
  limit.rlim_cur = limit.rlim_max;
  return prlimit(id, RLIMIT_DATA, &limit, NULL);
}

int cprocess_raise_oom_score(pid_t id) {
  char path[64] = "/proc/self/oom_score_adj";
  // The child of cprocess_start calls this with 0, and may not format there.
  if (id != 0) snprintf(path, sizeof path, "/proc/%d/oom_score_adj", (int)id);
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  const ssize_t written = write(file, "500", 3);
  close(file);
  return written == 3 ? 0 : -1;
}

int cprocess_measure(pid_t id, struct cprocess_usage *usage) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/statm", (int)id);
  if (read_file(path, text, sizeof text) < 0) return -1;
  unsigned long long size, resident, shared, code, library, data;
  if (sscanf(text, "%llu %llu %llu %llu %llu %llu", &size, &resident, &shared, &code, &library, &data) != 6) {
    errno = EIO;
    return -1;
  }
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  *usage = (struct cprocess_usage){.resident = resident * page, .data = data * page};
  // Each thread adds a link to this folder, which has two others. A count without a list takes 1 µs for any number of threads.
  snprintf(path, sizeof path, "/proc/%d/task", (int)id);
  struct stat folder;
  if (stat(path, &folder) == 0 && folder.st_nlink > 2) usage->threads = folder.st_nlink - 2;
  struct timespec used;
  clockid_t clock;
  // The clock of a process needs no file.
  if (clock_getcpuclockid(id, &clock) == 0 && clock_gettime(clock, &used) == 0) {
    usage->cpu = (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
  }
  return 0;
}

int64_t cprocess_thread_cpu(pid_t id, uint32_t thread) {
  char path[80], text[1024];
  snprintf(path, sizeof path, "/proc/%d/task/%u/schedstat", (int)id, thread);
  if (read_file(path, text, sizeof text) > 0) return (int64_t)strtoll(text, NULL, 10);
  if (errno != ENOENT) return -1;
  // A kernel without statistics of the scheduler has the times in `stat` alone: fields 14 (utime) and 15 (stime), in
  // clock ticks. The fields are counted from behind field 2, the name in parentheses, which may contain anything.
  snprintf(path, sizeof path, "/proc/%d/task/%u/stat", (int)id, thread);
  if (read_file(path, text, sizeof text) < 0) return -1;
  const char *rest = strrchr(text, ')');
  unsigned long long user, system;
  if (!rest || sscanf(rest + 1, " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu %llu", &user, &system) != 2) return -1;
  return (int64_t)((user + system) * (1000000000 / (unsigned long long)sysconf(_SC_CLK_TCK)));
}
