#define _GNU_SOURCE
#include "CProcess.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_entry(const struct dirent *entry) {
  return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

// Opens a folder below another one. The program that made it may have taken all rights from it.
static DIR *open_folder(int parent, const char *name) {
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0 && errno == EACCES && fchmodat(parent, name, 0700, 0) == 0) {
    folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }
  if (folder < 0) return NULL;
  fchmod(folder, 0700);
  DIR *entries = fdopendir(folder);
  if (!entries) close(folder);
  return entries;
}

// Removes the files of a folder below `top`, and moves its folders to `top`, under new names.
static void flatten(int top, const char *name, unsigned long *moved) {
  DIR *entries = open_folder(top, name);
  if (!entries) return;
  const int folder = dirfd(entries);
  for (struct dirent *entry; (entry = readdir(entries));) {
    if (!is_entry(entry) || unlinkat(folder, entry->d_name, 0) == 0) continue;
    if (unlinkat(folder, entry->d_name, AT_REMOVEDIR) == 0) continue;
    char unused[32];
    snprintf(unused, sizeof unused, ".moved-%lu", ++*moved);
    // A folder has to be writable to get another parent.
    if (renameat(folder, entry->d_name, top, unused) < 0 && errno == EACCES) {
      fchmodat(folder, entry->d_name, 0700, 0);
      renameat(folder, entry->d_name, top, unused);
    }
  }
  closedir(entries);
  unlinkat(top, name, AT_REMOVEDIR);
}

int cprocess_remove_folder(const char *path) {
  // Each pass removes what has no folders below it, and moves deeper folders up to `path`. The tree gets flatter with
  // each pass until it is empty. A pass that neither removes nor moves anything is an error.
  for (unsigned long passes = 0, moved = 0; passes < 1 << 20; passes++) {
    if (rmdir(path) == 0 || errno == ENOENT) return 0;
    if (errno != ENOTEMPTY && errno != EEXIST) return -1;
    DIR *entries = open_folder(AT_FDCWD, path);
    if (!entries) return -1;
    const unsigned long before = moved;
    bool has_removed = false;
    for (struct dirent *entry; (entry = readdir(entries));) {
      if (!is_entry(entry)) continue;
      if (unlinkat(dirfd(entries), entry->d_name, 0) == 0 || unlinkat(dirfd(entries), entry->d_name, AT_REMOVEDIR) == 0) {
        has_removed = true;
      } else if (errno == ENOTEMPTY || errno == EEXIST) {
        flatten(dirfd(entries), entry->d_name, &moved);
      }
    }
    closedir(entries);
    if (!has_removed && moved == before && rmdir(path) < 0) return -1;
  }
  errno = ELOOP;
  return -1;
}

bool cprocess_is_own(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && status.st_uid == geteuid();
}

uint64_t cprocess_folder_size(const char *path, uint64_t most) {
  char *const paths[] = {(char *)path, NULL};
  FTS *const tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
  if (!tree) return 0;
  uint64_t size = 0;
  unsigned entries = 0;
  for (FTSENT *entry; size <= most && (entry = fts_read(tree));) {
    if (entry->fts_info == FTS_DP) continue;
    if (++entries > cprocess_most_files) size = most + 1;
    if (entry->fts_info == FTS_D || entry->fts_info == FTS_F || entry->fts_info == FTS_SL || entry->fts_info == FTS_DEFAULT) {
      const uint64_t blocks = (uint64_t)entry->fts_statp->st_blocks * 512;
      size += blocks;
    } else if (entry->fts_errno == ENAMETOOLONG || entry->fts_errno == EACCES) {
      size = most + 1;
    }
  }
  fts_close(tree);
  return size;
}
