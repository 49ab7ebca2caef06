// Sends notifications by curl_multi_perform and curl_multi_poll: one multi handle with all connections.

#include "push_client.h"

static CURLM *multi;
static Request *requests;

static void start(Request *request) {
  next_request(request);
  curl_multi_add_handle(multi, request->easy);
}

static void send_until(long last) {
  for (long i = 0; i < connections * in_flight && started < last; i++) start(&requests[i]);
  while (ended < last) {
    int running;
    if (curl_multi_perform(multi, &running) != CURLM_OK) fail("curl_multi_perform", "failed");
    Request *request;
    while ((request = next_ended(multi))) {
      curl_multi_remove_handle(multi, request->easy);
      if (started < last) start(request);
    }
    if (ended < last && curl_multi_poll(multi, NULL, 0, 1000, NULL) != CURLM_OK) fail("curl_multi_poll", "failed");
  }
}

int main(int argument_count, char **arguments) {
  read_arguments(argument_count, arguments);
  curl_global_init(CURL_GLOBAL_ALL);
  multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections);
  curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections);
  curl_multi_setopt(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, in_flight);
  requests = calloc(connections * in_flight, sizeof *requests);
  for (long i = 0; i < connections * in_flight; i++) make_request(&requests[i]);
  measure();
  return 0;
}
