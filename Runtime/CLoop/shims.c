#define _GNU_SOURCE
#include "CLoop.h"

#include <linux/filter.h>
#include <stdio.h>
#include <sys/socket.h>

static _Thread_local struct cloop_thread thread;

struct cloop_thread *cloop_thread(void) { return &thread; }

int cloop_accept(int listener, void *address) {
  socklen_t length = sizeof(struct sockaddr_storage);
  return accept4(listener, address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int cloop_refuse_connections(int listener) {
  // A socket's filter begins at the TCP header, whose byte 13 holds the flags. A segment with SYN begins a connection; the ACK
  // that ends a handshake passes.
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x02, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 0),
      BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  return setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
}

int cloop_rename(int old_folder, const char *old_name, int new_folder, const char *new_name, bool replaces) {
  return renameat2(old_folder, old_name, new_folder, new_name, replaces ? 0 : RENAME_NOREPLACE);
}
