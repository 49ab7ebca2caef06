#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift cannot call: one shim per kind of
// argument. The parentheses keep curl's type-checking macros out.

static inline CURLcode ccurl_easy_setopt_long(CURL *easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_easy_setopt_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_easy_setopt_string(CURL *easy, CURLoption option, const char *value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_easy_setopt_pointer(CURL *easy, CURLoption option, void *value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_easy_setopt_write_function(CURL *easy, CURLoption option, curl_write_callback function) {
  return (curl_easy_setopt)(easy, option, function);
}

static inline CURLcode ccurl_easy_setopt_prereq_function(CURL *easy, curl_prereq_callback function) {
  return (curl_easy_setopt)(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode ccurl_easy_setopt_sockopt_function(CURL *easy, curl_sockopt_callback function) {
  return (curl_easy_setopt)(easy, CURLOPT_SOCKOPTFUNCTION, function);
}

static inline CURLcode ccurl_easy_setopt_opensocket_function(CURL *easy, curl_opensocket_callback function) {
  return (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode ccurl_easy_getinfo_long(CURL *easy, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode ccurl_easy_getinfo_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode ccurl_easy_getinfo_socket(CURL *easy, CURLINFO info, curl_socket_t *value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode ccurl_easy_getinfo_string(CURL *easy, CURLINFO info, const char **value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLMcode ccurl_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

static inline CURLMcode ccurl_multi_setopt_pointer(CURLM *multi, CURLMoption option, void *value) {
  return (curl_multi_setopt)(multi, option, value);
}

static inline CURLMcode ccurl_multi_setopt_socket_function(CURLM *multi, curl_socket_callback function) {
  return (curl_multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, function);
}

static inline CURLMcode ccurl_multi_setopt_timer_function(CURLM *multi, curl_multi_timer_callback function) {
  return (curl_multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, function);
}

// A message's result is in a union, which Swift's memory-safety checks cannot follow.
static inline CURLcode ccurl_message_result(const CURLMsg *message) { return message->data.result; }

#endif
