// The restrictions of a worker's process by Landlock: files, network and signals. Constants that the kernel added after the
// oldest headers that this builds with are given by number.
#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
  landlock_create = 444,
  landlock_add = 445,
  only_version = 1,
  path_beneath = 1,
};

// Rights of access, as bits (linux/landlock.h).
enum {
  may_execute = 1 << 0,
  may_write = 1 << 1,
  may_read = 1 << 2,
  may_list = 1 << 3,
  // Remove folders and files.
  may_remove = 3 << 4,
  may_make_device = 1 << 6 | 1 << 11,
  may_make_folder = 1 << 7,
  may_make_file = 1 << 8,
  may_make_socket = 1 << 9,
  may_make_pipe = 1 << 10,
  may_make_link = 1 << 12,
  // From version 2: move between folders; 3: truncate; 5: ioctl on devices.
  may_move = 1 << 13,
  may_truncate = 1 << 14,
  may_control = 1 << 15,
  all_of_first = (1 << 13) - 1,
  for_files = may_execute | may_write | may_read | may_truncate | may_control,
};

struct ruleset_attributes {
  uint64_t files, network, scoped;
};

struct path_attributes {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

static uint64_t known_rights(int version) {
  return (uint64_t)all_of_first | (version >= 2 ? may_move : 0) | (version >= 3 ? may_truncate : 0) |
         (version >= 5 ? may_control : 0);
}

int cprocess_landlock_version(void) {
  const long version = syscall(landlock_create, NULL, 0, only_version);
  return version > 0 ? (int)version : 0;
}

int cprocess_create_ruleset(int version) {
  const struct ruleset_attributes attributes = {
      .files = known_rights(version),
      // Bind and connect.
      .network = version >= 4 ? 3 : 0,
      // Abstract Unix sockets and signals.
      .scoped = version >= 6 ? 3 : 0,
  };
  const size_t size = version >= 6   ? sizeof attributes
                      : version >= 4 ? offsetof(struct ruleset_attributes, scoped)
                                     : offsetof(struct ruleset_attributes, network);
  return (int)syscall(landlock_create, &attributes, size, 0);
}

int cprocess_allow_path(int ruleset, int version, const char *path, enum cprocess_access access) {
  static const uint64_t rights[] = {
      [cprocess_access_read] = may_execute | may_read | may_list,
      [cprocess_access_device] = may_read | may_write,
      [cprocess_access_write] = (all_of_first | may_move | may_truncate) & ~(may_make_device | may_execute),
  };
  const int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return -1;
  struct stat status;
  struct path_attributes rule = {.allowed = rights[access] & known_rights(version), .parent = parent};
  int result = fstat(parent, &status);
  if (result == 0) {
    if (!S_ISDIR(status.st_mode)) rule.allowed &= for_files;
    result = (int)syscall(landlock_add, ruleset, path_beneath, &rule, 0);
  }
  const int error = errno;
  close(parent);
  errno = error;
  return result;
}
