#include "COpenSSL.h"

EVP_PKEY *copenssl_generate_p256(void) { return EVP_EC_gen("P-256"); }

int copenssl_init_hmac_sha256(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0), OSSL_PARAM_construct_end()};
  return EVP_MAC_init(context, key, count, parameters);
}
