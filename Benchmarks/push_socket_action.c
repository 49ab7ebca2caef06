// Sends notifications by curl_multi_socket_action and epoll: one multi handle for each connection.

#include <sys/epoll.h>

#include "push_client.h"

typedef struct {
  CURLM *multi;
  Request *requests;
  double due;
} Connection;

static int poller;
static Connection *all;
// By descriptor.
static Connection *owners[1024];

static int watch(CURL *easy, curl_socket_t socket, int interest, void *context, void *unused) {
  (void)easy, (void)unused;
  struct epoll_event event = {.data.fd = socket};
  if (socket >= 1024) fail("a socket", "its number is too high");
  owners[socket] = context;
  if (interest == CURL_POLL_REMOVE) return epoll_ctl(poller, EPOLL_CTL_DEL, socket, &event), 0;
  if (interest & CURL_POLL_IN) event.events |= EPOLLIN;
  if (interest & CURL_POLL_OUT) event.events |= EPOLLOUT;
  if (epoll_ctl(poller, EPOLL_CTL_MOD, socket, &event) == 0) return 0;
  return epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event);
}

static int set_timer(CURLM *multi, long milliseconds, void *context) {
  (void)multi;
  ((Connection *)context)->due = milliseconds < 0 ? 0 : wall_time() + milliseconds / 1e3;
  return 0;
}

static void start(Connection *connection, Request *request) {
  next_request(request);
  curl_multi_add_handle(connection->multi, request->easy);
}

static void act(Connection *connection, curl_socket_t socket, int readiness) {
  int running;
  if (curl_multi_socket_action(connection->multi, socket, readiness, &running) != CURLM_OK)
    fail("curl_multi_socket_action", "failed");
}

static void expire(void) {
  for (long c = 0; c < connections; c++) {
    if (all[c].due == 0 || all[c].due > wall_time()) continue;
    all[c].due = 0;
    act(&all[c], CURL_SOCKET_TIMEOUT, 0);
  }
}

static int pause_until_due(void) {
  double due = 0;
  for (long c = 0; c < connections; c++)
    if (all[c].due && (due == 0 || all[c].due < due)) due = all[c].due;
  if (due == 0) return 1000;
  double left = (due - wall_time()) * 1000;
  return left <= 0 ? 0 : (int)left + 1;
}

static void send_until(long last) {
  for (long i = 0; i < in_flight; i++)
    for (long c = 0; c < connections && started < last; c++) start(&all[c], &all[c].requests[i]);
  while (1) {
    expire();
    for (long c = 0; c < connections; c++) {
      Request *request;
      while ((request = next_ended(all[c].multi))) {
        curl_multi_remove_handle(all[c].multi, request->easy);
        if (started < last) start(&all[c], request);
      }
    }
    if (ended >= last) return;
    struct epoll_event events[64];
    int ready = epoll_wait(poller, events, 64, pause_until_due());
    for (int i = 0; i < ready; i++) {
      int readiness = 0;
      if (events[i].events & (EPOLLIN | EPOLLHUP)) readiness |= CURL_CSELECT_IN;
      if (events[i].events & EPOLLOUT) readiness |= CURL_CSELECT_OUT;
      if (events[i].events & EPOLLERR) readiness |= CURL_CSELECT_ERR;
      act(owners[events[i].data.fd], events[i].data.fd, readiness);
    }
  }
}

int main(int argument_count, char **arguments) {
  read_arguments(argument_count, arguments);
  curl_global_init(CURL_GLOBAL_ALL);
  poller = epoll_create1(EPOLL_CLOEXEC);
  all = calloc(connections, sizeof *all);
  for (long c = 0; c < connections; c++) {
    CURLM *multi = all[c].multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, &all[c]);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, &all[c]);
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1L);
    curl_multi_setopt(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 1000L);
    all[c].requests = calloc(in_flight, sizeof *all[c].requests);
    for (long i = 0; i < in_flight; i++) make_request(&all[c].requests[i]);
  }
  measure();
  return 0;
}
