// Certificates and TLS: macros and variadic functions of OpenSSL as functions.
#pragma once

#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>

static inline int copenssl_set_minimum_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version);
}

static inline void copenssl_disable_session_cache(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline uint64_t copenssl_server_options(void) { return SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION; }
