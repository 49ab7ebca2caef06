// Keys and signatures: macros of OpenSSL as functions.
#pragma once

#include <openssl/evp.h>

// EVP_EC_gen is a macro over a variadic function, which Swift cannot call.
EVP_PKEY *copenssl_generate_p256(void);

// An OSSL_PARAM keeps pointers to its strings, and what Swift passes for a string lives for one call only.
int copenssl_init_hmac_sha256(EVP_MAC_CTX *context, const unsigned char *key, size_t count);
