#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void receive(int number) {
  const int error = errno;
  const unsigned char byte = (unsigned char)number;
  // A full pipe holds thousands of signals. The reader does not need one more, so the write may fail.
  if (write(ends[1], &byte, 1) < 0) errno = error;
  errno = error;
}

int cprocess_receive_signals(const int *signals, int count) {
  if (pipe2(ends, O_CLOEXEC) < 0 || fcntl(ends[1], F_SETFL, O_NONBLOCK) < 0) return -1;
  struct sigaction action = {.sa_handler = receive, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < count; i++) {
    if (sigaction(signals[i], &action, NULL) < 0) return -1;
  }
  return ends[0];
}
