// What both C loops have in common: the requests, which are those of Benchmarks/Push, and the measuring.
//   <program> <url> <CA file> <provider token> <connections> <in flight on each> <count>
// Prints {"sent":…,"seconds":…,"cpu_seconds":…}. Devices are 0 to 3999; each request has an apns-id of its own.

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DEVICES 4000
#define SESSION "5e55104a-0000-4000-8000-000000000001"

static const char body[] =
    "{\"aps\":{\"alert\":{\"body\":\"Pizza\",\"title\":\"It's a match!\"},\"category\":\"MATCH\",\"sound\":\"default\","
    "\"thread-id\":\"" SESSION "\"},\"option_id\":\"0b710404-0000-4000-8000-000000000002\",\"session_id\":\"" SESSION "\"}";

typedef struct {
  CURL *easy;
  struct curl_slist *fields;
} Request;

static const char *url, *ca_file, *token;
static long connections, in_flight, count;
static long started, ended;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(1);
}

static void read_arguments(int argument_count, char **arguments) {
  if (argument_count != 7)
    fail(arguments[0], "expected <url> <CA file> <provider token> <connections> <in flight on each> <count>");
  url = arguments[1], ca_file = arguments[2], token = arguments[3];
  connections = atol(arguments[4]), in_flight = atol(arguments[5]), count = atol(arguments[6]);
  if (connections < 1 || in_flight < 1 || count < 1) fail(arguments[0], "expected numbers from 1");
}

static void add_field(Request *request, const char *name, const char *value) {
  char line[600];
  snprintf(line, sizeof line, "%s: %s", name, value);
  struct curl_slist *longer = curl_slist_append(request->fields, line);
  if (!longer) fail("curl_slist_append", "out of memory");
  request->fields = longer;
}

static void leave_out(Request *request, const char *line) {
  request->fields = curl_slist_append(request->fields, line);
}

static size_t ignore(char *bytes, size_t size, size_t number, void *context) {
  (void)bytes, (void)context;
  return size * number;
}

static void make_request(Request *request) {
  CURL *easy = request->easy = curl_easy_init();
  if (!easy) fail("curl_easy_init", "out of memory");
  curl_easy_setopt(easy, CURLOPT_PRIVATE, request);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
  curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 10000L);
  curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_POST, 1L);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, ignore);
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)(sizeof body - 1));
  curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
}

// Makes the next notification of a handle.
static void next_request(Request *request) {
  char text[512];
  curl_slist_free_all(request->fields);
  request->fields = NULL;
  snprintf(text, sizeof text, "%s/3/device/%064lx", url, started % DEVICES);
  curl_easy_setopt(request->easy, CURLOPT_URL, text);
  leave_out(request, "Accept:");
  leave_out(request, "Content-Type:");
  leave_out(request, "Expect:");
  snprintf(text, sizeof text, "bearer %s", token);
  add_field(request, "authorization", text);
  add_field(request, "apns-topic", "app.swivo");
  add_field(request, "apns-push-type", "alert");
  // As different as random ones are to the compression of headers.
  snprintf(text, sizeof text, "%08lx-%04lx-4000-8000-%012lx", started * 2654435761UL & 0xffffffff, started & 0xffff,
           started * 0x9E3779B97F4AUL & 0xffffffffffff);
  add_field(request, "apns-id", text);
  add_field(request, "apns-collapse-id", "match-" SESSION);
  curl_easy_setopt(request->easy, CURLOPT_HTTPHEADER, request->fields);
  started++;
}

// The request that has ended, after a look at what came of it; NULL when there is none.
static Request *next_ended(CURLM *multi) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    long status = 0;
    Request *request = NULL;
    if (message->data.result != CURLE_OK) fail("a request", curl_easy_strerror(message->data.result));
    curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&request);
    if (status != 200) fail("a request", "its answer was not 200");
    ended++;
    return request;
  }
  return NULL;
}

static double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static double wall_time(void) { return seconds_of(CLOCK_MONOTONIC); }

// Of this process, the user's and the system's.
static double processor_time(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

// What the program has: `send_until` sends until so many have ended, and starts none beyond.
static void send_until(long last);

// Sends once as many as may be in flight, so that all is warm, and then measures.
static void measure(void) {
  long warm_up = connections * in_flight;
  send_until(warm_up);
  double begin = wall_time(), spent = processor_time();
  send_until(warm_up + count);
  printf("{\"sent\":%ld,\"seconds\":%.6f,\"cpu_seconds\":%.6f}\n", count, wall_time() - begin,
         processor_time() - spent);
}
