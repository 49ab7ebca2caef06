#ifndef CPROCESS_LAUNCH_H
#define CPROCESS_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// What a worker's process is started with. All of it is prepared before the process exists, because the new process shares the
// host's memory until its program is loaded, and may do nothing there that allocates or locks.
struct cprocess_launch {
  // The program, open with O_PATH.
  int executable;
  char *const *arguments;
  char *const *environment;
  // The working directory.
  const char *folder;
  // `output` becomes descriptors 1 and 2, `channel` 3, and `page` 4. Descriptor 0 is /dev/null; all others are closed.
  int output, channel, page;
  // The Landlock ruleset; -1 for none.
  int ruleset;
  // Whether seccomp restricts the system calls. Such a process is killed when the thread ends that has called cprocess_start, and so
  // with the host.
  bool restricts_calls;
  // Whether the process gives up its capabilities.
  bool drops_capabilities;
  // The most open descriptors.
  uint64_t descriptors;
  // The most private writable memory in bytes.
  uint64_t data;
  // The largest size of a file in bytes. A longer write fails.
  uint64_t file_size;
  // A number by which the process and all that descend from it are found (cprocess_kill_marked).
  uint64_t mark;
  // The sixth argument of execveat. seccomp denies an execveat with any other value. The program does not know the
  // value, so it cannot start another program.
  uint64_t secret;

  // The id of the host, by which the child sees that it still lives. Set by cprocess_start.
  pid_t host;
  // The step that failed, and the system's error number; null and 0 for none.
  const char *failed_step;
  int error;
};

// Opens a program for its start, closed by an exec. Returns a descriptor, or -1 with errno set.
int cprocess_open_program(const char *path);

// Starts the process in a session of its own. Returns when its program is loaded, with its id and a descriptor (closed by an exec)
// for it, or -1 with `failed_step` and `error` set.
pid_t cprocess_start(struct cprocess_launch *launch, int *process);

// Installs the filter of system calls in the calling process. Afterwards the process can start another program only by
// an execveat with `secret`. For the child of cprocess_start. Returns 0, or -1 with errno set.
int cprocess_restrict_calls(uint64_t secret);

// Whether the kernel has filters of system calls.
bool cprocess_has_call_filters(void);

// The version of Landlock that the kernel has; 0 for none.
int cprocess_landlock_version(void);

// Creates a Landlock ruleset that denies all access to files, and what else the version can deny. Returns its descriptor, or -1 with
// errno set.
int cprocess_create_ruleset(int version);

enum cprocess_access {
  // Read files, list folders, and load programs.
  cprocess_access_read,
  // Read and write, for a device.
  cprocess_access_device,
  // All that a program does with files of its own.
  cprocess_access_write,
};

// Allows access to a file, or to a folder and all below it. Returns 0, or -1 with errno set.
int cprocess_allow_path(int ruleset, int version, const char *path, enum cprocess_access access);

// How a process ended.
struct cprocess_end {
  // The signal that ended it; 0 for none.
  int signal;
  int status;
};

// Removes an ended process from the system's table, after it has killed what is left of its process group. Returns 1; 0 if it has not
// ended; -1 with errno set.
int cprocess_reap_group(int process, pid_t id, struct cprocess_end *end);

// Kills a process that is not reaped yet, and its process group.
void cprocess_kill(int process, pid_t id);

// Kills the processes with a mark from `first` on, of `count` marks, and what descends from them; reaps what became a child of this process.
// Processes of other users are left out. Returns the number of processes that are left, or -1 with errno set.
int cprocess_kill_marked(uint64_t first, uint64_t count);

// Limits a process's private writable memory. Returns 0, or -1 with errno set.
int cprocess_limit_data(pid_t id, uint64_t bytes);

// Raises the process's score for the kernel's out-of-memory killer to 500, so that the kernel kills it before the host.
// An id of 0 stands for the calling process. Returns 0, or -1 with errno set.
int cprocess_raise_oom_score(pid_t id);

// What a process uses.
struct cprocess_usage {
  // In bytes. The second counts private writable mappings, as the limit of data does.
  uint64_t resident, data;
  // In nanoseconds.
  uint64_t cpu;
  uint64_t threads;
};

// Returns 0, or -1 with errno set.
int cprocess_measure(pid_t id, struct cprocess_usage *usage);

// The CPU time of a thread in nanoseconds, or -1.
int64_t cprocess_thread_cpu(pid_t id, uint32_t thread);

// CLOCK_MONOTONIC in nanoseconds.
uint64_t cprocess_monotonic_time(void);

// Removes a folder and all in it, without following links. What is nested more deeply than two levels is moved up first, so that no depth
// exhausts descriptors or the length of a path. Returns 0, or -1 with errno set.
int cprocess_remove_folder(const char *path);

// Whether the user of this process owns an open file.
bool cprocess_is_own(int file);

// The most files and folders of a folder whose size is taken, so that this takes tens of milliseconds.
enum { cprocess_most_files = 10000 };

// The bytes on the disk of a folder and all below it, without the gaps of sparse files; 0 if there is none. More than `most` also for a
// folder with more than `cprocess_most_files`, and for one that cannot be read.
uint64_t cprocess_folder_size(const char *path, uint64_t most);

#endif
